"""Configuration of the documentation site: `tools/check.sh docs` builds it in target/site."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tools"))

import mujo  # noqa: E402
import site_pages  # noqa: E402

project = "mujo"
author = "The mujo developers"
copyright = "the mujo developers"
release = mujo.__version__
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinxarg.ext",
]
exclude_patterns = ["_build"]
default_role = "code"
nitpicky = False

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_google_docstring = False
napoleon_use_rtype = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "pydata_sphinx_theme"
html_title = "mujo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_theme_options = {
    "logo": {"text": "mujo"},
    "github_url": "https://github.com/mujo-shogi/mujo",
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": [],
}
# Pages on GitHub show what the site cannot reach: sources outside this folder.
linkcheck_ignore = [r"https://github\.com/mujo-shogi/.*"]


def stub_signatures() -> dict[str, str]:
    """Return the signatures of the compiled classes with their types, which only the stub knows."""
    stub = HERE.parent / "python" / "mujo" / "_core.pyi"
    found: dict[str, str] = {}

    def add(name: str, function: ast.FunctionDef, *, method: bool) -> None:
        arguments = function.args
        if method and arguments.posonlyargs:
            arguments.posonlyargs.pop(0)
        elif method and arguments.args:
            arguments.args.pop(0)
        result = f" -> {ast.unparse(function.returns)}" if function.returns else ""
        found.setdefault(name, f"({ast.unparse(arguments)}){result}")

    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            add(node.name, node, method=False)
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    marks = {mark.id for mark in member.decorator_list if isinstance(mark, ast.Name)}
                    add(f"{node.name}.{member.name}", member, method="staticmethod" not in marks)
    for name in list(found):
        kind, _, member = name.partition(".")
        if member in ("__new__", "__init__"):
            found[kind] = found[name].partition(" -> ")[0]
    return found


def setup(app: Any) -> None:
    """Generate pages before Sphinx looks for sources, and show the types of the compiled classes."""
    signatures = stub_signatures()

    def with_types(
        _app: Any, _what: str, name: str, _obj: object, _options: object, signature: str, returns: str
    ) -> tuple[str, str] | None:
        known = signatures.get(name.removeprefix("mujo.").removeprefix("_core."))
        if known is None or signature is None:
            return None
        arguments, arrow, result = known.rpartition(" -> ")
        return (arguments, result) if arrow else (known, returns)

    site_pages.write_pages(HERE / "generated")
    app.connect("autodoc-process-signature", with_types)
    # The blocks that state the layers of the code; a test reads them.
    app.add_lexer("layers", TextLexer)
