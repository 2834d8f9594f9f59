"""What calls give back: small values that show themselves well."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Optional

from ._rhizome import Position


class Outcome(str, Enum):
    """Who wins, for the player to move. Equal to the plain words `"win"` and `"loss"`."""

    WIN = "win"
    LOSS = "loss"

    def __str__(self) -> str:
        return self.value

    @staticmethod
    def of(wins: bool) -> "Outcome":
        """The outcome of a player who wins or not."""
        return Outcome.WIN if wins else Outcome.LOSS


@dataclass(frozen=True)
class Progress:
    """How far a long call is: counts since the solver was made, seconds since the call began."""

    nodes: int
    children: int
    positions: int
    proved: int
    bytes: int
    seconds: float

    def __str__(self) -> str:
        rate = self.nodes / max(self.seconds, 0.001)
        return (
            f"{self.nodes} nodes, {rate:.0f} a second, {self.proved} proved, {self.bytes >> 20} MB, {self.seconds:.0f} s"
        )


@dataclass(frozen=True)
class Answer:
    """Who wins a position, and what it took to find out."""

    position: Position
    outcome: Outcome
    nimber: Optional[int]
    misere: bool
    nodes: int
    seconds: float

    @property
    def wins(self) -> bool:
        """Whether the player to move wins."""
        return self.outcome is Outcome.WIN

    def __str__(self) -> str:
        play = "misère" if self.misere else "normal"
        verb = "wins" if self.wins else "loses"
        nimber = "" if self.nimber is None else f", nimber {self.nimber}"
        return f"{self.position}: the player to move {verb} ({play} play{nimber})"

    def __repr__(self) -> str:
        nimber = "" if self.nimber is None else f", nimber={self.nimber}"
        misere = ", misere=True" if self.misere else ""
        return f"Answer({self.position}, {self.outcome}{nimber}{misere}, {self.nodes} nodes, {self.seconds:.2f} s)"


@dataclass(frozen=True)
class ValuedMove:
    """A move, and what it is worth to the player who makes it."""

    child: Position
    outcome: Outcome
    nimber: Optional[int]

    @property
    def wins(self) -> bool:
        """Whether whoever plays it wins."""
        return self.outcome is Outcome.WIN

    def __repr__(self) -> str:
        nimber = "" if self.nimber is None else f", nimber {self.nimber}"
        return f"<{self.outcome} to {self.child}{nimber}>"


@dataclass(frozen=True)
class Checked:
    """A certificate that holds: what it proves, and what was looked at."""

    position: Position
    outcome: Outcome
    nimber: Optional[int]
    misere: bool
    claims: int
    children: int
    replies: int
    seconds: float

    def __str__(self) -> str:
        play = "misère" if self.misere else "normal"
        nimber = "" if self.nimber is None else f", nimber {self.nimber}"
        return (
            f"{self.position}: {self.outcome} for the player to move in {play} play{nimber}; proved: {self.claims} claims hold by the rules "
            f"({self.children} children, {self.replies} replies, {self.seconds:.2f} s)"
        )


@dataclass(frozen=True)
class Stored:
    """How many results a file holds."""

    nimbers: int
    misere_losses: int


@dataclass(frozen=True)
class Choice:
    """A move of the computer, and what it knows about it."""

    #: As `Game.play` takes it.
    move: str
    #: For the player who makes the move, where it is proved.
    outcome: Optional[Outcome]
    #: The chance that the move wins, where nothing is proved.
    chance: Optional[float]
    #: The same in words.
    knowledge: str
    #: How many really different moves there were.
    different_moves: int

    def __repr__(self) -> str:
        return f"<{self.move}: {self.knowledge}>"
