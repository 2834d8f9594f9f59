"""Amounts of memory and times, as numbers or as the command line writes them."""

from __future__ import annotations

import re
from typing import Optional, Union

Memory = Union[int, str]
Seconds = Union[float, str]

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_SECONDS = {"ms": 0.001, "": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def bytes_of(memory: Memory) -> int:
    """A number of bytes.

    >>> bytes_of("512M"), bytes_of(1000)
    (536870912, 1000)
    >>> bytes_of("lots")
    Traceback (most recent call last):
    ValueError: 'lots' is no amount of memory: write 512M, 8G or a number of bytes
    """
    if isinstance(memory, int) and memory >= 0:
        return memory
    found = re.fullmatch(r"(\d+)([kmgt]?)i?b?", str(memory), re.IGNORECASE)
    if found is None:
        raise ValueError(f"{memory!r} is no amount of memory: write 512M, 8G or a number of bytes")
    return int(found[1]) * _UNITS[found[2].lower()]


def seconds_of(time: Optional[Seconds]) -> Optional[float]:
    """A number of seconds; nothing stays nothing.

    >>> seconds_of("5m"), seconds_of(1.5), seconds_of(None)
    (300.0, 1.5, None)
    >>> seconds_of("soon")
    Traceback (most recent call last):
    ValueError: 'soon' is no time: write 500ms, 60s, 5m or 2h
    """
    if time is None:
        return None
    if isinstance(time, (int, float)) and time >= 0:
        return float(time)
    found = re.fullmatch(r"([0-9.]+)([a-z]*)", str(time))
    try:
        if found is not None:
            return float(found[1]) * _SECONDS[found[2]]
    except (KeyError, ValueError):
        pass
    raise ValueError(f"{time!r} is no time: write 500ms, 60s, 5m or 2h")
