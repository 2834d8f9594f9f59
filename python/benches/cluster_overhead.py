"""What sharing costs: several workers on one proof against one plain solver.

    python benches/cluster_overhead.py SPOTS WORKERS JOB_SECONDS [MARGIN …]

The workers are real, but take turns in this program, each with a clock of its own that runs by the processor time of its jobs: so a machine that
others use as well tells the same as a quiet one. A call costs what Ray was measured to take (`python -m rhizome.cluster.simulation call`), and the
coordinator answers one after another. Search overhead is nodes by nodes; what is left of the workers' time is communication and waiting.

A search is luck: another margin, of the solver alone and of the workers alike, is another sample of it. The last line is about all of them.
"""

import dataclasses
import sys
import time
from typing import Tuple

from rhizome import _rhizome
from rhizome.cluster.coordinator import Coordinator, Settings
from rhizome.cluster.simulation import CALL_SECONDS
from rhizome.cluster.worker import Worker

MEMORY = 4 << 30


def alone(spots: int, margin: float) -> Tuple[int, float]:
    """Nodes and seconds of one solver."""
    solver = _rhizome.Solver(1, MEMORY)
    solver.begin_game(_rhizome.Position.start(spots).lives, margin)
    begun = time.thread_time()
    solver.solve(spots, False, False)
    return solver.progress(False)[0], time.thread_time() - begun


def together(spots: int, size: int, job_seconds: float, margin: float) -> Tuple[int, float, float, int]:
    """Nodes in all, seconds until the answer, the share of them that is work, and jobs."""
    coordinator = Coordinator.begin(spots, False, Settings(job_seconds=job_seconds, memory=MEMORY))
    lives = coordinator.frontier.position.lives
    crew = [
        {"worker": Worker(lives, False, 1, MEMORY, margin=margin), "clock": 0.0, "seen": (0, 0), "report": None, "busy": 0.0}
        for _ in range(size)
    ]
    free = 0.0
    while True:
        place = min(range(size), key=lambda place: crew[place]["clock"])
        member = crew[place]
        before = time.thread_time()
        if member["report"] is not None:
            coordinator.report(f"worker {place}", member["report"], member["clock"])
        if coordinator.outcome is not None:
            break
        facts = coordinator.frontier.news_from(member["seen"])
        member["seen"] = (coordinator.frontier.facts, 0)
        job = coordinator.take(f"worker {place}", member["clock"])
        free = max(free, member["clock"]) + (time.thread_time() - before) + CALL_SECONDS
        before = time.thread_time()
        member["worker"].hear(facts)
        member["report"] = None
        if job is None:
            member["clock"] = free + 0.02
            continue
        begun = time.thread_time()
        report = member["worker"].work(job)
        seconds = time.thread_time() - begun
        # Its rate is that of its processor, not of this machine's other users.
        member["report"] = dataclasses.replace(report, seconds=seconds)
        member["busy"] += seconds
        member["clock"] = free + time.thread_time() - before
    elapsed = member["clock"]
    status = coordinator.status()
    return status.nodes, elapsed, sum(member["busy"] for member in crew) / (size * elapsed), status.jobs_done


spots, size, job_seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
sums = [0.0, 0.0, 0.0, 0.0]
for margin in [float(text) for text in sys.argv[4:]] or [0.14, 0.16, 0.18, 0.2, 0.22]:
    nodes_alone, seconds_alone = alone(spots, margin)
    nodes, elapsed, busy, jobs = together(spots, size, job_seconds, margin)
    sums = [a + b for a, b in zip(sums, (nodes_alone, seconds_alone, nodes, elapsed))]
    print(
        f"{spots} spots, margin {margin:g}: alone {nodes_alone} nodes, {seconds_alone:.2f} s; {size} workers {nodes} nodes "
        f"({nodes / nodes_alone:.2f} times), {jobs} jobs, {elapsed:.2f} s, {seconds_alone / elapsed:.2f} times as fast, "
        f"{100 * (1 - busy):.0f} % communication and waiting",
        flush=True,
    )
print(f"{spots} spots, all: {sums[2] / sums[0]:.2f} times the nodes, {sums[1] / sums[3]:.2f} times as fast")
