"""What workers on one machine tell each other without asking anybody: each one writes its news at the end of a file of its own and reads what the
others have written since. A call of Ray takes about a millisecond of processor time on either side, this a tenth of it, so that news can be a few
milliseconds old. The files are also the record of who told what: see `Coordinator.audit`. It knows no Ray, no solver and no clock."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Dict, Optional, Tuple

#: Then a worker goes on with another file, and deletes the one before the last.
FILE_BYTES = 8 << 20
#: A message is its length in so many bytes, and itself.
LENGTH_BYTES = 4


def machine() -> str:
    """A name that workers on the same machine share, and no others."""
    try:
        host = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        host = os.uname().nodename
    # A container has another directory, though its machine is the same.
    place = os.stat(tempfile.gettempdir())
    return f"{host}-{place.st_dev}-{place.st_ino}"


class Neighbours:
    """One worker's side: its own file, and how far it has read those of the others.

    >>> one, two = Neighbours("doctest", "one"), Neighbours("doctest", "two")
    >>> one.begin(0), two.begin(0), one.tell(b"news")
    (None, None, None)
    >>> two.hear(look=True), two.hear(look=True), one.hear(look=True)
    (b'news', b'', b'')
    >>> two.record()
    {'one': b'news', 'two': b''}
    >>> one.end()
    """

    def __init__(self, run: str, name: str) -> None:
        # Nobody else can guess the name of the run, or look into the directory.
        self._directory = Path(tempfile.gettempdir()) / f"rhizome-news-{run}"
        self._name, self._epoch = name, -1
        self._own: Optional[int] = None
        self._number, self._written = 0, 0
        #: By the name of a worker: the number of its file, the file, and how far it is read.
        self._others: Dict[str, Tuple[int, int, int]] = {}

    def begin(self, epoch: int) -> None:
        """Begins a file of its own, unless there is one. What was told in another epoch is not heard."""
        if epoch == self._epoch and self._own is not None:
            return
        self._close()
        self._epoch, self._number = epoch, 0
        self._directory.mkdir(mode=0o700, exist_ok=True)
        self._open()

    def tell(self, news: bytes) -> None:
        """Tells all neighbours."""
        if not news or self._own is None:
            return
        if self._written > FILE_BYTES:
            os.close(self._own)
            self._path(self._name, self._number - 1).unlink(missing_ok=True)
            self._number += 1
            self._open()
        message = len(news).to_bytes(LENGTH_BYTES, "little") + news
        while message:
            written = os.write(self._own, message)
            message = message[written:]
            self._written += written

    def hear(self, look: bool = False) -> bytes:
        """What the neighbours have told since the last call. Looks for new neighbours and new files now and then: when it is told to."""
        if look:
            self._look()
        heard = []
        for name, (number, file, place) in self._others.items():
            size = os.fstat(file).st_size
            if size == place:
                continue
            data = os.pread(file, size - place, place)
            start = 0
            while start + LENGTH_BYTES <= len(data):
                end = start + LENGTH_BYTES + int.from_bytes(data[start : start + LENGTH_BYTES], "little")
                if end > len(data):
                    break
                heard.append(data[start + LENGTH_BYTES : end])
                start = end
            self._others[name] = (number, file, place + start)
        return b"".join(heard)

    def record(self) -> Dict[str, bytes]:
        """Everything that the files of this epoch hold, by who told it."""
        record: Dict[str, bytes] = {}
        for name, number in sorted(self._files()):
            reader = Neighbours("", "")
            reader._others[name] = (number, os.open(self._path(name, number), os.O_RDONLY), 0)
            parts = list(iter(reader.hear, b""))
            record[name] = b"".join([record.get(name, b""), *parts])
            reader._close()
        return record

    def end(self) -> None:
        """Deletes the files, for all."""
        self._close()
        shutil.rmtree(self._directory, ignore_errors=True)

    def _path(self, name: str, number: int) -> Path:
        return self._directory / f"{self._epoch}-{number}-{name}"

    def _open(self) -> None:
        self._own = os.open(self._path(self._name, self._number), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._written = 0

    def _files(self) -> "list[Tuple[str, int]]":
        try:
            names = os.listdir(self._directory)
        except FileNotFoundError:
            return []
        found = (re.fullmatch(r"(\d+)-(\d+)-(.+)", name) for name in names)
        return [(match[3], int(match[2])) for match in found if match and int(match[1]) == self._epoch]

    def _look(self) -> None:
        """Finds neighbours, and goes on to the next file of those whose file is at its end."""
        files: Dict[str, "list[int]"] = {}
        for name, number in self._files():
            files.setdefault(name, []).append(number)
        for name, numbers in files.items():
            if name == self._name:
                continue
            known = self._others.get(name)
            if known is not None and os.fstat(known[1]).st_size > known[2]:
                continue
            later = [number for number in numbers if known is None or number > known[0]]
            if not later:
                continue
            try:
                file = os.open(self._path(name, min(later)), os.O_RDONLY)
            except FileNotFoundError:
                continue
            if known is not None:
                os.close(known[1])
            self._others[name] = (min(later), file, 0)

    def _close(self) -> None:
        for _, file, _ in self._others.values():
            os.close(file)
        self._others = {}
        if self._own is not None:
            os.close(self._own)
            self._own = None
