"""A simulation of the coordinator with 8 to 1,024 workers: the real bookkeeping, driven by events instead of machines.

    python -m rhizome.cluster.simulation record jobs.json [POSITION] [SECONDS]
    python -m rhizome.cluster.simulation run jobs.json [--svg FILE]

`record` solves a position in this program and writes down every job: nodes, seconds, whether it was decided, its facts. `run` lets any number of
workers take jobs of such lengths. The coordinator is one server with a queue; it is as fast as this program measures it to be while it does the
same work, on processor time, plus what Ray takes for a call. Speed-up is the time that workers spent on jobs by the time that passed.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import sys
import time
from pathlib import Path
from typing import Any, Dict, List, Tuple

from .coordinator import Coordinator, Job, Report, Settings
from .worker import Worker

#: Processor time that Ray takes in the coordinator's process for a call, measured with empty calls; `measure_call` does it again.
CALL_SECONDS = 0.0008


def record(position: str, seconds: float, job_seconds: float = 1.0) -> List[Dict[str, Any]]:
    """Works on a position for a while, and writes every job down."""
    coordinator = Coordinator.begin(position, False, Settings(job_seconds=job_seconds))
    worker = Worker(coordinator.frontier.position.lives, False, 1, 1 << 30)
    jobs, begun, seen = [], time.monotonic(), (0, 0)
    while time.monotonic() - begun < seconds:
        worker.hear(coordinator.frontier.news_from(seen))
        seen = (coordinator.frontier.facts, 0)
        job = coordinator.take("one", time.monotonic())
        if job is None:
            break
        before = time.thread_time()
        report = worker.work(job)
        took = time.thread_time() - before
        coordinator.report("one", report, time.monotonic())
        if report.nodes:
            jobs.append(
                {
                    "asked": job.nodes,
                    "nodes": report.nodes,
                    "seconds": took,
                    "decided": 0 in report.effort,
                    "facts": report.facts.hex(),
                }
            )
    return jobs


class Simulation:
    """Workers whose jobs take as long as recorded ones."""

    def __init__(
        self, position: str, jobs: List[Dict[str, Any]], workers: int, job_seconds: float, load: float, seed: int = 1
    ) -> None:
        self.position, self.workers, self.jobs = position, workers, jobs
        self.settings = Settings(job_seconds=job_seconds, load=load, memory=1 << 34)
        self.coordinator = self._begin()
        self.chance = random.Random(seed)
        self.busy = 0.0
        self.server_free = 0.0
        self.served = 0.0
        self.calls = 0

    def _begin(self) -> Coordinator:
        """A proof to be found. How fast workers are is known from the start: how it is learnt is not what is asked here."""
        coordinator = Coordinator.begin(self.position, False, self.settings)
        rates = [job["nodes"] / job["seconds"] for job in self.jobs if job["seconds"] > 0]
        coordinator._rate = sum(rates) / len(rates)
        coordinator._workers = {f"worker {worker}": 0.0 for worker in range(self.workers)}
        return coordinator

    def run(self, seconds: float) -> Dict[str, float]:
        """Lets so many seconds pass, and says how busy everybody was."""
        # Whoever has no job asks again a little later, as the actors do.
        events: List[Tuple[float, int, int, Any]] = []
        for worker in range(self.workers):
            heapq.heappush(events, (self.chance.random() * 0.01, worker, worker, None))
        order = self.workers
        now = 0.0
        while events:
            now, _, worker, done = heapq.heappop(events)
            if now > seconds:
                break
            answered, job = self._serve(now, f"worker {worker}", done)
            order += 1
            if job is None:
                heapq.heappush(events, (answered + 0.02, order, worker, None))
                continue
            took, report = self._work(job)
            self.busy += min(took, max(seconds - answered, 0.0))
            heapq.heappush(events, (answered + took, order, worker, report))
        return {
            "workers": self.workers,
            "speedup": self.busy / seconds,
            "coordinator": self.served / seconds,
            "calls": self.calls / seconds,
            "milliseconds": 1000 * self.served / max(self.calls, 1),
            "questions": self.coordinator.frontier.questions,
        }

    def _serve(self, now: float, worker: str, report: Any) -> Tuple[float, Any]:
        """A worker's call: it waits its turn, and takes as long as the real one does here."""
        if self.coordinator.outcome is not None:
            # On to the next one: what is asked is how many workers can be kept busy.
            self.coordinator = self._begin()
        begun = time.thread_time()
        if report is not None:
            self.coordinator.report(worker, report, now)
        self.coordinator.needless(now)
        job = self.coordinator.take(worker, now)
        took = time.thread_time() - begun + CALL_SECONDS
        self.server_free = max(self.server_free, now) + took
        self.served += took
        self.calls += 1
        return self.server_free, job

    def _work(self, job: Job) -> Tuple[float, Report]:
        like = self.chance.choice(self.jobs)
        share = min(like["nodes"] / like["asked"], 1.0) if like["decided"] else 1.0
        nodes = max(1, int(job.nodes * share))
        seconds = nodes * like["seconds"] / like["nodes"]
        # A loss decides a question above at once, which no proof has many of.
        wins = self.chance.random() < 0.9
        effort = (0, 1 << 30) if wins else (1 << 30, 0)
        if not like["decided"]:
            effort = (self.chance.randrange(10, 5000), self.chance.randrange(10, 5000))
        # A longer job proves more; most of it others know already, which costs the coordinator nearly as much as what is new.
        facts = bytes.fromhex(like["facts"]) * max(1, round(nodes / like["nodes"]))
        return seconds, Report(job, effort, b"", facts, nodes, seconds)


