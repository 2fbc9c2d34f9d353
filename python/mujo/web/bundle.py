"""The modules of the page, or those of its board, as one script, and their style sheets as one.

A page that loads 24 modules one by one waits for 24 answers; a notebook cannot load several files at all.
"""

import re
from functools import cache
from importlib import resources

__all__ = ["modules", "script", "style_sheet"]

#: The style sheets of the page and of the widget, in their order.
_SHEETS = {
    "page": ("colours", "board", "page", "dialogs"),
    "widget": ("colours", "board", "dialogs", "widget"),
}

_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_IMPORTED = re.compile(r'^import [^;]*from "\./(\w+)\.js";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@cache
def modules(entry: str) -> tuple[str, ...]:
    """Return the modules that one needs, itself the last, each after those that it imports.

    Examples
    --------
    >>> modules("marks")
    ('elements', 'marks')
    """
    found: dict[str, None] = {}
    for name in _IMPORTED.findall(_read(f"js/{entry}.js")):
        found |= dict.fromkeys(modules(name))
    return (*found, entry)


@cache
def script(entry: str) -> str:
    r"""Return ``page`` or ``widget`` with all modules that it needs as one; their names at the top are all different.

    Examples
    --------
    >>> "\nimport " in script("widget"), script("widget").count("\nexport ")
    (False, 1)
    """
    texts = (_read(f"js/{name}.js") for name in modules(entry))
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in texts)


@cache
def style_sheet(entry: str) -> str:
    """Return the style sheets of ``page`` or ``widget`` as one; the widget's colours hold inside it alone.

    Examples
    --------
    >>> ":root" in style_sheet("page"), ":root" in style_sheet("widget")
    (True, False)
    """
    text = "\n".join(_read(f"css/{name}.css") for name in _SHEETS[entry])
    return text if entry == "page" else text.replace(":root", ".mujo-widget")


def _read(name: str) -> str:
    return (resources.files("mujo.web") / "static" / name).read_text(encoding="utf-8")
