"""The file that `solve --certificate` writes: it appears when it is complete, or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

from positions.errors import SourceError


class CertificateFile:
    """A file of certificates, one after the other; a context manager.

    What is added goes to a file beside it, which takes its name at the end. Where nothing was
    added no file is made, and one that is there already stays as it is.
    """

    def __init__(self, path: Path) -> None:
        # Of a link the file that it leads to.
        self._path = path.resolve()
        self._beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        self._count = 0

    def __enter__(self) -> CertificateFile:
        if self._path.exists() and not self._path.is_file():
            raise SourceError(f"--certificate {self._path}: found no regular file, expected one")
        try:
            self._stream = self._beside.open("x", encoding="ascii", newline="\n")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SourceError(f"--certificate {self._path}: {reason}") from error
        return self

    def add(self, certificate: str) -> None:
        """Add the text of a certificate."""
        self._stream.write(certificate)
        self._count += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # After Ctrl-C, too: each certificate in it is whole.
        self._stream.close()
        if self._count:
            self._beside.replace(self._path)
        else:
            self._beside.unlink()
