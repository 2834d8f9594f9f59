"""The coordinator and the workers as actors on Ray. Ray starts, places, restarts and connects them; what they do is in `coordinator` and `worker`."""

from __future__ import annotations

import json
import os
import threading
import time
import uuid
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import ray
from ray.exceptions import GetTimeoutError, RayActorError, RayError, RayTaskError

from .coordinator import Coordinator, Job, News, Report, Settings, Status
from .neighbours import Neighbours, machine, meeting_place
from .worker import Tamper, Worker

#: Facts go out when there are so many, or after so many seconds: what is not known elsewhere is found twice.
BATCH_FACTS = 2000
BATCH_SECONDS = 0.05
#: Many small batches become one, for those who come late; the last ones stay as they are, for everybody else.
BATCHES_MAX = 256
BATCHES_KEPT = 64
#: Who has nothing to do asks again after so many seconds, unless he is woken.
IDLE_SECONDS = 0.02
#: So often somebody looks whether the coordinator has answered.
ANSWER_SECONDS = 0.01
#: So often a liar, who only stands in tests, talks to his neighbours.
LIAR_SECONDS = 0.002
#: Saving takes at most this share of the coordinator's time.
SAVE_SHARE = 0.05


@dataclass
class Reply:
    """What the coordinator answers a worker."""

    job: Optional[Job]
    done: bool
    epoch: int
    #: Another life of the coordinator counts its batches anew.
    life: str
    #: The place of the first of these batches, and the batches.
    first: int
    batches: List[Any]
    lives_min: int


@dataclass
class Exchanged:
    """What the coordinator answers one of those who work together."""

    #: Whether the job is to go on.
    goes_on: bool
    epoch: int
    life: str
    news: News
    lives_min: int
    #: Until the next exchange.
    pause_seconds: float


