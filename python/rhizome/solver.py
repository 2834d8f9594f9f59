"""Who wins, and why it may be believed."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, Callable, List, Optional, Union

from . import _rhizome
from ._rhizome import Certificate, Position, Stop
from .quantities import Memory, Seconds, bytes_of, seconds_of
from .results import Answer, Checked, Outcome, Progress, Stored, ValuedMove

PositionLike = Union[Position, str, int]
#: Called about four times a second; when it gives `False` the call is stopped.
OnProgress = Callable[[Progress], Any]


def _told(progress: Optional[OnProgress]) -> Optional[Callable[..., Any]]:
    if progress is None:
        return None
    tell = progress
    return lambda *counts: tell(Progress(*counts))


def _position(position: PositionLike) -> Position:
    if isinstance(position, Position):
        return position
    return Position.start(position) if isinstance(position, int) else Position(position)


class Solver:
    """Finds out who wins. It stays warm: what one call proved helps with the next.

    Calls let other Python threads run. Ctrl-C stops them within a second, and so does `timeout`, a `progress` callback that gives `False`, or
    a `Stop` set by another thread. What was proved until then is kept: ask again to go on.

    >>> solver = Solver(threads=1, memory="256M")
    >>> solver.outcome("0*5").outcome
    <Outcome.WIN: 'win'>
    >>> print(solver.outcome("0*8", misere=True))
    0*8: the player to move loses (misère play)
    >>> solver.nimber("0*4").nimber
    1
    """

    def __init__(self, *, threads: Optional[int] = None, memory: Memory = "4G") -> None:
        self.threads = threads if threads is not None else min(os.cpu_count() or 1, 256)
        self.memory = bytes_of(memory)
        self._core = _rhizome.Solver(self.threads, self.memory)

    def outcome(
        self,
        position: PositionLike,
        *,
        misere: bool = False,
        timeout: Optional[Seconds] = None,
        progress: Optional[OnProgress] = None,
        stop: Optional[Stop] = None,
    ) -> Answer:
        """Who wins a position. Raises `TimeUp` when the time is up."""
        return self._solve(position, misere, False, timeout, progress, stop)

    def nimber(
        self,
        position: PositionLike,
        *,
        timeout: Optional[Seconds] = None,
        progress: Optional[OnProgress] = None,
        stop: Optional[Stop] = None,
    ) -> Answer:
        """The nimber of a position, and so who wins it, in normal play.

        >>> Solver(threads=1, memory="64M").nimber("0*2+0*3").nimber
        1
        """
        return self._solve(position, False, True, timeout, progress, stop)

    def moves(
        self,
        position: PositionLike,
        *,
        misere: bool = False,
        nimber: Optional[bool] = None,
        timeout: Optional[Seconds] = None,
        progress: Optional[OnProgress] = None,
        stop: Optional[Stop] = None,
    ) -> List[ValuedMove]:
        """The different moves of a position with their values, seen from the player who makes them. Nimbers come with boards of at most 21
        lives, or if they are asked for.

        >>> Solver(threads=1, memory="64M").moves("0*2")
        [<loss to 0.AB|AB, nimber 2>, <loss to 1a1a, nimber 2>]
        """
        found = self._core.moves(_position(position), misere, nimber, seconds_of(timeout), _told(progress), stop)
        # What is lost for the next player is won for this one.
        return [ValuedMove(child, Outcome.of(not wins), value) for child, wins, value in found]

    def known(self, position: PositionLike, *, misere: bool = False) -> Optional[Outcome]:
        """Who wins, if that is proved already."""
        wins = self._core.known(_position(position), misere)
        return None if wins is None else Outcome.of(wins)

    def certificate(
        self,
        position: PositionLike,
        *,
        misere: bool = False,
        nimber: bool = False,
        timeout: Optional[Seconds] = None,
        progress: Optional[OnProgress] = None,
        stop: Optional[Stop] = None,
    ) -> Certificate:
        """Solves a position and gives the proof, which was checked by the rules alone before it is given out. `bytes(certificate)` is its file.

        >>> Solver(threads=1, memory="64M").certificate("0*3", nimber=True)
        <Certificate of 0*3: win in normal play, nimber 1, 10 claims>
        """
        return self._core.certificate(
            _position(position), misere, nimber, seconds_of(timeout), _told(progress), stop
        )

    def load(self, path: Union[str, "os.PathLike[str]"]) -> Stored:
        """Takes the results of a file on trust: one that `save` or `rhizome solve --database` wrote. They may fill half of the memory."""
        return Stored(*self._core.load(Path(path)))

    def save(self, path: Union[str, "os.PathLike[str]"]) -> Stored:
        """Adds everything proved to a file of results, which is made where there is none."""
        return Stored(*self._core.save(Path(path)))

    def progress(self, *, misere: bool = False) -> Progress:
        """What has been done since the solver was made."""
        return Progress(*self._core.progress(misere), 0.0)

    def __repr__(self) -> str:
        return f"Solver(threads={self.threads}, memory={self.memory})"

    def _solve(
        self,
        position: PositionLike,
        misere: bool,
        nimber: bool,
        timeout: Optional[Seconds],
        progress: Optional[OnProgress],
        stop: Optional[Stop],
    ) -> Answer:
        position = _position(position)
        begun, before = time.perf_counter(), self._core.progress(misere)[0]
        wins, value = self._core.solve(position, misere, nimber, seconds_of(timeout), _told(progress), stop)
        nodes = self._core.progress(misere)[0] - before
        return Answer(position, Outcome.of(wins), value, misere, nodes, time.perf_counter() - begun)


def check(
    certificate: Union[Certificate, bytes, str, "os.PathLike[str]"],
    *,
    threads: Optional[int] = None,
    fast: bool = False,
    timeout: Optional[Seconds] = None,
) -> Checked:
    """Checks a certificate (a file, its bytes, or one that was read) by the rules alone. Raises `CertificateError` if it does not hold.

    The checker shares nothing with the solver. With `fast` another one is asked, which shares the canonical form and the moves.

    >>> check(Solver(threads=1, memory="64M").certificate("0*3")).outcome
    <Outcome.WIN: 'win'>
    """
    if isinstance(certificate, (str, os.PathLike)):
        name = os.fspath(certificate)
        certificate = Certificate.from_bytes(Path(name).read_bytes())
    elif not isinstance(certificate, Certificate):
        certificate = Certificate.from_bytes(bytes(certificate))
    workers = threads if threads is not None else min(os.cpu_count() or 1, 256)
    claims, children, replies, seconds = certificate._check(workers, fast, seconds_of(timeout))
    return Checked(
        position=certificate.position,
        outcome=Outcome.of(certificate.is_win),
        nimber=certificate.nimber,
        misere=certificate.misere,
        claims=claims,
        children=children,
        replies=replies,
        seconds=seconds,
    )
