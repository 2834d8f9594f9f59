"""Connection games: every game of the library plays, undoes, and comes out the same in bulk and one by one."""

import pickle
import threading

import numpy as np
import pytest

import rhizome
from rhizome import connection


@pytest.mark.parametrize("name", connection.names())
def test_every_game(name):
    game = connection.load(name)
    assert game.winner is None and game.mover == 1 and len(game) == 0
    played = game.playout(seed=3)
    assert len(game) == 0 and played == game.playout(seed=3)
    stones = []
    for move in played.moves:
        assert move in game.legal()
        stones.append(game.stones().tolist())
        game.play(move)
    assert game.winner == played.winner and game.legal() == []
    again = pickle.loads(pickle.dumps(game))
    assert again.winner == game.winner and again.moves == game.moves and (again.stones() == game.stones()).all()
    for before in reversed(stones):
        game.undo()
        assert game.stones().tolist() == before
    assert game.undo() is None and game._repr_svg_().startswith("<svg")
    planes = game.planes()
    assert planes[game.players + 1].sum() == len(game.sites)
    neutral = game.stones() == 9
    more = {"nex": 1, "tumbleweed": 2}.get(game.description.name, 0)
    assert planes.shape[0] == game.players + 2 + more
    assert planes[: game.players].sum() == np.count_nonzero(game.stones()) - neutral.sum()
    assert neutral.sum() == planes[game.players + 2 : game.players + 3].sum()


def test_playouts_in_bulk():
    game = connection.load("hex", size=7)
    one, two = game.playouts(1000, seed=5), game.playouts(1000, seed=5, threads=2)
    assert (one.winners == two.winners).all() and (one.lengths == two.lengths).all()
    assert one.winners.dtype == np.uint8 and one.lengths.dtype == np.uint32 and one.winners.flags.writeable
    assert set(np.unique(one.winners)) == {1, 2} and 13 <= one.lengths.min() and one.lengths.max() <= 50  # with a swap
    assert not (game.playouts(1000, seed=6).lengths == one.lengths).all()
    assert "1000 games" in repr(one)
    game.play("3,3")
    later = game.playouts(500, seed=5)
    assert len(game) == 1 and later.lengths.max() <= 49
    # A stone in the middle helps whoever put it there.
    assert (later.winners == 1).mean() > 0.5


def test_samples_are_positions_of_games():
    game = connection.load("hex", size=5)
    samples = game.samples(600, seed=2, threads=2)
    assert (samples.planes == game.samples(600, seed=2).planes).all()
    own, other, legal, board = samples.planes.transpose(1, 0, 2, 3)
    assert (own + other + legal == 1).all() and (board == 1).all()
    difference = own.sum((1, 2)).astype(int) - other.sum((1, 2))
    # The first player is to move when there are as many stones of each, the second when there is one less of his.
    assert (difference == np.where(samples.movers == 1, 0, -1)).all()
    assert set(np.unique(samples.values)) == {-1, 1} and (own.sum((1, 2)) == 0).any()


def test_planes_are_seen_from_the_player_to_move():
    game = connection.load("hex", size=4)
    game.play("2,1")
    planes = game.planes()
    assert planes[0].sum() == 0 and planes[1][1, 2] == 1 and planes[2].sum() == 15
    row, column = game.places[game.sites.index("2,1")]
    assert (row, column) == (1, 2)


def test_refusals():
    with pytest.raises(rhizome.DescriptionError, match="there is no game hexx"):
        connection.load("hexx")
    with pytest.raises(rhizome.DescriptionError, match="there is no option sise"):
        connection.load("hex", sise=4)
    game = connection.load("hex", size=4)
    game.play("1,1")
    with pytest.raises(rhizome.IllegalMove, match="a stone stands on 1,1 already"):
        game.play("1,1")
    with pytest.raises(ValueError, match="is no move here"):
        game.play("nonsense")


def test_a_game_of_your_own():
    text = connection.Description.named("hex").text
    mine = connection.parse(text.replace("game hex", "game mine"))
    assert mine.name == "mine" and mine.start(size=5).playouts(10, seed=1).winners.shape == (10,)
    with pytest.raises(rhizome.DescriptionError, match=r"line \d+, column \d+"):
        connection.parse(text + "\nnonsense here\n")


def test_the_computer_thinks_and_does_not_play():
    game = connection.load("hex", size=5, swap="no")
    thought = game.think("strong", playouts=300, seed=1)
    assert thought.move in game.legal() and len(game) == 0 and thought.playouts <= 300
    assert thought == game.think("strong", playouts=300, seed=1)
    assert 0.5 < thought.expectation <= 1


def test_the_stronger_level_wins():
    won, playouts = 0, {"easy": 30, "strong": 2000}
    for number in range(4):
        game = connection.load("hex", size=5, swap="no")
        levels = ("strong", "easy") if number % 2 == 0 else ("easy", "strong")
        while game.winner is None:
            level = levels[game.mover - 1]
            game.play(game.think(level, playouts=playouts[level], seed=number).move)
        won += levels[game.winner - 1] == "strong"
        assert game.think() is None
    assert won == 4


def test_a_sure_win_is_said_and_kept():
    game = connection.load("hex", size=4, swap="no")
    while game.winner is None:
        thought = game.think("strong", playouts=2000, seed=3)
        if game.mover == 1:
            assert thought.sure is True and thought.expectation == 1, game
        game.play(thought.move)
    assert game.winner == 1


def test_whoever_may_swap_thinks_of_it():
    game = connection.load("hex", size=4)
    game.play("1,2")
    assert game.think("strong", playouts=2000, seed=1).move == "swap"
    game.play("swap")
    assert game.think("strong", playouts=200, seed=1).move in game.legal()


def test_thinking_ends_in_time_and_when_told():
    game = connection.load("hex", size=11)
    assert game.think("master", seconds=0.2).playouts < 200_000
    stop = rhizome.Stop()
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(rhizome.Stopped):
        game.think("master", seconds=60, stop=stop)
    with pytest.raises(ValueError, match="there is no level 'brilliant'; there are easy, medium, strong, master"):
        game.think("brilliant")
