"""Connection games: boards, rules as text, playing with undo, and random games in bulk.

>>> from rhizome import connection
>>> game = connection.load("hex", size=11)
>>> game.play("5,5")
'5,5'
>>> game.mover, len(game.legal()) > 100
(2, True)
>>> results = game.playouts(1000, seed=1)
>>> results.winners.shape, int(results.lengths.min()) >= 20
((1000,), True)
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _rhizome
from ._rhizome import Stop
from .quantities import Seconds, seconds_of

#: The levels of the computer opponents, weakest first.
LEVELS = ("easy", "medium", "strong", "master")

OptionValue = Union[int, str]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Playout:
    """A random game: who won (0 for a draw), and its moves."""

    winner: int
    moves: List[str]

    def __repr__(self) -> str:
        return f"Playout(winner={self.winner}, {len(self.moves)} moves)"


@dataclass(frozen=True)
class Thought:
    """A move that the computer would play, and what it thinks of it."""

    #: As `Game.play` takes it.
    move: str
    #: The share of the payoffs that the player to move expects: 1 for a win, 0 for a loss.
    expectation: float
    #: Whether he is sure to win, or to lose; nothing where neither is proved.
    sure: Optional[bool]
    #: How many games were played in thought.
    playouts: int

    def __repr__(self) -> str:
        words = {None: f"expects {self.expectation:.2f}", True: "wins, proved", False: "loses, proved"}[self.sure]
        return f"<{self.move}: {words}, {self.playouts} playouts>"


@dataclass(frozen=True)
class Playouts:
    """Random games in bulk. `winners[i]` is 0 for a draw, or the player who won game i; `lengths[i]` is the number of its moves."""

    winners: Bytes
    lengths: npt.NDArray[np.uint32]

    @property
    def counts(self) -> npt.NDArray[np.intp]:
        """How many games were drawn, won by player 1, by player 2, …"""
        return np.bincount(self.winners)

    def __repr__(self) -> str:
        return f"Playouts({len(self.winners)} games, results {self.counts.tolist()}, mean length {self.lengths.mean():.1f})"


@dataclass(frozen=True)
class Samples:
    """One position of each of many random games: its planes, who was to move, and who won the game in the end (0 for a draw)."""

    planes: Bytes
    movers: Bytes
    winners: Bytes

    @property
    def values(self) -> npt.NDArray[np.int8]:
        """1 where the player to move won, -1 where another did, 0 for a draw."""
        values = np.where(self.winners == self.movers, 1, -1).astype(np.int8)
        values[self.winners == 0] = 0
        return values

    def __repr__(self) -> str:
        return f"Samples({len(self.winners)} positions, planes {'×'.join(map(str, self.planes.shape[1:]))})"


class Description:
    """The rules of a game as text, with options to choose. `docs/games.md` teaches the language.

    >>> hex = Description.named("hex")
    >>> hex.title, hex.options["size"]
    ('Hex', ('11', '3 to 19'))
    >>> Description("nonsense")
    Traceback (most recent call last):
        ...
    rhizome.errors.DescriptionError: line 1, column 1: expected a statement: ...
    """

    def __init__(self, text: str) -> None:
        self._core = _rhizome.Description(text)

    @classmethod
    def named(cls, name: str) -> "Description":
        """A game that comes with the program."""
        self = cls.__new__(cls)
        self._core = _rhizome.Description(name, library=True)
        return self

    @property
    def text(self) -> str:
        """The text."""
        return self._core.text

    @property
    def name(self) -> str:
        """The short name."""
        return self._core.name

    @property
    def title(self) -> str:
        """The name people read."""
        return self._core.title

    @property
    def by(self) -> str:
        """Who made it and when, where the text says so."""
        return self._core.by

    @property
    def about(self) -> str:
        """The rules in a sentence."""
        return self._core.about

    @property
    def options(self) -> Dict[str, Tuple[str, str]]:
        """Default and allowed values of every option."""
        return {name: (default, allowed) for name, default, allowed in self._core.options()}

    def start(self, **options: OptionValue) -> "Game":
        """A game at its start, with options by name."""
        return Game(self, **options)

    def __repr__(self) -> str:
        return f"<Description of {self.title}: {self.about}>"


def names() -> List[str]:
    """The names of the games that come with the program.

    >>> names()[:3]
    ['hex', 'y-hex', 'havannah']
    """
    return _rhizome.Description.names()


def load(name: str, **options: OptionValue) -> "Game":
    """A game of the library at its start.

    >>> load("hex", size=99)
    Traceback (most recent call last):
    rhizome.errors.DescriptionError: size cannot be 99; it can be 3 to 19
    """
    return Description.named(name).start(**options)


def parse(text: str) -> Description:
    """Reads the description of a game that you made yourself.

    >>> parse(Description.named("hex").text).title
    'Hex'
    """
    return Description(text)


class Game:
    """A connection game being played. Every move can be taken back, at any depth.

    >>> game = load("hex", size=3)
    >>> for move in ["1,1", "0,0", "1,0", "2,0", "1,2"]:
    ...     _ = game.play(move)
    >>> game.winner, game.undo(), game.winner
    (1, '1,2', None)
    """

    def __init__(self, description: Union[Description, str], **options: OptionValue) -> None:
        if isinstance(description, str):
            description = Description.named(description)
        self.description = description
        chosen = [(name, str(value)) for name, value in options.items()]
        self._core = _rhizome.Board(description._core, chosen)
        self._moves: List[str] = []

    @property
    def options(self) -> Dict[str, str]:
        """The options as they are chosen."""
        return dict(self._core.options)

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._core.players

    @property
    def moves(self) -> List[str]:
        """The moves so far."""
        return list(self._moves)

    @property
    def mover(self) -> int:
        """The player to move, from 1; when the game is over, the one who would be."""
        return self._core.mover

    @property
    def winner(self) -> Optional[int]:
        """Nothing while the game goes on, 0 for a draw, or the player who has won."""
        return self._core.winner

    @property
    def scores(self) -> List[int]:
        """The scores of players 1, 2, … as they would count now."""
        return self._core.scores

    @property
    def captured(self) -> int:
        """Stones removed by the last move."""
        return self._core.captured

    @property
    def sites(self) -> List[str]:
        """The names of all places where a stone can stand."""
        return self._core.sites

    def legal(self) -> List[str]:
        """The legal moves as text; none when the game is over."""
        return self._core.legal()

    def play(self, move: str) -> str:
        """Plays a move that is written: `c4`, `c4:2`, `c4-e4`, `#17`, `pass` or `swap`, or with coordinates as in `legal()`: `3,4`. Raises `IllegalMove` with the reason."""
        played = self._core.play(move)
        self._moves.append(played)
        return played

    def undo(self) -> Optional[str]:
        """Takes the last move back and gives it; nothing when there is none."""
        return self._moves.pop() if self._core.undo() else None

    def restart(self) -> None:
        """Back to the start."""
        self._core.restart()
        self._moves.clear()

    def copy(self) -> "Game":
        """The same game, history included, to go on with on its own."""
        game = Game.__new__(Game)
        game.description, game._core, game._moves = self.description, self._core.copy(), list(self._moves)
        return game

    def stones(self) -> Bytes:
        """What stands on each of `sites`: 0, the number of a player, or 9 for a stone of nobody."""
        return np.frombuffer(self._core.stones(), dtype=np.uint8)

    def planes(self) -> Bytes:
        """The position as planes of 0 and 1, of shape (players + 2, rows, columns), seen from the player to move: his stones, the stones of the
        others in turn, where a stone may come, and what belongs to the board; games with stones of nobody have a plane more, for them, and
        games with stacks a last one, of their heights. Row and column are the second and the first coordinate of a site; sites without coordinates, such as the cells of ConHex, stand in a row of
        their own.

        >>> load("hex", size=3).planes().shape
        (4, 3, 3)
        """
        rows, columns = self._core.shape
        return np.frombuffer(self._core.planes(), dtype=np.uint8).reshape(-1, rows, columns)

    @property
    def places(self) -> npt.NDArray[np.intp]:
        """Row and column of each of `sites` in a plane."""
        rows, columns = self._core.shape
        return np.stack(np.unravel_index(np.array(self._core.places, dtype=np.intp), (rows, columns)), axis=1)

    def think(
        self,
        level: str = "strong",
        *,
        seconds: Optional[Seconds] = None,
        playouts: Optional[int] = None,
        seed: Optional[int] = None,
        stop: Optional[Stop] = None,
    ) -> Optional[Thought]:
        """What a computer opponent would play here; nothing when the game is over. The move is not played.

        Without a time or a number of playouts a level thinks as it does on the page and in the terminal. The same seed and number of playouts
        give the same move. Other Python threads run meanwhile; Ctrl-C stops it, and so does a `Stop` set by another thread.

        >>> game = load("hex", size=5, swap="no")
        >>> game.think(playouts=500, seed=1).move
        '2,2'
        """
        swapped = "swap" in self._moves
        thought = self._core.think(level, swapped, _seed(seed), seconds_of(seconds), playouts, stop)
        return None if thought is None else Thought(*thought)

    def playout(self, seed: Optional[int] = None, *, keep: bool = False) -> Playout:
        """Plays random moves to the end. The game itself stays as it is, unless you `keep` what was played.

        >>> load("hex", size=5).playout(seed=1).winner in (1, 2)
        True
        """
        game = self if keep else self.copy()
        played = game._core.playout(_seed(seed))
        game._moves.extend(played)
        return Playout(game._core.winner or 0, played)

    def playouts(self, count: int, *, seed: Optional[int] = None, threads: int = 1) -> Playouts:
        """Many random games from here on. The same seed gives the same games, on any number of threads."""
        winners, lengths = self._core.playouts(count, _seed(seed), threads)
        return Playouts(np.frombuffer(winners, dtype=np.uint8), np.frombuffer(lengths, dtype=np.uint32))

    def samples(self, count: int, *, seed: Optional[int] = None, threads: int = 1) -> Samples:
        """Many random games from here on, and one position of each: what a network learns the value of positions from.

        >>> samples = load("hex", size=5).samples(100, seed=1)
        >>> samples.planes.shape, samples.values.shape
        ((100, 4, 5, 5), (100,))
        """
        planes, movers, winners = self._core.samples(count, _seed(seed), threads)
        rows, columns = self._core.shape
        shape = (count, self._core.plane_count, rows, columns)
        return Samples(
            np.frombuffer(planes, dtype=np.uint8).reshape(shape),
            np.frombuffer(movers, dtype=np.uint8),
            np.frombuffer(winners, dtype=np.uint8),
        )

    def svg(self, *, size: float = 320.0, labels: bool = False) -> str:
        """The board as an SVG document."""
        return self._core.svg(size, labels)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __len__(self) -> int:
        return self._core.moves_made

    def __repr__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        state = {None: f"player {self.mover} to move", 0: "a draw"}.get(self.winner, f"won by player {self.winner}")
        return f"<{self.description.title}{options}, {len(self)} moves, {state}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return _again, (self.description.text, self.options, self._moves)


def _again(text: str, options: Dict[str, str], moves: List[str]) -> Game:
    """A game that was sent elsewhere."""
    game = Description(text).start(**options)
    for move in moves:
        game.play(move)
    return game


def _seed(seed: Optional[int]) -> int:
    return secrets.randbits(64) if seed is None else seed % (1 << 64)
