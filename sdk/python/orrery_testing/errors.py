"""What goes wrong."""

from __future__ import annotations

from typing import Optional, Sequence


class OrreryError(Exception):
    """Any error of this package."""


class StartError(OrreryError):
    """A server that did not start, in its own words."""


class UnreachableError(OrreryError):
    """No server answers at the address, or what answers is none."""


class RefusedError(OrreryError):
    """The server refused, in its own words."""

    def __init__(self, message: str, code: Optional[str] = None, field: Optional[Sequence[str]] = None) -> None:
        super().__init__(message)
        #: The kind of refusal, such as ``NOT_FOUND``; None if the request itself was wrong.
        self.code = code
        #: Path of the field of the input that is wrong.
        self.field = field
