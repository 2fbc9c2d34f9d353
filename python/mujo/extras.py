"""The errors of modules whose packages come with an extra: they name the extra."""

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["extra"]


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Name the extra to install if an import in a ``with`` block finds no such package.

    Parameters
    ----------
    name
        The extra that has the packages.

    Raises
    ------
    ModuleNotFoundError
        A package is missing.

    Examples
    --------
    >>> with extra("dask"):
    ...     import no_such_package
    Traceback (most recent call last):
    ...
    ModuleNotFoundError: no module named 'no_such_package': it comes with pip install "mujo[dask]"
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "mujo" or "pip install" in str(error):
            raise
        message = f'no module named {error.name!r}: it comes with pip install "mujo[{name}]"'
        raise ModuleNotFoundError(message, name=error.name, path=error.path) from None
