"""Solving on many machines: starts the actors, watches them, replaces the dead, and has the proof checked."""

from __future__ import annotations

import logging
import math
import os
import re
import shutil
import socket
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Union

import ray
from ray.exceptions import RayActorError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from .. import _rhizome, files
from ..errors import TimeUp
from ..quantities import Memory, Seconds, bytes_of, seconds_of
from ..results import Outcome
from ..solver import PositionLike, Solver, _position, check
from . import actors
from .coordinator import JOB_SECONDS, TOGETHER_MAX, Settings, Status
from .worker import Tamper

#: So often the driver looks at the workers and tells how far it is.
LOOK_SECONDS = 0.25
#: So long workers may take to leave nothing behind.
END_SECONDS = 2.0
#: An item of `map` whose worker dies is given to others so many times.
TRIES_MAX = 5
#: So long a cluster may take to answer at all.
REACH_SECONDS = 10.0
#: Workers that wait for their machine for so long look for places one by one.
PLACE_SECONDS = 30.0


@dataclass(frozen=True)
class Solved:
    """What a cluster found out, and what it took."""

    position: _rhizome.Position
    outcome: Outcome
    misere: bool
    certificate: _rhizome.Certificate
    status: Status
    seconds: float
    workers_lost: int

    def __repr__(self) -> str:
        play = "misère" if self.misere else "normal"
        return (
            f"Solved({self.position}, {self.outcome} in {play} play, {self.status.nodes} nodes in {self.status.jobs_done} jobs, "
            f"{self.workers_lost} workers lost, {self.seconds:.1f} s)"
        )


#: So many workers, on this node of the cluster, or wherever there is room.
Share = Tuple[Optional[str], int]


def share_out(workers: int, room: Dict[str, int]) -> List[Share]:
    """Puts workers on as few machines as possible. Those without a place wait for one each.

    >>> share_out(5, {"a": 2, "b": 4})
    [('b', 4), ('a', 1)]
    >>> share_out(3, {"a": 2})
    [('a', 2), (None, 1)]
    """
    shares: List[Share] = []
    for node in sorted(room, key=lambda node: (-room[node], node)):
        size = min(room[node], workers)
        if size > 0:
            shares.append((node, size))
            workers -= size
    return shares + [(None, 1)] * workers


#: Called a few times a second with the status and the nodes a second.
OnStatus = Callable[[Status, float], Any]


def solve(
    position: PositionLike,
    *,
    workers: int = 2,
    threads: int = 1,
    memory: Memory = "1G",
    misere: bool = False,
    address: Optional[str] = None,
    certificate: Optional[Union[str, Path]] = None,
    checkpoint: Optional[Union[str, Path]] = None,
    timeout: Optional[Seconds] = None,
    progress: Optional[OnStatus] = None,
    job_seconds: float = JOB_SECONDS,
    save_seconds: float = 30.0,
    settings: Optional[Settings] = None,
    tamper: Optional[Dict[int, Tamper]] = None,
) -> Solved:
    """Solves a position with many workers, and gives the proof, checked by the rules alone.

    `address` is that of a Ray cluster (`"auto"` finds one); without it, and if Ray is not running in this program, a local one is started. Each
    worker has so many `threads` and so much `memory`, and so has the coordinator; workers on one machine put both together. `checkpoint` is a
    directory that every machine can read; a call with the same position and directory goes on from there. Workers that die are replaced. A worker
    that sends something wrong is named in `status.accused`, and what it said is thrown away.
    """
    root = _position(position)
    _check(workers, threads, job_seconds)
    if certificate is not None:
        files.check(certificate)
    if checkpoint is not None:
        files.check_folder(checkpoint)
    settings = settings or Settings(job_seconds=job_seconds, memory=bytes_of(memory), threads=threads)
    started = _start_ray(address, workers * threads)
    scratch = None if checkpoint else tempfile.mkdtemp(prefix="rhizome-")
    crew = _Crew(root, misere, workers, threads, bytes_of(memory), tamper or {})
    try:
        crew.begin(settings, str(checkpoint or scratch), save_seconds)
        proof, status, seconds = _watch(crew, seconds_of(timeout), progress, checkpoint is not None)
    except KeyboardInterrupt:
        crew.save()
        raise
    finally:
        crew.end()
        if started:
            ray.shutdown()
        if scratch:
            shutil.rmtree(scratch, ignore_errors=True)
    # What comes over the network is not believed: it is checked here once more.
    checked = check(proof, threads=os.cpu_count() or threads)
    if certificate is not None:
        files.write(certificate, bytes(proof))
    return Solved(root, checked.outcome, misere, proof, status, seconds, crew.lost)


