"""The command line: `python -m rhizome.cluster solve POSITION`."""

from __future__ import annotations

import argparse
import sys
from typing import List, Optional

from .. import errors
from ..quantities import bytes_of, seconds_of
from ..results import Outcome
from . import driver
from .coordinator import JOB_SECONDS


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m rhizome.cluster", description="Solving on many machines, on Ray.")
    commands = parser.add_subparsers(dest="command", required=True)
    solve = commands.add_parser("solve", help="say who wins a position, with a proof")
    solve.add_argument("position", help="a position such as 0*21")
    solve.add_argument("--workers", type=int, default=2, help="how many workers (default 2)")
    solve.add_argument("--threads", type=int, default=1, help="threads of each worker (default 1)")
    solve.add_argument("--memory", default="1G", help="memory of each worker and of the coordinator (default 1G)")
    solve.add_argument("--misere", action="store_true", help="whoever cannot move wins")
    solve.add_argument("--address", help="a running Ray cluster; auto finds one. Without it a local one is started")
    solve.add_argument("--certificate", metavar="FILE", help="write the proof to this file")
    solve.add_argument("--checkpoint", metavar="DIR", help="a directory to keep everything in, and to go on from")
    solve.add_argument("--timeout", help="give up after this time, such as 60s or 5m")
    solve.add_argument("--job-seconds", type=float, default=JOB_SECONDS, help="about how long a job takes (default %(default)s)")
    asked = parser.parse_args(arguments)
    # The line of progress.
    clear = "\r\x1b[K" if sys.stderr.isatty() else ""
    try:
        bytes_of(asked.memory), seconds_of(asked.timeout)
        solved = driver.solve(
            asked.position,
            workers=asked.workers,
            threads=asked.threads,
            memory=asked.memory,
            misere=asked.misere,
            address=asked.address,
            certificate=asked.certificate,
            checkpoint=asked.checkpoint,
            timeout=asked.timeout,
            job_seconds=asked.job_seconds,
            progress=driver.show if sys.stderr.isatty() else None,
        )
    except KeyboardInterrupt:
        go_on = "run again with the same --checkpoint to go on" if asked.checkpoint else "with --checkpoint it could go on"
        print(f"{clear}stopped; {go_on}", file=sys.stderr)
        return 130
    except (errors.Error, ValueError, ConnectionError) as error:
        print(f"{clear}error: {error}", file=sys.stderr)
        return 1
    print(clear, end="", file=sys.stderr)
    verb = "wins" if solved.outcome is Outcome.WIN else "loses"
    play = "misère" if solved.misere else "normal"
    status = solved.status
    print(f"{solved.position}: the player to move {verb} ({play} play)")
    print(
        f"{status.nodes} nodes in {status.jobs_done} jobs, {status.facts} facts shared, {solved.workers_lost} workers lost, "
        f"{solved.seconds:.1f} s; the proof has {len(solved.certificate)} claims and was checked by the rules alone"
    )
    for name, claim in status.accused:
        print(f"{name} {claim}: what it said was thrown away")
    if asked.certificate:
        print(f"The proof is in {asked.certificate}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
