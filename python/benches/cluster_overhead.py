"""What sharing costs: several workers on one proof against one plain solver.

    python benches/cluster_overhead.py SPOTS WORKERS [JOB_SECONDS …]

The workers are real, but take turns in this program, each with a clock of its own that runs by the processor time of its jobs: so a machine that
others use as well tells the same as a quiet one. A call costs what Ray was measured to take (`python -m rhizome.cluster.simulation call`), and the
coordinator answers one after another. Search overhead is nodes by nodes; what is left of the workers' time is communication and waiting.
"""

import sys
import time

import rhizome
from rhizome.cluster.coordinator import Coordinator, Settings
from rhizome.cluster.simulation import CALL_SECONDS
from rhizome.cluster.worker import Worker

spots, size = int(sys.argv[1]), int(sys.argv[2])
budgets = [float(text) for text in sys.argv[3:]] or [0.5, 1.0, 2.0]

alone = rhizome.Solver(threads=1, memory="4G")
begun = time.process_time()
nodes_alone = alone.outcome(spots).nodes
seconds_alone = time.process_time() - begun
print(f"{spots} spots: one solver, {nodes_alone} nodes, {seconds_alone:.2f} s")

for job_seconds in budgets:
    coordinator = Coordinator.begin(spots, False, Settings(job_seconds=job_seconds, memory=4 << 30))
    lives = coordinator.frontier.position.lives
    crew = [{"worker": Worker(lives, False, 1, 4 << 30), "clock": 0.0, "seen": 0, "job": None, "busy": 0.0} for _ in range(size)]
    free = 0.0
    while coordinator.outcome is None:
        place = min(range(size), key=lambda place: crew[place]["clock"])
        member = crew[place]
        if member["job"] is not None:
            report, member["report"] = member["report"], None
        else:
            report = None
        before = time.thread_time()
        if report is not None:
            coordinator.report(f"worker {place}", report, member["clock"])
        facts = coordinator.frontier.facts_from(member["seen"])
        member["seen"] = coordinator.frontier.facts
        member["job"] = coordinator.take(f"worker {place}", member["clock"])
        free = max(free, member["clock"]) + (time.thread_time() - before) + CALL_SECONDS
        member["clock"] = free
        before = time.thread_time()
        member["worker"].hear(facts)
        if member["job"] is not None:
            begun = time.thread_time()
            report = member["worker"].work(member["job"])
            seconds = time.thread_time() - begun
            # Its rate is that of its processor, not of this machine's other users.
            member["report"] = type(report)(report.job, report.effort, report.moves, report.facts, report.nodes, seconds)
            member["busy"] += seconds
        member["clock"] += time.thread_time() - before if member["job"] is not None else 0.02
    elapsed = max(member["clock"] for member in crew)
    status = coordinator.status()
    busy = sum(member["busy"] for member in crew) / (size * elapsed)
    print(
        f"  jobs of {job_seconds:g} s: {size} workers, {status.nodes} nodes ({status.nodes / nodes_alone:.2f} times), {status.jobs_done} jobs, "
        f"{elapsed:.2f} s, {seconds_alone / elapsed:.2f} times as fast, {100 * (1 - busy):.0f} % communication and waiting",
        flush=True,
    )