def _check(workers: int, threads: int, job_seconds: float = JOB_SECONDS) -> None:
    """Refuses what nobody can work with, before anything is started."""
    if workers < 1:
        raise ValueError("there must be one worker at least")
    if not 1 <= threads <= 256:
        raise ValueError("a worker has 1 to 256 threads")
    if not 0 < job_seconds < math.inf:
        raise ValueError("a job takes some time: write a number of seconds above 0")


def _start_ray(address: Optional[str], cpus: int) -> bool:
    """Connects to Ray, or starts a local one; whether it is ours to end."""
    if ray.is_initialized():
        return False
    if address is None:
        # Not one that happens to run here: it is asked for by its address.
        ray.init("local", num_cpus=cpus, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    else:
        _reach(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    return True


def _reach(address: str) -> None:
    """Refuses an address at which nobody listens. Ray would try for minutes."""
    found = re.fullmatch(r"([^/]+):(\d+)", address)
    if found is None:
        return
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), timeout=REACH_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"no Ray cluster answers at {address} ({error}); `ray start --head` starts one") from None


@dataclass(frozen=True)
class _Team:
    """Workers on one machine, as one process: their threads share its tables."""

    name: str
    size: int
    #: Where it has a place; nothing if it takes any.
    node: Optional[str]
    actor: Any
    #: Answers once it has begun.
    alive: Any
    since: float

    @property
    def has_begun(self) -> bool:
        return bool(ray.wait([self.alive], timeout=0)[0])


