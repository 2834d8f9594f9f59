"""The computer opponents play as they say."""

import threading

import pytest

import rhizome


def play(first, second, spots, seed, misere=False):
    """A game between two levels; gives the winner."""
    opponents, game = rhizome.Opponents(memory="64M"), rhizome.Game(spots, misere=misere)
    while game.winner is None:
        choice = opponents.choose(game, first if game.mover == 1 else second, seed=seed)
        game.play(choice.move)
    assert opponents.choose(game) is None
    return game.winner


@pytest.mark.parametrize("misere", [False, True])
def test_perfect_wins_what_is_won(misere):
    solver = rhizome.Solver(threads=1, memory="64M")
    for spots in range(2, 6):
        wins = solver.outcome(spots, misere=misere).wins
        for seed in range(3):
            if wins:
                assert play("perfect", "hard", spots, seed, misere) == 1
            else:
                assert play("easy", "perfect", spots, seed, misere) == 2


def test_the_outcome_is_the_truth():
    solver, opponents = rhizome.Solver(threads=1, memory="64M"), rhizome.Opponents(memory="64M")
    game = rhizome.Game(5)
    while game.winner is None:
        before = solver.outcome(game.position).outcome
        choice = opponents.choose(game, "perfect", seed=3)
        assert choice.outcome == before and choice.chance is None
        game.play(choice.move)


def test_a_guess_says_so():
    choice = rhizome.Opponents(memory="64M").choose(rhizome.Game(8), "medium", seed=1)
    assert choice.outcome is None and 0 <= choice.chance <= 1 and "guess" in choice.knowledge


def test_the_same_seed_gives_the_same_move():
    moves = {rhizome.Opponents(memory="64M").choose(rhizome.Game(7), "easy", seed=5).move for _ in range(5)}
    assert len(moves) == 1


def test_a_level_that_is_none():
    with pytest.raises(ValueError, match="there is no level 'brilliant': expected easy, medium, hard, insane or perfect"):
        rhizome.Opponents(memory="64M").choose(rhizome.Game(2), "brilliant")


def test_another_thread_stops_it():
    stop = rhizome.Stop()
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(rhizome.Stopped):
        rhizome.Opponents().choose(rhizome.Game(15), "perfect", seconds=None, stop=stop)
