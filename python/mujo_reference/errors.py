"""Exceptions of the reference, each with a slug of ``data/errors.toml``."""


class Refused(ValueError):
    """An argument, text or move that the reference refuses.

    Parameters
    ----------
    code
        A slug of ``data/errors.toml``.
    message
        The fault and what would be right.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} [{code}]")
        self.code = code


class DataFault(Refused):
    """A fault in a rule file or a choice of options, with the file, the key and what would be right."""

    def __init__(self, code: str, file: str, key: str, fix: str) -> None:
        super().__init__(code, f"{file}: {key}: {fix}")
        self.file = file
        self.key = key
        self.fix = fix