class _Crew:
    """The coordinator and the workers, as the driver sees them."""

    def __init__(
        self, root: _rhizome.Position, misere: bool, size: int, threads: int, memory: int, tamper: Dict[int, Tamper]
    ) -> None:
        self.root, self.misere, self.size, self.threads, self.memory = root, misere, size, threads, memory
        self.tamper = tamper
        self.margin: Optional[float] = None
        self.coordinator: Any = None
        self.lost = 0
        self._running: Dict[Any, _Team] = {}
        self._named = 0
        self._run = uuid.uuid4().hex
        self._accused: set[str] = set()

    def begin(self, settings: Settings, directory: str, save_seconds: float) -> None:
        self.margin = settings.margin
        shares = self._shares(self.size)
        if settings.together is None:
            settings = replace(settings, together=len(shares) if len(shares) <= TOGETHER_MAX and not self.misere else 0)
        place = ray.get_runtime_context().get_node_id()
        # Workers beside it have nothing to do when the proof is written down.
        beside = max((size for node, size in shares if node == place), default=1)
        settings = replace(settings, threads=max(settings.threads, beside * self.threads))
        here = NodeAffinitySchedulingStrategy(place, soft=True)
        options = dict(num_cpus=0, max_restarts=-1, max_task_retries=-1, scheduling_strategy=here)
        create: Any = ray.remote(actors.CoordinatorActor).options(**options)
        self.coordinator = create.remote(str(self.root), self.misere, settings, directory, save_seconds)
        try:
            ray.get(self.coordinator.begin.remote())
        except RayTaskError as error:
            raise getattr(error, "cause", error) from None
        for node, size in shares:
            self._add(node, size)

    def _shares(self, workers: int) -> List[Share]:
        """Where so many workers find room now."""
        if self.tamper:
            # A liar stands for himself.
            return share_out(workers, {})
        list_nodes: Any = ray.nodes
        room = {
            node["NodeID"]: int(node["Resources"].get("CPU", 0) // self.threads) for node in list_nodes() if node["Alive"]
        }
        for team in self._running.values():
            if team.node in room:
                room[team.node] -= team.size
        return share_out(workers, room)

    def _add(self, node: Optional[str], size: int) -> None:
        name = f"worker {self._named}"
        strategy = NodeAffinitySchedulingStrategy(node, soft=True) if node else "SPREAD"
        threads, memory = size * self.threads, size * self.memory
        # Two calls at once: a job, and the one that stops it. A dead worker is not restarted but replaced, under another name.
        create: Any = ray.remote(actors.WorkerActor).options(
            num_cpus=threads, max_restarts=0, max_concurrency=2, scheduling_strategy=strategy
        )
        actor = create.remote(
            name, self.root.lives, self.misere, threads, memory, self.tamper.get(self._named), self.margin, self._run
        )
        self._named += 1
        team = _Team(name, size, node, actor, actor.process.remote(), time.monotonic())
        self._running[actor.run.remote(self.coordinator)] = team

    def look(self) -> None:
        """Replaces workers that died, and finds other places for those that wait too long for theirs."""
        done, waiting = ray.wait(list(self._running), num_returns=max(len(self._running), 1), timeout=0)
        for reference in done:
            team = self._running.pop(reference)
            try:
                ray.get(reference)
            except RayTaskError:
                raise
            except RayActorError as error:
                if "creation task" in str(error):
                    # It never came to life, and nobody else would: the package is missing there, or of another version.
                    raise
                self.lost += team.size * (team.name not in self._accused)
                self.coordinator.lost.remote(team.name)
                for share in self._shares(team.size):
                    self._add(*share)
        for reference in waiting:
            team = self._running[reference]
            if team.node and time.monotonic() - team.since > PLACE_SECONDS and not team.has_begun:
                del self._running[reference]
                ray.kill(team.actor)
                for share in share_out(team.size, {}):
                    self._add(*share)

    @property
    def alive(self) -> int:
        """How many workers have begun and are not lost."""
        return sum(team.size for team in self._running.values() if team.has_begun)

    def replace(self, accused: Iterable[str]) -> None:
        """Ends workers that lied; others come in their place."""
        for team in self._running.values():
            if team.name in accused and team.name not in self._accused:
                self._accused.add(team.name)
                ray.kill(team.actor)

    def restart(self) -> None:
        """After a proof that was none, those who had finished begin again."""
        for reference in list(self._running):
            if ray.wait([reference], timeout=0)[0]:
                team = self._running.pop(reference)
                self._running[team.actor.run.remote(self.coordinator)] = team

    def save(self) -> None:
        """Puts everything on the disk, unless that takes too long: there is an older checkpoint."""
        if self.coordinator is not None:
            ray.wait([self.coordinator.save.remote()], timeout=END_SECONDS)

    def end(self) -> None:
        ended = [team.actor.end.remote() for team in self._running.values()]
        if ended:
            ray.wait(ended, num_returns=len(ended), timeout=END_SECONDS)
        for team in self._running.values():
            ray.kill(team.actor)
        if self.coordinator is not None:
            ray.kill(self.coordinator)

    @property
    def members(self) -> List[Any]:
        """The actors of the workers."""
        return [team.actor for team in self._running.values()]


def _watch(
    crew: _Crew, timeout: Optional[float], progress: Optional[OnStatus], is_kept: bool
) -> Tuple[_rhizome.Certificate, Status, float]:
    """Waits for the proof."""
    begun, nodes_before = time.monotonic(), 0
    # An answer is on the disk before anybody hears of it; all else is saved now.
    rest = "the checkpoint has everything, run again with it to go on" if is_kept else "a run with a checkpoint could go on"

    def go_on(status: Status) -> None:
        """Tells how far it is, and raises `TimeUp` where that is far enough."""
        seconds = time.monotonic() - begun
        reason = None
        if progress is not None and progress(status, (status.nodes - nodes_before) / max(seconds, 0.001)) is False:
            reason = "stopped"
        elif timeout is not None and seconds > timeout:
            reason = "the time is up"
        if reason is not None:
            if status.outcome is None:
                ray.get(crew.coordinator.save.remote())
            raise TimeUp(f"{reason}; {rest}")

    while True:
        status: Status = replace(ray.get(crew.coordinator.status.remote()), workers=crew.alive)
        nodes_before = nodes_before or max(status.nodes, 1)
        go_on(status)
        crew.replace([name for name, _ in status.accused])
        if status.outcome is not None:
            written = crew.coordinator.certificate.remote(None)
            while not ray.wait([written], timeout=LOOK_SECONDS)[0]:
                go_on(status)
            proof = ray.get(written)
            if proof is not None:
                status = replace(ray.get(crew.coordinator.status.remote()), workers=crew.alive)
                return _rhizome.Certificate.from_bytes(proof), status, time.monotonic() - begun
            crew.restart()
            continue
        crew.look()
        time.sleep(LOOK_SECONDS)


def outcome(solver: Solver, item: Any) -> Any:
    """Who wins a position: what `map` does if nothing else is asked for. An item may be a pair of a position and whether play is misère."""
    position, misere = item if isinstance(item, tuple) else (item, False)
    return solver.outcome(position, misere=misere)


def map(  # noqa: A001 - it is what map does
    items: Iterable[Any],
    function: Callable[[Solver, Any], Any] = outcome,
    *,
    workers: int = 2,
    threads: int = 1,
    memory: Memory = "1G",
    address: Optional[str] = None,
) -> List[Any]:
    """Calls `function(solver, item)` for many items on any number of machines, and gives what came out, in order. Each worker keeps one warm solver.

    Surveys of positions, games between programs, samples for training: everything that falls apart into items goes through here. An item
    whose worker dies is given to another one.
    """
    _check(workers, threads)
    started = _start_ray(address, workers * threads)
    create: Any = ray.remote(actors.MapActor).options(num_cpus=threads, max_restarts=0, scheduling_strategy="SPREAD")
    given = list(items)
    waiting = [(place, 0) for place in reversed(range(len(given)))]
    results: List[Any] = [None] * len(given)
    running: Dict[Any, Tuple[int, int, Any]] = {}
    try:
        shared = ray.put(function)
        idle = [create.remote(threads, bytes_of(memory)) for _ in range(max(1, min(workers, len(given))))]
        everybody = list(idle)
        while waiting or running:
            while waiting and idle:
                (place, tries), actor = waiting.pop(), idle.pop()
                running[actor.call.remote(shared, given[place])] = (place, tries, actor)
            done, _ = ray.wait(list(running))
            for reference in done:
                place, tries, actor = running.pop(reference)
                try:
                    results[place] = ray.get(reference)
                    idle.append(actor)
                except RayTaskError:
                    raise
                except RayActorError:
                    if tries + 1 >= TRIES_MAX:
                        raise
                    waiting.append((place, tries + 1))
                    idle.append(create.remote(threads, bytes_of(memory)))
                    everybody.append(idle[-1])
        for actor in everybody:
            ray.kill(actor)
        return results
    finally:
        if started:
            ray.shutdown()


def show(status: Status, rate: float) -> None:
    """One line for a person who watches."""
    for name, claim in status.accused:
        print(f"\r\x1b[K{name} {claim}: what it said is thrown away", file=sys.stderr)
    print(f"\r\x1b[K{status.line(rate)} (Ctrl-C stops)", end="", file=sys.stderr, flush=True)
