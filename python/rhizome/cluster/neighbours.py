"""Where workers on one machine meet, to tell each other what they proved without asking anybody: see `python/src/neighbours.rs`. It knows no
Ray, no solver and no clock."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from .._rhizome import Neighbours

__all__ = ["Neighbours", "machine", "meeting_place"]
#: Its examples are written in Rust.
__test__ = {"Neighbours": Neighbours}


def machine() -> str:
    """A name that workers on the same machine share, and no others."""
    try:
        host = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        host = os.uname().nodename
    # A container has another directory, though its machine is the same.
    place = os.stat(tempfile.gettempdir())
    return f"{host}-{place.st_dev}-{place.st_ino}"


def meeting_place(run: str) -> Path:
    """A directory for the workers of a run on this machine. Nobody else can guess the name of the run, or look into it."""
    directory = Path(tempfile.gettempdir()) / f"rhizome-news-{run}"
    directory.mkdir(mode=0o700, exist_ok=True)
    return directory
