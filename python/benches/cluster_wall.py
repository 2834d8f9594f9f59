"""What a second worker buys in wall-clock time: workers on a real Ray against one plain solver, on the same machine, one after the other.

    python benches/cluster_wall.py [SPOTS …] [--workers 2] [--margins MARGIN …] [--minutes 12] [--apart] [--proof]

For a quiet machine with as many cores as workers. Workers on one machine share their tables. With `--apart` each of them has a node of Ray for
itself, as if it were on another machine, and they tell each other what they prove.

A search is luck. So every number of spots is solved with several margins (how much worse a move may become before the search leaves it), by both
sides alike. The margins are fixed before anything is run: without `--margins` they are spread evenly over all from 0.14 to 0.22, and every number of spots takes
the first ones of the same row. Searches of up to 20 spots last a second or two, so they take three margins where larger ones take one.
All numbers of spots have their turn before any has another one, and nothing new begins when the minutes are over.

Seconds are from the first job to the answer, and of one solver from the question to the answer: programs and processes have started before that, on both
sides. Writing down and checking the proof comes after that and counts on neither side, so it is done only with `--proof`. Two kinds of overhead
are told apart. That of the search is the nodes, and above all the children that are generated for them: a land that two workers look at costs both
its children. What the children do not explain is communication, waiting, tables that are shared, and cores that are not free.
"""

import argparse
import itertools
import logging
import math
import statistics
import time
from typing import Dict, Iterator, List, Tuple

import ray
from ray.cluster_utils import Cluster

from rhizome import _rhizome, cluster
from rhizome.errors import TimeUp

MEMORY = 2 << 30
#: Numbers of spots up to this are solved so many times as often.
SHORT_SPOTS, SHORT_TIMES = 20, 3
MARGINS = (0.14, 0.22)
#: Multiples of it are spread evenly between whole numbers, however many there are: the golden ratio.
GOLDEN = (math.sqrt(5) - 1) / 2

parser = argparse.ArgumentParser()
parser.add_argument("spots", type=int, nargs="*", default=[18, 20, 21, 24])
parser.add_argument("--workers", type=int, default=2)
parser.add_argument("--margins", type=float, nargs="+")
parser.add_argument("--minutes", type=float, default=12.0)
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


def margins() -> Iterator[float]:
    """The margins in order, the same for every number of spots."""
    if arguments.margins:
        yield from arguments.margins
        return
    least, most = MARGINS
    for place in itertools.count(1):
        yield round(least + (most - least) * (place * GOLDEN % 1), 3)


def mean(numbers: List[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def row(name: str, runs: List[Run]) -> str:
    """A line of the table of means."""
    nodes, children, times, shares, alone = map(list, zip(*runs))
    return (
        f"| {name} | {len(runs)} | {mean(nodes):.2f} | {mean(children):.2f} | {100 * sum(shares) / len(runs):.0f} % | {mean(times):.2f} | "
        f"{error(times)} | {min(times):.2f}, {max(times):.2f} | {min(alone):.1f} to {max(alone):.1f} s |"
    )


def error(times: List[float]) -> str:
    """One standard error of their geometric mean, either way."""
    if len(times) < 2:
        return ""
    share = statistics.stdev(map(math.log, times)) / math.sqrt(len(times))
    return f"{mean(times) * math.exp(-share):.2f} to {mean(times) * math.exp(share):.2f}"


if arguments.apart:
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(1, arguments.workers):
        nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False, logging_level=logging.ERROR)
else:
    ray.init("local", num_cpus=arguments.workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
# A Ray that has just started is still starting processes of its own.
cluster.solve(8, workers=arguments.workers, memory=MEMORY)
print("| spots, margin | alone: nodes | seconds | together: nodes | seconds | nodes by nodes | children by children | what children do not explain | times as fast |")
print("|---|---|---|---|---|---|---|---|---|")
runs: Dict[int, List[Run]] = {spots: [] for spots in arguments.spots}
end = time.monotonic() + 60 * arguments.minutes
left = {spots: margins() for spots in arguments.spots}
try:
    while left and time.monotonic() < end:
        for spots in list(left):
            for _ in range(SHORT_TIMES if spots <= SHORT_SPOTS else 1):
                margin = next(left[spots], None)
                if margin is None:
                    left.pop(spots, None)
                    break
                if time.monotonic() < end:
                    runs[spots].append(pair(spots, margin))
except KeyboardInterrupt:
    pass
print(
    "\n| spots | runs | nodes, by those of one solver | children | what children do not explain | times as fast (geometric mean) | with one standard error | "
    "from, to | one solver |"
)
print("|---|---|---|---|---|---|---|---|---|")
for spots, done in runs.items():
    if done:
        print(row(str(spots), done))
everything = [run for done in runs.values() for run in done]
if everything:
    print(row("all", everything))
ray.shutdown()
