"""Who works on what: the bookkeeping above the top of a proof. It knows no Ray and reads no clock, so that tests and a simulation can
drive it; time comes in as a number of seconds."""

from __future__ import annotations

import math
import statistics
from collections import deque
from dataclasses import dataclass, field
from typing import Callable, Deque, Dict, List, Optional, Tuple

from .. import _rhizome
from ..errors import LiarError
from ..results import Outcome


#: About how long a job takes, where nobody says otherwise.
JOB_SECONDS = 0.25
#: So many workers search the whole question together; more of them share it out as jobs.
TOGETHER_MAX = 8
#: Those on one machine tell each other what they proved directly, while they search; those on several machines through the coordinator, about so
#: often …
EXCHANGE_SECONDS = 0.04
#: … and hear of so many facts at once. Where all are neighbours, the coordinator hears of everything so often.
EXCHANGE_FACTS = 50_000
REPORT_SECONDS = 0.25
#: They begin together, or after so many seconds.
GATHER_SECONDS = 2.0
#: About what a question in the tree takes; all of them take a quarter of the memory at most.
QUESTION_BYTES = 400
#: A job without an end.
UNLIMITED_NODES = 1 << 40
#: An answer that is none takes at least this part of the job's nodes; a worker stops at an eighth of them at the earliest.
IDLE_SHARE = 32


@dataclass(frozen=True)
class Settings:
    """How work is shared out."""

    #: A job is given as many nodes as take about so long.
    job_seconds: float = JOB_SECONDS
    #: Jobs become longer with more workers, so that answering them takes at most this share of the coordinator's time, …
    load: float = 0.2
    #: … if an answer takes so long.
    call_seconds: float = 0.0015
    #: The first jobs are small, so that everybody has one soon.
    first_nodes: int = 256
    #: Facts about fewer lives are not sent: everybody finds them again in a moment. It rises when the memory fills up.
    lives_min: int = 0
    #: A job that takes so many times as long as usual is given to somebody else as well.
    straggler: float = 8.0
    #: Memory of the coordinator, in bytes.
    memory: int = 1 << 30
    #: Threads of the coordinator, for the certificate.
    threads: int = 1
    #: So many workers search the whole question, each in an order of its own, and tell each other what they prove; normal play.
    together: int = 0
    #: How much worse a move may become before workers leave it; another one is another sample of the search's luck.
    margin: Optional[float] = None


@dataclass(frozen=True)
class Job:
    """What a worker is asked to do."""

    serial: int
    question: bytes
    nodes: int
    epoch: int
    #: Where the work that seems left reaches these, another question matters more.
    limits: Tuple[int, int] = (1 << 30, 1 << 30)
    #: For who works on it together with others: its number among them.
    member: Optional[int] = None


@dataclass(frozen=True)
class Report:
    """What a worker says about its job."""

    job: Job
    effort: Tuple[int, int]
    #: What is left for each move, where the nodes were spent in vain.
    moves: Optional[bytes]
    #: What it has proved: nimbers, losses of misère play, and among those who work together numbers that are not the nimber of a land.
    facts: bytes
    nodes: int
    seconds: float
    #: Stopped before it was done, because nobody needs it any more.
    stopped: bool = False
    #: What it has proved contradicts what it was told.
    contradiction: Optional[str] = None
    #: The job goes on.
    partial: bool = False


@dataclass(frozen=True)
class News:
    """What one of those who work together hears from the others."""

    facts: bytes
    #: Facts and refutations up to these are known to him now.
    seen: Tuple[int, int]


@dataclass(frozen=True)
class Status:
    """How far it is."""

    outcome: Optional[Outcome]
    effort: Tuple[int, int]
    workers: int
    jobs_open: int
    jobs_done: int
    jobs_lost: int
    jobs_repeated: int
    jobs_stopped: int
    nodes: int
    facts: int
    questions: int
    bytes: int
    epoch: int
    accused: Tuple[Tuple[str, str], ...]
    #: From the first job to the answer, before the proof was written down and checked; so far nothing if there is none.
    seconds: Optional[float] = None

    def line(self, rate: float) -> str:
        """One line for a person."""
        state = "solved" if self.outcome else f"{self.effort[0]}/{self.effort[1]} left"
        return (
            f"{state}, {self.workers} workers, {self.jobs_open} jobs open, {self.jobs_done} done, {self.nodes} nodes, "
            f"{rate:.0f} a second, {self.facts} facts shared, {self.bytes >> 20} MB"
        )


