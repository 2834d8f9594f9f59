"""The solver: what is known of small games, certificates, files, and stopping without losing what was proved."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import rhizome
from rhizome import Outcome, Position, Solver, Stop

# The first player loses the normal game on 0, 1, 2, 6, 7, 8, 12 … spots, that is for 0, 1, 2 modulo 6, as far as is known.
NORMAL_LOSSES = {n for n in range(1, 13) if n % 6 < 3}
# In misère play: 2, 3 and 4 modulo 5, with small exceptions; see docs/solving.md.
MISERE_LOSSES = {2, 3, 4, 7, 8, 9}


@pytest.fixture(scope="module")
def solver():
    return Solver(threads=2, memory="512M")


def test_normal_play(solver):
    for spots in range(1, 13):
        answer = solver.outcome(spots)
        assert answer.outcome == ("loss" if spots in NORMAL_LOSSES else "win"), spots
        assert solver.known(spots) is answer.outcome
        assert answer.wins == (spots not in NORMAL_LOSSES)
    answer = solver.nimber("0*4")
    assert (answer.nimber, answer.outcome) == (1, Outcome.WIN)
    assert "nimber=1" in repr(answer) and "the player to move wins" in str(answer)


def test_misere_play(solver):
    for spots in range(1, 10):
        assert solver.outcome(spots, misere=True).wins == (spots not in MISERE_LOSSES), spots


def test_moves_are_seen_from_who_makes_them(solver):
    for position in ("0*4", "0*5", "0*3+0*2"):
        moves = solver.moves(position)
        assert [move.child for move in moves] == Position(position).children()
        assert any(move.wins for move in moves) == solver.outcome(position).wins
        assert all(move.wins == (move.nimber == 0) for move in moves)
    assert all(move.nimber is None for move in solver.moves("0*4", misere=True))


@pytest.mark.parametrize("misere", [False, True])
def test_a_certificate_is_checked_and_can_be_sent(solver, tmp_path, misere):
    certificate = solver.certificate("0*7", misere=misere)
    assert certificate.misere == misere and certificate.position == Position("0*7")
    file = tmp_path / "seven.cert"
    file.write_bytes(bytes(certificate))
    for given in (certificate, bytes(certificate), file, str(file), certificate.text.encode()):
        checked = rhizome.check(given)
        assert checked.outcome == solver.outcome(7, misere=misere).outcome
        assert checked.claims == len(certificate) and checked.replies > 0
    assert rhizome.check(file, fast=True).claims == len(certificate)
    assert certificate._repr_svg_().count("<svg") == 2 and "claims" in repr(certificate)


def test_a_wrong_certificate_is_refused(solver):
    certificate = solver.certificate("0*6", nimber=True)
    assert certificate.nimber == 0
    lines = certificate.text.splitlines()
    for place, line in enumerate(lines):
        if place > 5 and line.endswith(" 1"):
            spoilt = lines[:place] + [line[:-1] + "2"] + lines[place + 1 :]
            break
    else:
        pytest.fail("no claim of nimber 1 to spoil")
    with pytest.raises(rhizome.CertificateError, match="claim"):
        rhizome.check("\n".join(spoilt).encode() + b"\n")
    for data in (b"", b"nonsense", bytes(certificate)[:-3]):
        with pytest.raises(rhizome.CertificateError):
            rhizome.check(data)
    with pytest.raises(FileNotFoundError):
        rhizome.check("/no/such/file")


def test_results_go_to_a_file_and_come_back(tmp_path):
    file = tmp_path / "results.rhz"
    first = Solver(threads=1, memory="256M")
    first.outcome(11)
    first.outcome(8, misere=True)
    stored = first.save(file)
    assert stored.nimbers > 100 and stored.misere_losses > 5
    second = Solver(threads=1, memory="256M")
    assert second.load(file) == stored
    assert second.outcome(11).nodes < 10 and second.outcome(8, misere=True).nodes == 0
    # Losses that were only learnt are proved again for a certificate.
    rhizome.check(second.certificate(8, misere=True))
    assert second.save(file).nimbers >= stored.nimbers
    with pytest.raises(FileNotFoundError):
        second.load(tmp_path / "nothing")
    (tmp_path / "wrong").write_bytes(b"nonsense, and more of it")
    with pytest.raises(rhizome.ResultsError, match="not a database"):
        second.load(tmp_path / "wrong")


def test_a_stopped_call_keeps_what_it_proved():
    solver = Solver(threads=2, memory="512M")
    with pytest.raises(rhizome.TimeUp, match="the time is up") as caught:
        solver.outcome(40, timeout="300ms")
    assert isinstance(caught.value, TimeoutError)
    proved = solver.progress().proved
    assert proved > 0
    seen = []

    def twice(progress):
        seen.append(progress)
        return len(seen) < 2

    with pytest.raises(rhizome.Stopped):
        solver.outcome(40, progress=twice)
    assert [progress.nodes > 0 for progress in seen] == [True, True] and "nodes" in str(seen[0])
    assert solver.progress().proved >= proved

    def fails(progress):
        raise KeyError("from the callback")

    with pytest.raises(KeyError, match="from the callback"):
        solver.outcome(40, progress=fails, misere=True)


def test_another_thread_runs_meanwhile_and_stops_the_call():
    solver, stop, counted = Solver(threads=1, memory="256M"), Stop(), []

    def count():
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            counted.append(1)
        stop.set()

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(rhizome.Stopped):
        solver.outcome(40, stop=stop)
    thread.join()
    # Half a second with the lock in hand counts to far more; without it to nearly nothing.
    assert len(counted) > 1000


CALLS = {
    "outcome": "rhizome.Solver(threads=2, memory='512M').outcome(40)",
    "misere": "rhizome.Solver(threads=2, memory='512M').outcome(30, misere=True)",
    "moves": "rhizome.Solver(threads=1, memory='512M').moves(40)",
    "certificate": "rhizome.Solver(threads=1, memory='512M').certificate(40)",
    "playouts": "rhizome.connection.load('go').playouts(100_000_000)",
    "threads": "rhizome.connection.load('go').playouts(100_000_000, threads=2)",
}


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c(call):
    # A program started in the background ignores the signal, and Python leaves it at that: as at a terminal, then.
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"import rhizome, sys\n{listen}\nprint('ready', flush=True)\n{CALLS[call]}\n"
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        # A second is what is promised; a busy machine gets more before this counts as a failure.
        _, errors = child.communicate(timeout=20)
    finally:
        child.kill()
    assert "KeyboardInterrupt" in errors and child.returncode != 0


@pytest.mark.parametrize(
    "arguments, words",
    [({"memory": "lots"}, "no amount of memory"), ({"threads": 0}, "1 to 256 threads")],
)
def test_bad_limits(arguments, words):
    with pytest.raises(ValueError, match=words):
        Solver(**arguments)


def test_too_little_memory():
    with pytest.raises(MemoryError, match="memory is full"):
        Solver(threads=1, memory="1M").outcome(40, timeout=60)