class CoordinatorActor:
    """The coordinator. It restarts from its checkpoint wherever Ray puts it."""

    def __init__(
        self, position: str, misere: bool, settings: Settings, checkpoint: str, save_seconds: float
    ) -> None:
        self._directory = Path(checkpoint)
        self._life = uuid.uuid4().hex
        self._save_seconds = save_seconds
        self._saved, self._save_took = time.monotonic(), 0.0
        self._is_end_saved = False
        self._handles: Dict[str, Any] = {}
        self._machines: Dict[str, str] = {}
        self._batches: List[Any] = []
        #: How many facts there were at the end of each batch.
        self._ends: List[int] = []
        self._first_batch = 0
        self._shared = 0
        self._batched = time.monotonic()
        self._told: set[int] = set()
        #: Why it cannot begin.
        self._trouble: Optional[Exception] = None
        found = None
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            found = load(self._directory, settings)
        except (OSError, ValueError, KeyError, TypeError) as error:
            self._trouble = ValueError(f"the checkpoint in {checkpoint} cannot be used ({error}); choose another directory")
        if found and (str(found.frontier.position), found.frontier.misere) != (position, misere):
            play = "misère" if found.frontier.misere else "normal"
            about = f"{found.frontier.position} in {play} play"
            self._trouble = ValueError(f"the checkpoint in {checkpoint} is about {about}; choose another directory")
        self._coordinator = found or Coordinator.begin(position, misere, settings)
        self._coordinator.record = self._record

    def begin(self) -> None:
        """Raises what keeps it from its work. Where it is made, Ray would tell that as a death."""
        if self._trouble is not None:
            raise self._trouble

    def process(self) -> int:
        """The number of its process."""
        return os.getpid()

    def step(self, worker: str, handle: Any, report: Optional[Report], life: str, seen: int) -> Reply:
        """Takes a worker's report, and gives him facts and the next job."""
        now, coordinator = time.monotonic(), self._coordinator
        self._handles[worker] = handle
        if report is not None:
            coordinator.report(worker, report, now)
        if coordinator.doubt is not None:
            coordinator.audit(coordinator.doubt)
            self._forget_batches()
        self._stop_needless(now)
        if not coordinator.settings.together:
            self._batch(now)
        has_begun = coordinator.has_begun
        job = coordinator.take(worker, now)
        if coordinator.has_begun and not has_begun:
            self._wake_all(worker)
        self._save(now)
        first = max(seen, self._first_batch) if life == self._life else self._first_batch
        return Reply(
            job=job,
            done=coordinator.outcome is not None,
            epoch=coordinator.epoch,
            life=self._life,
            first=first,
            batches=self._batches[first - self._first_batch :],
            lives_min=coordinator.lives_min,
        )

    def exchange(self, worker: str, machine: str, handle: Any, report: Report, life: str, seen: Tuple[int, int]) -> Exchanged:
        """Takes what one of those who work together has proved, and gives him what the others have."""
        now, coordinator = time.monotonic(), self._coordinator
        self._handles[worker], self._machines[worker] = handle, machine
        coordinator.report(worker, report, now)
        if coordinator.doubt is not None:
            coordinator.audit(coordinator.doubt)
        self._save(now)
        is_welcome = report.job.epoch == coordinator.epoch and worker not in (name for name, _ in coordinator.accused)
        return Exchanged(
            goes_on=coordinator.outcome is None and is_welcome,
            epoch=coordinator.epoch,
            life=self._life,
            news=coordinator.exchange(worker, machine, seen if life == self._life and is_welcome else (0, 0)),
            lives_min=coordinator.lives_min,
            pause_seconds=coordinator.pause_seconds,
        )

    def lost(self, worker: str) -> None:
        """A worker is gone."""
        self._handles.pop(worker, None)
        self._machines.pop(worker, None)
        self._coordinator.lost(worker)

    def status(self) -> Status:
        """How far it is."""
        return self._coordinator.status()

    def certificate(self, timeout: Optional[float]) -> Optional[bytes]:
        """The checked proof; nothing if the search goes on: somebody lied, or what decided it was lost with an earlier life."""
        if self._coordinator.outcome is None:
            return None
        certificate = self._coordinator.certificate(timeout)
        if certificate is None:
            self._forget_batches()
            return None
        self._save(time.monotonic(), always=True)
        return bytes(certificate)

    def save(self) -> None:
        """Puts everything on the disk."""
        self._save(time.monotonic(), always=True)

    def _record(self) -> Dict[str, bytes]:
        """What neighbours told each other, from one worker of each machine that answers."""
        record: Dict[str, bytes] = {}
        known = set()
        for worker, handle in list(self._handles.items()):
            place = self._machines.get(worker)
            if place is not None and place in known:
                continue
            try:
                told: Dict[str, bytes] = ray.get(handle.record.remote(), timeout=30)
            except (RayError, GetTimeoutError):
                continue
            known.add(place)
            record.update(told)
        return record

    def _stop_needless(self, now: float) -> None:
        for worker, serial in self._coordinator.needless(now):
            if serial not in self._told and worker in self._handles:
                self._told.add(serial)
                self._handles[worker].stop.remote(serial)

    def _wake_all(self, but: str) -> None:
        """Those who waited for the last one need not ask again before they hear of it."""
        for worker, handle in self._handles.items():
            if worker != but:
                handle.wake.remote()

    def _batch(self, now: float) -> None:
        facts = self._coordinator.frontier.facts
        new = facts - self._shared
        if new == 0 or (new < BATCH_FACTS and now - self._batched < BATCH_SECONDS):
            return
        self._batches.append(ray.put(self._coordinator.frontier.news_from((self._shared, 0))))
        self._ends.append(facts)
        self._shared, self._batched = facts, now
        if len(self._batches) > BATCHES_MAX:
            old = len(self._batches) - BATCHES_KEPT
            self._batches[:old] = [ray.put(self._coordinator.frontier.news_from((0, 0), (self._ends[old - 1], 0)))]
            self._ends[: old - 1] = []
            self._first_batch += old - 1

    def _forget_batches(self) -> None:
        self._first_batch += len(self._batches)
        self._batches, self._ends, self._shared = [], [], 0

    def _save(self, now: float, always: bool = False) -> None:
        wait = max(self._save_seconds, self._save_took / SAVE_SHARE)
        # Nobody hears of an answer that a restart could take back.
        is_end = self._coordinator.outcome is not None
        if not always and is_end == self._is_end_saved and now - self._saved < wait:
            return
        save(self._directory, self._coordinator)
        self._is_end_saved = is_end
        self._saved = time.monotonic()
        self._save_took = self._saved - now


def save(directory: Path, coordinator: Coordinator) -> None:
    """Writes a checkpoint: either all of it is there afterwards, or the one before."""
    frontier, rest = coordinator.to_bytes()
    head = json.dumps(rest).encode()
    new = directory / "frontier.new"
    with open(new, "wb") as file:
        file.write(len(head).to_bytes(8, "little") + head + frontier)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, directory / "frontier.rhz")


def load(directory: Path, settings: Settings) -> Optional[Coordinator]:
    """The coordinator of a checkpoint, if there is one."""
    try:
        data = (directory / "frontier.rhz").read_bytes()
    except FileNotFoundError:
        return None
    length = int.from_bytes(data[:8], "little")
    return Coordinator.from_bytes(data[8 + length :], json.loads(data[8 : 8 + length]), settings)


