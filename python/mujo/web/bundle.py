"""The modules of the board as one script and one style sheet, for a notebook, which cannot load several files."""

import re
from functools import cache
from importlib import resources

__all__ = ["MODULES", "script", "style_sheet"]

#: The modules that the widget needs, each after those that it imports.
MODULES = (
    "elements",
    "geometry",
    "camera",
    "marks",
    "picking",
    "board",
    "dialogs",
    "choosing",
    "play",
    "widget",
)
_SHEETS = ("colours", "board", "dialogs", "widget")

_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@cache
def script() -> str:
    """Return one module with all of the board; names at the top of the modules are all different.

    Examples
    --------
    >>> "import " in script().splitlines()[0], script().count("export ")
    (False, 1)
    """
    texts = (_read(f"js/{name}.js") for name in MODULES)
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in texts)


@cache
def style_sheet() -> str:
    """Return one style sheet; its colours hold inside the widget alone.

    Examples
    --------
    >>> ":root" in style_sheet()
    False
    """
    text = "\n".join(_read(f"css/{name}.css") for name in _SHEETS)
    return text.replace(":root", ".mujo-widget")


def _read(name: str) -> str:
    return (resources.files("mujo.web") / "static" / name).read_text(encoding="utf-8")
