"""``python -m mujo``: the same as the command ``mujo``."""

import sys

from mujo.cli import main

if __name__ == "__main__":
    sys.exit(main())
