"""Files that long calls make. Whether there is a place is known before the work begins; a file is written whole or not at all; and what took
long to make is never thrown away."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Union

from .errors import OutputError

FilePath = Union[str, "os.PathLike[str]"]


def check(path: FilePath) -> None:
    """Whether a file can be written there. What stands there now is not touched.

    >>> check("/no/such/folder/proof.cert")
    Traceback (most recent call last):
    rhizome.errors.OutputError: cannot write /no/such/folder/proof.cert: No such file or directory
    """
    path = Path(path)
    try:
        if path.is_file():
            path.open("r+b").close()
        elif not path.exists() or path.is_dir():
            _begin(path).unlink()
    except OSError as error:
        raise _named(path, error) from None


def check_folder(path: FilePath) -> None:
    """Whether files can be written into a folder, which is made where there is none."""
    path = Path(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
        _begin(path / "new").unlink()
    except OSError as error:
        raise _named(path, error) from None


def write(path: FilePath, data: bytes) -> None:
    """Writes a file. Where that fails it goes to the folder for temporary files, and the error says where it is."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            # A pipe or a device is written in place.
            path.write_bytes(data)
            return
        part = _begin(path)
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                part.chmod(path.stat().st_mode)
            # Through links, so that the link stays and what it leads to is replaced.
            os.replace(part, path.resolve())
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        handle, rescued = tempfile.mkstemp(prefix="rescued-", suffix=f"-{path.name}")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        raise OutputError(f"{_named(path, error)}; it is in {rescued} instead") from None


def _begin(path: Path) -> Path:
    """An empty file beside the place."""
    if path.is_dir():
        raise IsADirectoryError(21, "Is a directory")
    part = path.resolve()
    part = part.with_name(f"{part.name}.{os.getpid()}.new")
    part.open("xb").close()
    return part


def _named(path: Path, error: OSError) -> OutputError:
    return OutputError(f"cannot write {path}: {error.strerror}")
