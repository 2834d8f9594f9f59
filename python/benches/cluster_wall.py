"""What a second worker buys in wall-clock time: workers on a real Ray against one plain solver, on the same machine, one after the other.

    python benches/cluster_wall.py WORKERS SPOTS … [--margins MARGIN …]

For a quiet machine with as many cores as workers. A search is luck: every number of spots is solved with several margins, by both sides alike.
Seconds are from the first job to the answer; the proof is written down and checked after that on both sides. What the nodes do not explain is
communication, waiting, and cores that are not free.
"""

import argparse
import logging
import math
import time
from typing import List

import ray

from rhizome import _rhizome, cluster

MEMORY = 2 << 30

parser = argparse.ArgumentParser()
parser.add_argument("workers", type=int)
parser.add_argument("spots", type=int, nargs="+")
parser.add_argument("--margins", type=float, nargs="+", default=[0.14, 0.16, 0.18, 0.2, 0.22])
arguments = parser.parse_args()

ray.init(num_cpus=arguments.workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
print("| spots, margin | alone: nodes | seconds | together: nodes | seconds | nodes by nodes | times as fast | communication and waiting |")
print("|---|---|---|---|---|---|---|---|")
every: List[float] = []
for spots in arguments.spots:
    logarithms = []
    for margin in arguments.margins:
        solver = _rhizome.Solver(1, MEMORY)
        solver.begin_game(3 * spots, margin)
        begun = time.perf_counter()
        solver.solve(spots, False, False)
        alone, nodes_alone = time.perf_counter() - begun, solver.progress(False)[0]
        del solver
        settings = cluster.Settings(memory=MEMORY, together=arguments.workers, margin=margin)
        solved = cluster.solve(spots, workers=arguments.workers, memory=MEMORY, settings=settings)
        seconds, nodes = solved.status.seconds or math.nan, solved.status.nodes
        logarithms.append(math.log(alone / seconds))
        # At the plain solver's pace so many nodes would take …
        work = nodes / arguments.workers * alone / nodes_alone
        print(
            f"| {spots}, {margin:g} | {nodes_alone:,} | {alone:.2f} | {nodes:,} | {seconds:.2f} | {nodes / nodes_alone:.2f} | "
            f"{alone / seconds:.2f} | {100 * (1 - work / seconds):.0f} % |",
            flush=True,
        )
    every += logarithms
    print(f"| {spots}, all | | | | | | {math.exp(sum(logarithms) / len(logarithms)):.2f} | |", flush=True)
print(f"\n{arguments.workers} workers: {math.exp(sum(every) / len(every)):.2f} times as fast (geometric mean of {len(every)})")
ray.shutdown()
