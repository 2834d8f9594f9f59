"""What a second worker buys in wall-clock time: workers on a real Ray against one plain solver, on the same machine, one after the other.

    python benches/cluster_wall.py [SPOTS …] [--workers 2] [--margins MARGIN …] [--minutes 20] [--apart] [--proof]

Workers on one machine share their tables. With `--apart` each of them has a node of Ray for itself, as if it were on another machine, and they
tell each other what they prove. For a quiet machine with as many cores as workers. A search is luck: every number of spots is solved with several margins, by both sides alike. All
numbers of spots have their turn with the first margin before the second one begins, and nothing new begins when the minutes are over.
Seconds are from the first job to the answer. Writing down and checking the proof comes after that and counts on neither side, so it is done only with
`--proof`. Two kinds of overhead are told
apart. That of the search is the nodes, and above all the children that are generated for them: a land that two workers look at costs both its
children. What the children do not explain is communication, waiting, and cores that are not free.
"""

import argparse
import logging
import math
import time
from typing import Dict, List, Tuple

import ray
from ray.cluster_utils import Cluster

from rhizome import _rhizome, cluster
from rhizome.errors import TimeUp

MEMORY = 2 << 30

parser = argparse.ArgumentParser()
parser.add_argument("spots", type=int, nargs="*", default=[18, 20, 21, 24])
parser.add_argument("--workers", type=int, default=2)
parser.add_argument("--margins", type=float, nargs="+", default=[0.18, 0.16, 0.2, 0.14, 0.22])
parser.add_argument("--minutes", type=float, default=20.0)
parser.add_argument("--apart", action="store_true")
parser.add_argument("--proof", action="store_true")
arguments = parser.parse_args()

#: Of each run: nodes by nodes, children by children, times as fast, the share that is communication and waiting, and seconds alone.
Run = Tuple[float, float, float, float, float]


def together(spots: int, margin: float) -> cluster.Status:
    """The workers, and what they took."""
    settings = cluster.Settings(memory=MEMORY, margin=margin)
    solved: List[cluster.Status] = []

    def look(status: cluster.Status, rate: float) -> bool:
        if status.outcome is not None:
            solved.append(status)
        return arguments.proof or status.outcome is None

    try:
        cluster.solve(spots, workers=arguments.workers, memory=MEMORY, settings=settings, progress=look)
    except TimeUp:
        pass
    return solved[-1]


def pair(spots: int, margin: float) -> Run:
    """One solver alone, then the workers."""
    solver = _rhizome.Solver(1, MEMORY)
    solver.begin_game(3 * spots, margin)
    begun = time.perf_counter()
    wins, _ = solver.solve(spots, False, False)
    alone = time.perf_counter() - begun
    nodes_alone, children_alone = solver.progress(False)[:2]
    del solver
    status = together(spots, margin)
    assert status.outcome == ("win" if wins else "loss")
    seconds = status.seconds or math.nan
    nodes, children = status.nodes / nodes_alone, status.children / children_alone
    # At the plain solver's pace so many children would take …
    work = children / arguments.workers * alone
    print(
        f"| {spots}, {margin:g} | {nodes_alone:,} | {alone:.2f} | {status.nodes:,} | {seconds:.2f} | {nodes:.2f} | {children:.2f} | "
        f"{100 * (1 - work / seconds):.0f} % | {alone / seconds:.2f} |",
        flush=True,
    )
    return nodes, children, alone / seconds, 1 - work / seconds, alone


def mean(numbers: List[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def row(name: str, runs: List[Run]) -> str:
    """A line of the table of means."""
    nodes, children, times, shares, alone = map(list, zip(*runs))
    return (
        f"| {name} | {len(runs)} | {mean(nodes):.2f} | {mean(children):.2f} | {100 * sum(shares) / len(runs):.0f} % | {mean(times):.2f} | "
        f"{min(times):.2f}, {max(times):.2f} | {min(alone):.1f} to {max(alone):.1f} s |"
    )


if arguments.apart:
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(1, arguments.workers):
        nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False, logging_level=logging.ERROR)
else:
    ray.init("local", num_cpus=arguments.workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
# A Ray that has just started is still starting processes of its own.
cluster.solve(8, workers=arguments.workers, memory=MEMORY)
print("| spots, margin | alone: nodes | seconds | together: nodes | seconds | nodes by nodes | children by children | communication and waiting | times as fast |")
print("|---|---|---|---|---|---|---|---|---|")
runs: Dict[int, List[Run]] = {spots: [] for spots in arguments.spots}
end = time.monotonic() + 60 * arguments.minutes
try:
    for margin in arguments.margins:
        for spots in arguments.spots:
            if time.monotonic() < end:
                runs[spots].append(pair(spots, margin))
except KeyboardInterrupt:
    pass
print("\n| spots | margins | nodes, by those of one solver | children | communication and waiting | times as fast (geometric mean) | from, to | one solver |")
print("|---|---|---|---|---|---|---|---|")
for spots, done in runs.items():
    if done:
        print(row(str(spots), done))
everything = [run for done in runs.values() for run in done]
if everything:
    print(row("all", everything))
ray.shutdown()