@dataclass
class _Running:
    job: Job
    id: int
    worker: str
    since: float
    again: bool = False


@dataclass
class _Counts:
    done: int = 0
    lost: int = 0
    repeated: int = 0
    stopped: int = 0
    nodes: int = 0


@dataclass
class Coordinator:
    """Hands out the questions that matter most, takes answers and facts, and gives a dead worker's job to the next one who asks.

    >>> coordinator = Coordinator.begin("0*5", misere=False)
    >>> job = coordinator.take("first worker", now=0.0)
    >>> job.nodes, coordinator.status().jobs_open
    (256, 1)
    >>> coordinator.lost("first worker")
    >>> coordinator.status().jobs_open
    0
    """

    frontier: _rhizome.Frontier
    settings: Settings
    #: Everybody who ever sent something; the place in the list, from 1, is how the frontier knows them.
    sources: List[str] = field(default_factory=list)
    accused: List[Tuple[str, str]] = field(default_factory=list)
    #: Rises when everybody has to forget what he heard.
    epoch: int = 0
    lives_min: int = 0
    doubt: Optional[str] = None
    #: What neighbours told each other, by who told it: asked for before somebody is accused, and by a coordinator that forgot what it had heard.
    record: Callable[[], Dict[str, bytes]] = dict
    _running: Dict[int, _Running] = field(default_factory=dict)
    _serial: int = 0
    _counts: _Counts = field(default_factory=_Counts)
    _rate: float = 0.0
    _seconds: Deque[float] = field(default_factory=lambda: deque(maxlen=256))
    _usual: float = 0.0
    _workers: Dict[str, float] = field(default_factory=dict)
    _members: Dict[str, int] = field(default_factory=dict)
    #: Where those who work together, or did, stand.
    _machines: Dict[str, str] = field(default_factory=dict)
    _lives: int = 0
    _asked: Optional[float] = None
    _begun: Optional[float] = None
    _decided: Optional[float] = None
    _looked: float = 0.0
    _is_restored: bool = False

    @staticmethod
    def begin(position: "str | int | _rhizome.Position", misere: bool, settings: Optional[Settings] = None) -> "Coordinator":
        """A proof that is still to be found."""
        settings = settings or Settings()
        return Coordinator(_rhizome.Frontier(position, misere), settings, lives_min=settings.lives_min)

    def __post_init__(self) -> None:
        self._lives = self.frontier.position.lives
        self.frontier.limit_questions(max(1000, self.settings.memory // 4 // QUESTION_BYTES))

    @property
    def outcome(self) -> Optional[Outcome]:
        """Who wins, once it is decided."""
        wins = self.frontier.wins
        return None if wins is None else Outcome.of(wins)

    @property
    def has_begun(self) -> bool:
        """Whether the first job was given out."""
        return self._begun is not None

    def source(self, worker: str) -> int:
        """The number of a worker, from 1."""
        if worker not in self.sources:
            self.sources.append(worker)
        return self.sources.index(worker) + 1

    def take(self, worker: str, now: float) -> Optional[Job]:
        """The next job of a worker; nothing when there is nothing to do for him now."""
        self._workers[worker] = now
        if self.outcome is not None or worker in (name for name, _ in self.accused):
            return None
        self._asked = now if self._asked is None else self._asked
        if self._begun is None:
            # One who begins while the others are still starting would only slow them down.
            if len(self._workers) < self.settings.together and now - self._asked < GATHER_SECONDS:
                return None
            self._begun = now
        if self.settings.together:
            return self._take_all(worker, now)
        straggler = self._straggler(worker, now)
        found = self.frontier.again(straggler.id) if straggler else self.frontier.next_job(self.source(worker))
        if found is None:
            return None
        if straggler:
            straggler.again = True
            self._counts.repeated += 1
        id, question, visits, limits = found
        self._serial += 1
        job = Job(self._serial, question, self._nodes(visits), self.epoch, limits)
        self._running[job.serial] = _Running(job, id, worker, now, again=straggler is not None)
        return job

    def report(self, worker: str, report: Report, now: float) -> None:
        """An answer. Old ones are welcome, too: facts are facts."""
        self._workers[worker] = now
        running = self._running.pop(report.job.serial, None)
        if report.job.epoch != self.epoch or worker in (name for name, _ in self.accused):
            return
        if report.contradiction is not None:
            self.doubt = report.contradiction
            if running:
                self.frontier.give_back(report.job.question)
            return
        source = self.source(worker)
        self.frontier.learn(report.facts, source)
        self._counts.nodes += report.nodes
        if report.partial:
            self._hear_on(worker, report, running, now)
            return
        if report.stopped and 0 not in report.effort:
            self._counts.stopped += 1
            if running:
                self.frontier.give_back(report.job.question)
            return
        self._counts.done += 1
        if 0 not in report.effort and report.nodes * IDLE_SHARE < report.job.nodes:
            # Whoever is honest works on a job for a part of its budget at least. What else he said is looked at, too.
            self.accused.append((worker, "answered without working"))
            self.doubt = f"{worker} answered without working"
            if running:
                self.frontier.give_back(report.job.question)
            return
        self._learn_rate(report)
        self.frontier.finish(report.job.question, report.effort, report.moves, source)
        self._look_after_facts(now)

    def exchange(self, worker: str, machine: str, seen: Tuple[int, int]) -> News:
        """What others have proved since, for one of those who work together. His neighbours tell him themselves."""
        self._machines[worker] = machine
        end = (
            min(seen[0] + EXCHANGE_FACTS, self.frontier.facts),
            min(seen[1] + EXCHANGE_FACTS, self.frontier.refutations),
        )
        neighbours = [self.source(name) for name, place in self._machines.items() if place == machine]
        return News(self.frontier.news_from(seen, end, neighbours), end)

    @property
    def pause_seconds(self) -> float:
        """How long those who work together wait between two exchanges with the coordinator."""
        are_neighbours = len(set(self._machines.values())) <= 1
        return max(REPORT_SECONDS if are_neighbours else EXCHANGE_SECONDS, self._seconds_for_all)

    @property
    def _seconds_for_all(self) -> float:
        """If everybody calls once in so many seconds, the coordinator is loaded as it may be."""
        return len(self._workers) * self.settings.call_seconds / self.settings.load

    def _take_all(self, worker: str, now: float) -> Optional[Job]:
        """The whole question, for one of those who work together."""
        found = self.frontier.again(0)
        if found is None:
            return None
        if worker not in self._members:
            taken = set(self._members.values())
            # Who is alone needs no order of its own.
            first = 0 if self.settings.together == 1 else 1
            self._members[worker] = next(number for number in range(first, first + len(taken) + 1) if number not in taken)
        id, question, _, limits = found
        self._serial += 1
        job = Job(self._serial, question, UNLIMITED_NODES, self.epoch, limits, self._members[worker])
        self._running[job.serial] = _Running(job, id, worker, now, again=True)
        return job

    def _hear_on(self, worker: str, report: Report, running: Optional[_Running], now: float) -> None:
        """The job of a partial report goes on."""
        if report.job.member is not None:
            # After a restart nobody is known.
            self._members.setdefault(worker, report.job.member)
        if running:
            self._running[report.job.serial] = running
        self._counts.done += 1
        self._look_after_facts(now)

    def _look_after_facts(self, now: float) -> None:
        if self.outcome is not None and self._decided is None:
            self._decided = now
        if self.frontier.is_contradicted:
            self.doubt = "two workers contradict each other"
        # From half of the memory on only larger and larger positions are sent; where it is full, none.
        fill = 2 * self.frontier.memory_bytes / self.settings.memory - 1
        if fill > 0:
            self.lives_min = max(self.lives_min, math.ceil(fill * (self._lives + 1)))

    def lost(self, worker: str) -> None:
        """A worker is gone: his jobs are open again."""
        self._workers.pop(worker, None)
        self._members.pop(worker, None)
        for serial in [serial for serial, running in self._running.items() if running.worker == worker]:
            self.frontier.give_back(self._running.pop(serial).job.question)
            self._counts.lost += 1

    def needless(self, now: float) -> List[Tuple[str, int]]:
        """Workers with jobs that nobody needs any more. Looks at most a few times a second."""
        if now - self._looked < 0.25 or not self._running:
            return []
        self._looked = now
        needless = set(self.frontier.needless([running.id for running in self._running.values()]))
        return [(running.worker, serial) for serial, running in self._running.items() if running.id in needless]

    def certificate(self, timeout: Optional[float] = None) -> Optional[_rhizome.Certificate]:
        """The proof, checked by the rules alone. Nothing if somebody lied: then he is accused, and the search goes on without what he said."""
        if self._is_restored:
            # What was heard after the checkpoint is spared a search.
            self._hear_record()
        try:
            return self.frontier.certificate(self.settings.threads, self.settings.memory, timeout)
        except LiarError as error:
            if not self.audit(str(error)):
                raise
            return None

    def audit(self, reason: str) -> bool:
        """Finds out who lied, throws away what does not hold, and lets everybody begin anew. False if nobody did."""
        self.doubt = None
        self._decided = None
        # Who believed something that has not come here yet is not to be accused.
        self._hear_record()
        lies, _ = self.frontier.audit(self.settings.threads, self.settings.memory)
        self._running.clear()
        self.epoch += 1
        for claim, source in lies:
            self.accused.append((self.sources[source - 1] if source else "the coordinator", f"said {claim}"))
        return bool(lies)

    def _hear_record(self) -> None:
        liars = {name for name, _ in self.accused}
        for name, news in self.record().items():
            if name not in liars:
                self.frontier.learn(news, self.source(name))

    def status(self) -> Status:
        """How far it is."""
        frontier, counts = self.frontier, self._counts
        return Status(
            outcome=self.outcome,
            effort=frontier.effort,
            workers=len(self._workers),
            jobs_open=len(self._running),
            jobs_done=counts.done,
            jobs_lost=counts.lost,
            jobs_repeated=counts.repeated,
            jobs_stopped=counts.stopped,
            nodes=counts.nodes,
            facts=frontier.facts,
            questions=frontier.questions,
            bytes=frontier.memory_bytes,
            epoch=self.epoch,
            accused=tuple(self.accused),
            seconds=None if self._decided is None or self._begun is None else self._decided - self._begun,
        )

    def _nodes(self, visits: int) -> int:
        settings = self.settings
        seconds = max(settings.job_seconds, self._seconds_for_all)
        nodes = max(int(self._rate * seconds), settings.first_nodes)
        return nodes << min(visits, 6)

    def _learn_rate(self, report: Report) -> None:
        if report.seconds <= 0 or report.nodes == 0:
            return
        rate = report.nodes / report.seconds
        self._rate = rate if self._rate == 0 else 0.9 * self._rate + 0.1 * rate
        self._seconds.append(report.seconds)
        if len(self._seconds) % 16 == 1:
            self._usual = statistics.median(self._seconds)

    def _straggler(self, worker: str, now: float) -> Optional[_Running]:
        """A job that takes much longer than usual, at somebody else's."""
        limit = self.settings.straggler * max(self._usual, self.settings.job_seconds)
        for running in self._running.values():
            # In the order in which they were given out: the first ones are the oldest.
            if now - running.since <= limit:
                return None
            if not running.again and running.worker != worker:
                return running
        return None

    def to_bytes(self) -> Tuple[bytes, Dict[str, object]]:
        """Everything that has to outlive the program: the frontier, and what else is known."""
        return self.frontier.to_bytes(), {
            "sources": self.sources,
            "accused": self.accused,
            "epoch": self.epoch,
            "lives_min": self.lives_min,
            "counts": vars(self._counts),
        }

    @staticmethod
    def from_bytes(frontier: bytes, rest: Dict[str, object], settings: Optional[Settings] = None) -> "Coordinator":
        """Goes on after a stop. Nobody is at work."""
        coordinator = Coordinator(_rhizome.Frontier.from_bytes(frontier), settings or Settings())
        coordinator.sources = [str(name) for name in rest["sources"]]  # type: ignore[attr-defined]
        coordinator.accused = [(str(name), str(claim)) for name, claim in rest["accused"]]  # type: ignore[attr-defined]
        coordinator.epoch = int(rest["epoch"])  # type: ignore[call-overload]
        coordinator.lives_min = int(rest["lives_min"])  # type: ignore[call-overload]
        coordinator._counts = _Counts(**rest["counts"])  # type: ignore[arg-type]
        coordinator._is_restored = True
        # Serial numbers of another life are never met again.
        coordinator._serial = coordinator._counts.done + coordinator._counts.lost + (1 << 20) * (coordinator.epoch + 1)
        return coordinator
