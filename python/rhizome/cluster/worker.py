"""One who works on jobs, without Ray: a warm solver that hears facts and answers questions."""

from __future__ import annotations

import time
from typing import Callable, Optional, Tuple

from .. import _rhizome
from ..errors import ContradictionError, Stopped
from .coordinator import Job, Report

#: Changes a report before it is sent; tests make liars with it.
Tamper = Callable[[Report], Report]


class Worker:
    """Works on questions with a solver that stays warm from job to job."""

    def __init__(
        self,
        lives: int,
        misere: bool,
        threads: int,
        memory: int,
        tamper: Optional[Tamper] = None,
        margin: Optional[float] = None,
    ) -> None:
        self.lives, self.misere, self.epoch = lives, misere, 0
        self._margin = margin
        self._core = _rhizome.Solver(threads, memory)
        self._core.begin_game(lives, margin)
        #: Its number among those who work together, and how many of its nodes, and of their children, were told.
        self._member: Optional[int] = None
        self._told = (0, 0)
        self._stop = _rhizome.Stop()
        self._tamper = tamper
        self._contradiction: Optional[str] = None
        #: The neighbours of a liar.
        self._tampered: Optional[_rhizome.Neighbours] = None
        self._working: Optional[int] = None

    def begin_epoch(self, epoch: int) -> None:
        """Forgets everything: somebody lied."""
        self.epoch = epoch
        self._core.begin_game(self.lives, self._margin)
        self._member, self._told = None, (0, 0)
        self._contradiction = None

    def hear(self, facts: bytes) -> None:
        """Takes facts of others on trust."""
        try:
            self._core.hear(facts, self.misere)
        except ContradictionError as error:
            self._contradiction = str(error)

    def stop(self, serial: int) -> None:
        """Stops a job; called by another thread."""
        if self._working == serial:
            self._stop.set()

    def join(self, job: Job, neighbours: Optional[_rhizome.Neighbours] = None) -> None:
        """Gets ready for a job that many work on together; called before `work`. It talks to its neighbours while it works."""
        if job.member is not None and job.member != self._member:
            # What a liar changes goes through here, and no search knows of it.
            self._tampered = neighbours if self._tamper else None
            self._core.join(job.member, None if self._tamper else neighbours)
            self._member, self._told = job.member, (0, 0)

    def exchange(self, job: Job, heard: bytes, lives_min: int) -> Report:
        """Hears what others than neighbours have proved, and tells what it has proved itself; called by another thread while it works."""
        if self._tampered is not None:
            heard += self._tampered.hear()
        news, path, nodes, children = self._exchange(heard, lives_min)
        report = Report(job, (1, 1), None, news, nodes, 0.0, partial=True, children=children)
        return self._tamper_with(report, path)

    def _exchange(self, heard: bytes, lives_min: int) -> Tuple[bytes, bytes, int, int]:
        """News, the path, and nodes and children since the last time."""
        news, path, counts = self._core.exchange(heard, lives_min)
        nodes, children = (now - told for now, told in zip(counts, self._told))
        self._told = counts
        return news, path, nodes, children

    def _tamper_with(self, report: Report, path: bytes = b"") -> Report:
        if self._tamper:
            report = self._tamper(report)
            if self._tampered is not None:
                self._tampered.tell(report.facts + path)
        return report

    def work(self, job: Job, lives_min: int = 0) -> Report:
        """Works on a job until it is decided, its nodes are spent, or it is stopped."""
        self._working = job.serial
        self._stop.clear()
        begun = time.perf_counter()
        effort: Tuple[int, int] = (1, 1)
        moves: Optional[bytes] = None
        facts, nodes, children = b"", 0, 0
        stopped = False
        if self._contradiction is None:
            try:
                effort, moves, facts, nodes = self._core.work(
                    job.question, self.misere, job.nodes, job.limits, lives_min, self._stop
                )
                stopped = self._stop.is_set
            except ContradictionError as error:
                self._contradiction = str(error)
            except Stopped:
                stopped = True
        self._working = None
        if self._member is not None:
            more, _, nodes, children = self._exchange(b"", lives_min)
            facts += more
        seconds = time.perf_counter() - begun
        report = Report(job, effort, moves, facts, nodes, seconds, stopped, self._contradiction, children=children)
        return self._tamper_with(report)

    @property
    def is_honest(self) -> bool:
        """Whether nothing is changed before it is told."""
        return self._tamper is None

    @property
    def bytes(self) -> int:
        """What the tables take."""
        return self._core.progress(self.misere)[4]