def measure_call(calls: int = 2000) -> float:
    """Processor time of an actor's process for a call that does nothing."""
    import ray

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)

    class Empty:
        def call(self, report: bytes) -> float:
            return time.process_time()

    create: Any = ray.remote(Empty)
    actor = create.remote()
    first = ray.get(actor.call.remote(b""))
    for _ in range(calls):
        last = ray.get(actor.call.remote(b"x" * 2000))
    ray.shutdown()
    return float(last - first) / calls


def plot(rows: Dict[str, List[Dict[str, float]]]) -> str:
    """Speed-up by workers, both in powers of two, as an SVG document."""
    import math

    left, top, width, height = 60, 20, 520, 400
    least, most = 3, 10

    def x(workers: float) -> float:
        return left + width * (math.log2(workers) - least) / (most - least)

    def y(speedup: float) -> float:
        return top + height - height * (math.log2(max(speedup, 1)) - 0) / most

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 120} {top + height + 60}" font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="{left + width + 120}" height="{top + height + 60}" fill="#fbf8f1"/>',
    ]
    for power in range(least, most + 1):
        out.append(f'<path d="M{x(2**power):.1f} {top}V{top + height}" stroke="#ddd8cc"/>')
        out.append(f'<text x="{x(2**power):.1f}" y="{top + height + 20}" text-anchor="middle">{2**power}</text>')
    for power in range(0, most + 1, 2):
        out.append(f'<path d="M{left} {y(2**power):.1f}H{left + width}" stroke="#ddd8cc"/>')
        out.append(f'<text x="{left - 8}" y="{y(2**power) + 4:.1f}" text-anchor="end">{2**power}</text>')
    out.append(f'<path d="M{x(8)} {y(8)}L{x(1024)} {y(1024)}" stroke="#a39e93" stroke-dasharray="4 4"/>')
    out.append(f'<text x="{left + width / 2}" y="{top + height + 45}" text-anchor="middle">workers</text>')
    out.append(f'<text x="16" y="{top + height / 2}" text-anchor="middle" transform="rotate(-90 16 {top + height / 2})">workers kept busy</text>')
    for (name, line), colour in zip(rows.items(), ["#1f5fa8", "#cc4a14", "#2b2a27", "#6a8f3c"]):
        points = " ".join(f"{x(row['workers']):.1f},{y(row['speedup']):.1f}" for row in line)
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        last = line[-1]
        out.append(f'<text x="{x(last["workers"]) + 8:.1f}" y="{y(last["speedup"]) + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join(out) + "\n</svg>\n"


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m rhizome.cluster.simulation")
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("file")
    recording.add_argument("position", nargs="?", default="0*20")
    recording.add_argument("seconds", nargs="?", type=float, default=60.0)
    running = commands.add_parser("run")
    running.add_argument("file")
    running.add_argument("--position", default="0*30")
    running.add_argument("--seconds", type=float, default=20.0)
    running.add_argument("--svg")
    commands.add_parser("call")
    asked = parser.parse_args()
    if asked.command == "call":
        print(f"{1000 * measure_call():.3f} ms of processor time a call")
    elif asked.command == "record":
        jobs = record(asked.position, asked.seconds)
        Path(asked.file).write_text(json.dumps(jobs))
        print(f"{len(jobs)} jobs", file=sys.stderr)
    else:
        jobs = json.loads(Path(asked.file).read_text())
        rows: Dict[str, List[Dict[str, float]]] = {}
        # Jobs of one length, however many workers there are; and as long as the coordinator's load demands.
        for name, job_seconds, load in (("1 s", 1.0, 1e9), ("5 s", 5.0, 1e9), ("as the load demands", 1.0, Settings.load)):
            line = rows.setdefault(name, [])
            for power in range(3, 11):
                row = Simulation(asked.position, jobs, 2**power, job_seconds, load).run(max(asked.seconds, 4 * job_seconds))
                line.append(row)
                print(json.dumps({"jobs": name, **{key: round(value, 3) for key, value in row.items()}}), flush=True)
        if asked.svg:
            Path(asked.svg).write_text(plot(rows))


if __name__ == "__main__":
    main()
