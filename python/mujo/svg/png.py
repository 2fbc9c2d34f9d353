"""Pictures as PNG, with the library resvg, an extra: ``pip install "mujo[png]"``."""

from mujo.arguments import whole_number
from mujo.errors import MujoError

__all__ = ["png"]

#: Pixels on the longer side; a picture of this size takes 400 MB while it is drawn.
_LARGEST = 10_000


def png(picture: str, *, width: int | None = None) -> bytes:
    r"""Convert a picture of this module to PNG.

    Parameters
    ----------
    picture
        The SVG text.
    width
        Width in pixels, 1 to 10000; by default the width of the picture.

    Returns
    -------
    bytes
        A PNG file.

    Raises
    ------
    ImportError
        The extra is not installed.
    TypeError
        An argument has the wrong type.
    MujoError
        ``argument``: the width is out of range, or the text is not a picture.

    Examples
    --------
    >>> from mujo import svg
    >>> svg.png(svg.piece("LN", "maka"), width=40)[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    if not isinstance(picture, str):
        raise TypeError(f"picture must be a str, not {type(picture).__name__}")
    if width is not None:
        width = whole_number(width, "width", 1, _LARGEST)
    try:
        import resvg_py
    except ImportError:
        raise ImportError('pictures as PNG need the library resvg-py: pip install "mujo[png]"') from None
    try:
        return resvg_py.svg_to_bytes(svg_string=picture, width=width)
    except ValueError as error:
        raise MujoError(f"the picture cannot be drawn: {error}"[:200], code="argument") from None
