"""Positions: equal exactly for the same game, children as the command line lists them, refusals with its words."""

import pickle

import pytest

import rhizome
from rhizome import Position


def test_equal_positions_are_one():
    one, other = Position("0.AB2C|BAC.1a1a2.0+12.AB|AB"), Position("A.BCDEFGFEDH|DCBH.IJKJLMLJIN.O|IN|PQGFGQ.RS|RS")
    assert one == other and hash(one) == hash(other) and {one: 1}[other] == 1
    assert one != Position("0*5") and one != "0*5"
    assert str(one) == one.canonical and repr(one) == f"Position('{one}')"


def test_children_and_lives():
    for spots in range(1, 7):
        start = Position.start(spots)
        assert start == Position(f"0*{spots}") and start.lives == 3 * spots
        children = start.children()
        assert len(set(children)) == len(children)
        # A move takes two lives and gives one; what is dead is left out.
        assert all(child.lives <= start.lives - 1 for child in children)
    assert Position("!").is_over and Position("!").children() == []


def test_sums():
    assert Position("0*2") + Position("0*3") == Position("0*3+0*2")
    assert Position("0*2+0*3").lands == [Position("0*3"), Position("0*2")]


def test_a_position_can_be_sent():
    for text in ("0*5", "0.AB2C|BAC.1a1a2.0+12.AB|AB", "!"):
        position = Position(text)
        assert pickle.loads(pickle.dumps(position)) == position
        assert Position.from_bytes(bytes(position)) == position
    with pytest.raises(rhizome.PositionError):
        Position.from_bytes(b"\xff\xfe nonsense")


@pytest.mark.parametrize(
    "text, words",
    [("0*99", "at most 61 lone spots"), ("0..1", "column 3"), ("0*", "column"), ("é", "column 1")],
)
def test_no_such_position(text, words):
    with pytest.raises(ValueError, match=words) as caught:
        Position(text)
    assert isinstance(caught.value, rhizome.Error)


def test_too_many_children():
    many = Position("1.11.111.1111.12.112.122.1112.1122.1222.1a1a.1a2a.12a1a.2a2a.1b2b1.1b1b12")
    with pytest.raises(rhizome.PositionError, match="more than 1048576 moves"):
        many.children()


def test_pictures():
    assert Position("0.AB2C|BAC.1a1a2.0+12.AB|AB")._repr_svg_().startswith("<svg")
    crossing = Position("ABCD|ACBD")
    assert crossing._repr_svg_() is None
    with pytest.raises(rhizome.PositionError, match="cannot be drawn"):
        crossing.svg()
    with pytest.raises(ValueError, match="size"):
        Position("0*2").svg(size=0)