class WorkerActor:
    """A worker. It asks the coordinator for jobs until there are none; a second thread stops a job that nobody needs any more."""

    def __init__(
        self,
        name: str,
        lives: int,
        misere: bool,
        threads: int,
        memory: int,
        tamper: Optional[Tamper] = None,
        margin: Optional[float] = None,
        run: str = "",
    ) -> None:
        self._name = name
        self._neighbours = Neighbours(meeting_place(run or uuid.uuid4().hex), name)
        #: Set when there may be a job for who waits.
        self._woken = threading.Event()
        self._worker = Worker(lives, misere, threads, memory, tamper, margin)

    def process(self) -> int:
        """The number of its process."""
        return os.getpid()

    def bytes(self) -> int:
        """What its tables take."""
        return self._worker.bytes

    def stop(self, serial: int) -> None:
        """Stops a job."""
        self._worker.stop(serial)

    def wake(self) -> None:
        """There is a job for who waits."""
        self._woken.set()

    def record(self) -> "Dict[str, Any]":
        """What the workers on this machine told each other."""
        return self._neighbours.record()

    def end(self) -> None:
        """Leaves nothing behind on this machine."""
        self._neighbours.end()

    def run(self, coordinator: Any) -> str:
        """Works until the coordinator is done."""
        handle = ray.get_runtime_context().current_actor
        report: Optional[Report] = None
        life, seen = "", 0
        while True:
            self._woken.clear()
            try:
                reply: Reply = ray.get(coordinator.step.remote(self._name, handle, report, life, seen), timeout=600)
            except (RayTaskError, GetTimeoutError):
                raise
            except (RayActorError, RayError):
                # The coordinator is being restarted; what was found out is kept for it.
                time.sleep(0.2)
                continue
            report = None
            if reply.done:
                return self._name
            if reply.epoch != self._worker.epoch:
                self._worker.begin_epoch(reply.epoch)
            life, seen = reply.life, reply.first
            for batch in reply.batches:
                try:
                    self._worker.hear(ray.get(batch, timeout=60))
                except RayTaskError:
                    raise
                except RayError:
                    # Its owner died; in its next life it sends everything again.
                    life = ""
                    break
                seen += 1
            if reply.job is None:
                self._woken.wait(IDLE_SECONDS)
            elif reply.job.member is not None:
                report = self._work_together(coordinator, reply.job, reply.lives_min)
            else:
                report = self._worker.work(reply.job, reply.lives_min)

    def _work_together(self, coordinator: Any, job: Job, lives_min: int) -> Report:
        """Works on a job of many. The search itself talks to its neighbours; meanwhile this exchanges news with the coordinator now and then."""
        reports: List[Report] = []
        self._neighbours.begin(job.epoch)
        self._worker.join(job, self._neighbours)
        working = threading.Thread(target=lambda: reports.append(self._worker.work(job, lives_min)))
        working.start()
        handle, place = ray.get_runtime_context().current_actor, machine()
        exchange = coordinator.exchange.remote
        heard, life, seen = b"", "", (0, 0)
        #: What the coordinator has not heard of, what is on the way to it, and the answer to come.
        unsent: List[Report] = []
        sent: Optional[Report] = None
        reply: Any = None
        next_call = 0.0
        while working.is_alive():
            now = time.monotonic()
            if reply is not None and ray.wait([reply], timeout=0)[0]:
                try:
                    answer: Exchanged = ray.get(reply)
                except RayTaskError:
                    self._worker.stop(job.serial)
                    raise
                except RayError:
                    # The coordinator is being restarted; what was found out is kept for it.
                    reply, next_call = None, now + 0.2
                else:
                    if not answer.goes_on:
                        self._worker.stop(job.serial)
                    heard, life, seen, lives_min = answer.news.facts, answer.life, answer.news.seen, answer.lives_min
                    reply, sent, next_call = None, None, now + answer.pause_seconds
            is_time = reply is None and now >= next_call
            if is_time or heard or not self._worker.is_honest:
                unsent.append(self._worker.exchange(job, heard, lives_min))
                heard = b""
            if is_time:
                sent, unsent = _in_one([sent, *unsent]), []
                reply = exchange(self._name, place, handle, sent, life, seen)
            pause = ANSWER_SECONDS if reply is not None else next_call - now
            working.join(pause if self._worker.is_honest else LIAR_SECONDS)
        working.join()
        if not reports:
            raise RuntimeError("the search broke off")
        # What is on its way may have been lost with the coordinator. To hear it twice does no harm.
        return _in_one([sent, *unsent, reports[0]], sent)


def _in_one(reports: "List[Optional[Report]]", counted: Optional[Report] = None) -> Report:
    """Reports of the same job as one: the last one, with what all of them tell. The nodes of one that was counted before are left out."""
    given = [report for report in reports if report is not None]
    uncounted = [report for report in given if report is not counted]
    return replace(
        given[-1],
        facts=b"".join(report.facts for report in given),
        nodes=sum(report.nodes for report in uncounted),
        children=sum(report.children for report in uncounted),
    )


class MapActor:
    """Calls a function with a warm solver, item by item."""

    def __init__(self, threads: int, memory: int) -> None:
        from ..solver import Solver

        self._solver = Solver(threads=threads, memory=memory)

    def process(self) -> int:
        """The number of its process."""
        return os.getpid()

    def call(self, function: Any, item: Any) -> Any:
        """What the function says of an item."""
        return function(self._solver, item)


