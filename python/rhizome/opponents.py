"""The computer opponents of Sprouts."""

from __future__ import annotations

import random
from typing import Optional

from . import _rhizome
from ._rhizome import Game, Stop
from .quantities import Memory, Seconds, bytes_of, seconds_of
from .results import Choice, Outcome

#: The levels, weakest first.
LEVELS = ("easy", "medium", "hard", "insane", "perfect")


class Opponents:
    """Opponents of every level for both endings. They stay warm: what was proved for one move helps with the next.

    Calls let other Python threads run. Ctrl-C stops them within a second, and so does a `Stop` set by another thread.

    >>> opponents, game = Opponents(memory="64M"), Game(3)
    >>> while game.winner is None:
    ...     choice = opponents.choose(game, "perfect" if game.mover == 1 else "easy", seed=7)
    ...     game.play(choice.move)
    >>> game.winner
    1
    """

    def __init__(self, *, memory: Memory = "256M") -> None:
        self.memory = bytes_of(memory)
        self._core = _rhizome.Opponents(self.memory)

    def choose(
        self,
        game: Game,
        level: str = "perfect",
        *,
        seconds: Optional[Seconds] = 1.0,
        seed: Optional[int] = None,
        stop: Optional[Stop] = None,
    ) -> Optional[Choice]:
        """A move in a game, which is not played; nothing when the game is over. The same seed gives the same move, as long as the time is
        enough and the same was asked before. With `seconds=None` proofs take as long as they take.

        >>> Opponents(memory="64M").choose(Game(3), seed=1).knowledge
        'wins, proved'
        """
        seed = random.getrandbits(64) if seed is None else seed % (1 << 64)
        chosen = self._core.choose(game, level, seed, seconds_of(seconds), stop)
        if chosen is None:
            return None
        move, wins, chance, knowledge, different_moves = chosen
        outcome = None if wins is None else Outcome.of(wins)
        return Choice(move, outcome, chance, knowledge, different_moves)

    def __repr__(self) -> str:
        return f"Opponents(memory={self.memory})"
