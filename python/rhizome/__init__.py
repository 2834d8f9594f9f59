"""Sprouts, its solver and its proofs, and connection games.

>>> import rhizome
>>> p = rhizome.Position("0*5")
>>> len(p.children()), p.lives
(4, 15)
>>> print(rhizome.Solver(threads=1, memory="256M").outcome(p))
0*5: the player to move wins (normal play)
"""

from ._rhizome import Certificate, Game, Position, Spot, Stop, __version__
from .errors import (
    CertificateError,
    ContradictionError,
    DescriptionError,
    Error,
    IllegalMove,
    LiarError,
    NoProof,
    OutOfMemory,
    OutputError,
    PositionError,
    ResultsError,
    Stopped,
    TimeUp,
)
from .opponents import Opponents
from .results import Answer, Checked, Choice, Outcome, Progress, Stored, ValuedMove
from .solver import Solver, check
from . import connection

__all__ = [
    "Answer",
    "Certificate",
    "CertificateError",
    "Checked",
    "Choice",
    "ContradictionError",
    "DescriptionError",
    "Error",
    "Game",
    "IllegalMove",
    "LiarError",
    "NoProof",
    "Opponents",
    "OutOfMemory",
    "Outcome",
    "OutputError",
    "Position",
    "PositionError",
    "Progress",
    "ResultsError",
    "Solver",
    "Spot",
    "Stop",
    "Stopped",
    "Stored",
    "TimeUp",
    "ValuedMove",
    "__version__",
    "check",
    "connection",
]
