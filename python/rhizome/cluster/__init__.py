"""Solving on many machines, on Ray: from a laptop to hundreds of them. `docs/cluster.md` is the guide.

    python -m rhizome.cluster solve "0*21" --workers 8 --threads 2 --certificate 21.cert --checkpoint DIRECTORY

From Python it is `rhizome.cluster.solve("0*21", workers=8, threads=2)`, and `rhizome.cluster.map` for everything else.
"""

try:
    import ray as _ray
except ImportError as error:  # pragma: no cover
    raise ImportError("rhizome.cluster needs Ray: pip install 'rhizome-games[cluster]'") from error

from .coordinator import Coordinator, Job, Report, Settings, Status
from .driver import Solved, map, outcome, solve
from .worker import Worker

del _ray

__all__ = ["Coordinator", "Job", "Report", "Settings", "Solved", "Status", "Worker", "map", "outcome", "solve"]
