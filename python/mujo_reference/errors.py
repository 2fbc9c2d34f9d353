"""What the reference refuses, each with a slug of ``data/errors.toml``."""


class Refused(ValueError):
    """Anything that the reference does not take.

    Parameters
    ----------
    code
        A slug of ``data/errors.toml``.
    message
        What was wrong and what would be right.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} [{code}]")
        self.code = code


class DataFault(Refused):
    """A fault in a rule file or in a choice of options: names the file, the key and what would be right."""

    def __init__(self, code: str, file: str, key: str, fix: str) -> None:
        super().__init__(code, f"{file}: {key}: {fix}")
        self.file = file
        self.key = key
        self.fix = fix
