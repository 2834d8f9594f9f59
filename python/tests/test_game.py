"""Games of Sprouts: notation in and out, ink, undo, and the end."""

import random

import pytest

import rhizome
from rhizome import Game, Position


def test_random_games_come_back_from_their_records():
    seed = random.Random(1)
    for spots, misere in ((2, False), (3, True), (4, False), (5, True)):
        game = Game(spots, misere=misere)
        while game.winner is None:
            assert game.mover == 1 + len(game) % 2
            moves, reached = game.moves(), set()
            for move in moves:
                game.play(move)
                reached.add(game.position)
                game.undo()
            # What reduction takes for equal may be left in more than one way.
            assert len(moves) >= len(reached) and set(game.position.children()) <= reached
            game.play(seed.choice(moves))
        assert game.mover is None and game.moves() == []
        # Who cannot move loses, or in misère play wins.
        last = 1 + (len(game) - 1) % 2
        assert game.winner == (3 - last if misere else last)
        again = Game.from_record(game.record)
        assert again.position == game.position and again.misere == misere and again.record == game.record
        while game.undo() is not None:
            pass
        assert game.position == Position.start(spots) and len(game) == 0


def test_ink():
    game = Game(3)
    one, two = game.spots[0], game.spots[1]
    assert game.draw([one.place, two.place]) == "1(4)2"
    assert len(game.lines) == 2 and game.spots[3].lives == 1
    for way in game.ways(1, 2):
        assert game.draw(way).startswith(("1(5)2", "1(5"))
        game.undo()
    with pytest.raises(rhizome.IllegalMove):
        game.draw([(0.0, 0.0), (1.0, 1.0)])
    with pytest.raises(rhizome.IllegalMove):
        game.draw([])
    assert len(game) == 1 and game._repr_svg_().startswith("<svg")


def test_refusals():
    game = Game(2)
    for text in ("", "1(3)9", "nonsense", "1(4)2"):
        with pytest.raises(ValueError):
            game.play(text)
    assert len(game) == 0
    with pytest.raises(rhizome.PositionError, match="1 to 40 spots"):
        Game(0)
    with pytest.raises(rhizome.IllegalMove, match="move 2"):
        Game.from_record("2+ 1(3)2 3(4)3")


def test_a_game_from_a_position():
    game = Game("0.AB|AB")
    assert game.position == Position("0.AB|AB") and repr(game).startswith("<Game at 0.AB|AB")
    for move in game.moves():
        game.play(move)
        game.undo()
    with pytest.raises(rhizome.IllegalMove, match="no record"):
        game.record
