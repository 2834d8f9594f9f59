"""Real Ray, several nodes on one host: the same outcome and a checked proof, whoever dies, comes, goes or lies."""

import os
import random
import re
import signal
import socket
import time
from dataclasses import replace
from pathlib import Path

import pytest

import rhizome
from rhizome import cluster, files

ray = pytest.importorskip("ray")
LONG = bool(os.environ.get("RHIZOME_LONG"))
STORE = 80 << 20
# A worker takes a while to begin: killed for ever, a slow machine would never come to the end.
MOST_KILLS = 60 if LONG else 12
# Little enough to be felt, and what Python and Ray may take on top while they work.
GIVEN = 48 << 20
SLACK = 32 << 20


@pytest.fixture(scope="module")
def nodes():
    from ray.cluster_utils import Cluster

    nodes = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False},
    )
    nodes.add_node(num_cpus=2, object_store_memory=STORE)
    nodes.add_node(num_cpus=2, object_store_memory=STORE)
    ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def processes(name):
    """Processes of our own Ray that run an actor of this name."""
    parents, titles = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
                parents[int(entry.name)] = int(status[status.rindex(")") + 2 :].split()[1])
                titles[int(entry.name)] = (entry / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue

    def is_ours(process):
        while process in parents:
            if process == os.getpid():
                return True
            process = parents[process]
        return False

    return [process for process, title in titles.items() if title.startswith(f"ray::{name}") and is_ours(process)]


def resident_bytes(process):
    try:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("RssAnon"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    return 0


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("spots, misere", [(12, False), (11, True)] if not LONG else [(n, m) for n in range(12, 17) for m in (False, True)])
def test_the_same_outcome_and_a_checked_proof(nodes, tmp_path, spots, misere, workers):
    if misere and not LONG and workers != 2:
        pytest.skip("with --long")
    file = tmp_path / "proof.cert"
    solved = cluster.solve(spots, misere=misere, workers=workers, memory="512M", job_seconds=0.3, certificate=file)
    wins = spots in (11, 12, 16) if misere else spots % 6 >= 3
    assert solved.outcome == ("win" if wins else "loss")
    checked = rhizome.check(file)
    assert checked.position == solved.position and checked.outcome == solved.outcome and checked.misere == misere
    assert solved.status.accused == () and solved.workers_lost == 0 and "nodes in" in repr(solved)


@pytest.mark.parametrize("workers, most", [(2, 1), (4, 2)])
def test_workers_on_one_machine_are_one_process(nodes, workers, most):
    seen, alive = set(), []

    def watch(status, rate):
        seen.add(len(processes("WorkerActor")))
        alive.append(status.workers)

    solved = cluster.solve(14, workers=workers, memory="256M", progress=watch, timeout=600)
    assert solved.outcome == "loss" and solved.workers_lost == 0
    assert max(seen) == most and max(alive) == workers


def test_workers_that_find_no_room_together_work_apart(nodes, monkeypatch):
    monkeypatch.setattr(cluster.driver, "PLACE_SECONDS", 1.0)

    @ray.remote(num_cpus=1)
    class Other:
        def node(self):
            return ray.get_runtime_context().get_node_id()

    # Somebody else is at work on every machine with two cores.
    large = [node["NodeID"] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 2]
    strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
    others = [Other.options(scheduling_strategy=strategy(node, soft=False)).remote() for node in large]
    assert sorted(ray.get([other.node.remote() for other in others])) == sorted(large)
    try:
        solved = cluster.solve(12, workers=2, memory="256M", timeout=600)
    finally:
        for other in others:
            ray.kill(other)
    assert solved.outcome == "loss" and solved.workers_lost == 0 and solved.status.workers == 2


class Chaos:
    """Kills a worker as soon as one works and then every second, the coordinator twice, and takes nodes away and brings others."""

    def __init__(self, nodes, with_nodes):
        self.nodes, self.with_nodes = nodes, with_nodes
        self.chance = random.Random(1)
        self.struck = 0.0
        self.workers = self.coordinators = self.removed = 0
        self.held = 0

    def __call__(self, status, rate):
        self.held = max(self.held, *(resident_bytes(process) for process in processes("WorkerActor") or [0]))
        victims = processes("WorkerActor") if status.jobs_done > 0 else []
        if not victims or self.workers == MOST_KILLS or time.monotonic() - self.struck < 1.0:
            return
        os.kill(self.chance.choice(victims), signal.SIGKILL)
        self.workers += 1
        self.struck = time.monotonic()
        if self.coordinators < 2 and status.jobs_done > 3 and self.workers % 3 == 2:
            for process in processes("CoordinatorActor"):
                os.kill(process, signal.SIGKILL)
                self.coordinators += 1
        if self.with_nodes and self.removed < 3 and self.workers % 3 == 0:
            node = self.chance.choice([node for node in self.nodes.list_all_nodes() if node != self.nodes.head_node])
            self.nodes.remove_node(node, allow_graceful=False)
            self.nodes.add_node(num_cpus=2, object_store_memory=STORE)
            self.removed += 1


@pytest.mark.parametrize("spots, misere", [(15, False)] if not LONG else [(18, False), (14, True)])
def test_it_ends_well_whoever_dies(nodes, tmp_path, spots, misere):
    chaos = Chaos(nodes, with_nodes=True)
    solved = cluster.solve(
        spots,
        misere=misere,
        workers=3,
        memory="512M",
        job_seconds=0.2,
        checkpoint=tmp_path,
        save_seconds=0.5,
        progress=chaos,
        timeout=1800,
    )
    alone = {(15, False): "win", (18, False): "loss", (14, True): "loss"}[spots, misere]
    assert solved.outcome == alone and rhizome.check(solved.certificate).outcome == alone
    assert solved.workers_lost > 0 and chaos.workers > 0
    # What a worker holds beside its tables is Python and Ray.
    assert 0 < chaos.held < (512 << 20) + (256 << 20) and solved.status.bytes < 512 << 20
    print(f"killed {chaos.workers} workers, {chaos.coordinators} coordinators, {chaos.removed} nodes: {solved}")
    # Ray takes a while to see that a node is gone, and would still put the actors of the next test there.
    nodes.wait_for_nodes(timeout=120)


def test_memory_stays_within_what_was_given(nodes, tmp_path):
    # What the processes take before they do anything is Python and Ray.
    settings = cluster.coordinator.Settings(memory=GIVEN)
    idle = [
        ray.remote(cluster.actors.WorkerActor).remote("idle", 42, False, 1, GIVEN),
        ray.remote(cluster.actors.CoordinatorActor).options(num_cpus=0).remote("0*14", False, settings, str(tmp_path), 60.0),
    ]
    before = {name: resident_bytes(ray.get(actor.process.remote())) for name, actor in zip(("Worker", "Coordinator"), idle)}
    for actor in idle:
        ray.kill(actor)
    held = {"Worker": 0, "Coordinator": 0}

    def watch(status, rate):
        for name in held:
            held[name] = max(held[name], *(resident_bytes(process) for process in processes(f"{name}Actor") or [0]))

    # Two on one machine put their memory together.
    solved = cluster.solve(14, workers=2, memory=GIVEN // 2, settings=settings, progress=watch, timeout=1200)
    assert solved.outcome == "loss" and solved.status.bytes < GIVEN
    for name, bytes in held.items():
        assert 0 < bytes < before[name] + GIVEN + SLACK, (name, bytes >> 20, before[name] >> 20)
    # The bound was felt: the tables would have taken more.
    assert held["Worker"] > before["Worker"] + GIVEN // 4


def test_the_coordinator_comes_back_from_its_checkpoint(nodes, tmp_path):
    killed = []

    def strike(status, rate):
        # As soon as it has heard something, and its next life again: by then the workers may have the answer.
        found = [process for process in processes("CoordinatorActor") if process not in killed]
        if len(killed) < 2 and status.jobs_done > 0:
            for process in found:
                os.kill(process, signal.SIGKILL)
            killed.extend(found)

    solved = cluster.solve(15, workers=2, memory="512M", checkpoint=tmp_path, save_seconds=0.1, progress=strike, timeout=600)
    assert solved.outcome == "win" and len(killed) == 2


def test_an_answer_outlives_the_coordinator(nodes, tmp_path):
    killed = []

    def strike(status, rate):
        if status.outcome is not None and not killed:
            killed.extend(processes("CoordinatorActor"))
            for process in killed:
                os.kill(process, signal.SIGKILL)

    # It would not save by itself in this time.
    solved = cluster.solve(12, workers=2, memory="256M", checkpoint=tmp_path, save_seconds=600, progress=strike, timeout=600)
    assert solved.outcome == "loss" and len(killed) == 1


def test_it_goes_on_after_a_stop(nodes, tmp_path):
    def enough(status, rate):
        return status.facts < 100

    with pytest.raises(rhizome.TimeUp, match="run again"):
        cluster.solve(15, workers=2, memory="512M", job_seconds=0.1, checkpoint=tmp_path, progress=enough)
    seen = []
    solved = cluster.solve(
        15, workers=2, memory="512M", job_seconds=0.3, checkpoint=tmp_path, progress=lambda status, rate: seen.append(status)
    )
    assert solved.outcome == "win" and seen[0].jobs_done > 0 and seen[0].facts >= 100
    with pytest.raises(ValueError, match=r"is about 0\*15 in normal play; choose another directory"):
        cluster.solve(5, workers=1, memory="256M", checkpoint=tmp_path)
    (tmp_path / "frontier.rhz").write_bytes(b"not a checkpoint")
    with pytest.raises(ValueError, match="cannot be used .* choose another directory"):
        cluster.solve(15, workers=1, memory="256M", checkpoint=tmp_path)


def test_writing_the_proof_down_can_be_stopped(nodes, tmp_path):
    said = []

    def stop(status, rate):
        said.append(status.line(rate))
        return status.outcome is None

    with pytest.raises(rhizome.TimeUp, match="^stopped; the checkpoint has everything"):
        cluster.solve(12, workers=2, memory="256M", checkpoint=tmp_path, progress=stop, timeout=600)
    assert "the proof is written down and checked" in said[-1]
    # Nothing is left to search.
    seen = []
    again = cluster.solve(12, workers=1, memory="256M", checkpoint=tmp_path, progress=lambda status, rate: seen.append(status))
    assert again.outcome == "loss" and seen[0].outcome == "loss"
    with pytest.raises(rhizome.TimeUp, match="^the time is up; a run with a checkpoint could go on"):
        cluster.solve(14, workers=1, memory="256M", timeout=0.01)


def a_liar():
    """Somebody who sends every nimber wrong and knows of no contradiction. Made here, so that it can be sent to other processes."""

    def lie(report):
        out, place = bytearray(report.facts), 0
        while place < len(out):
            length = int.from_bytes(out[place : place + 2], "little")
            place += 2 + (length & 0x7FFF)
            # What is marked is a number that is not the nimber.
            out[place] ^= 0 if length & 0x8000 else 1
            place += 1
        return replace(report, facts=bytes(out), contradiction=None)

    return lie


def a_denier():
    """Somebody who says of every land whose nimber he found that this is not its nimber, and does not tell the nimber."""

    def lie(report):
        out, place, facts = bytearray(), 0, report.facts
        while place < len(facts):
            length = int.from_bytes(facts[place : place + 2], "little")
            end = place + 3 + (length & 0x7FFF)
            if not length & 0x8000:
                out += (length | 0x8000).to_bytes(2, "little") + facts[place + 2 : end]
            place = end
        return replace(report, facts=bytes(out), contradiction=None)

    return lie


def test_a_liar_is_caught_and_named(nodes):
    # He is the first one, so that he is heard; honest ones come in his place.
    solved = cluster.solve(10, workers=1, memory="256M", job_seconds=0.1, tamper={0: a_liar()}, timeout=600)
    assert solved.outcome == "win" and rhizome.check(solved.certificate).outcome == "win"
    assert {name for name, _ in solved.status.accused} == {"worker 0"}
    assert any("said that the nimber of" in claim for _, claim in solved.status.accused) and solved.workers_lost == 0


def test_who_believes_a_liar_is_not_accused(nodes):
    solved = cluster.solve(12, workers=2, memory="256M", tamper={0: a_denier()}, timeout=600)
    assert solved.outcome == "loss" and rhizome.check(solved.certificate).outcome == "loss"
    assert {name for name, _ in solved.status.accused} <= {"worker 0"}


def test_liars_among_others(nodes):
    liars = {0: a_liar(), 2: a_liar()}
    solved = cluster.solve(13, workers=4, memory="256M", job_seconds=0.1, tamper=liars, timeout=600)
    assert solved.outcome == "loss"
    assert {name for name, _ in solved.status.accused} <= {"worker 0", "worker 2"}


def test_a_worker_that_cannot_begin_is_no_dead_worker(nodes):
    class Unknown:
        def __reduce__(self):
            return eval, ("no_such_name",)

    with pytest.raises(ray.exceptions.RayError, match="no_such_name"):
        cluster.solve(5, workers=1, memory="128M", tamper={0: Unknown()}, timeout=60)


def test_map(nodes):
    answers = cluster.map([3, 4, 5, 6, (7, True)], workers=2, memory="128M")
    assert [answer.outcome.value for answer in answers] == ["win", "win", "win", "loss", "loss"]

    def mean_length(solver, size):
        from rhizome import connection

        return float(connection.load("hex", size=size).playouts(200, seed=1).lengths.mean())

    lengths = cluster.map([3, 5, 7], mean_length, workers=2, memory="128M")
    assert lengths == sorted(lengths)

    def dies_once(solver, file):
        if not os.path.exists(file):
            open(file, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return "alive"

    file = f"/tmp/rhizome-dies-once-{os.getpid()}"
    try:
        assert cluster.map([file, file, file], dies_once, workers=2, memory="128M") == ["alive"] * 3
    finally:
        os.remove(file)
    with pytest.raises(rhizome.PositionError):
        cluster.map(["0*99"], workers=1, memory="128M")


def test_the_guide(nodes):
    """Every block of Python in docs/cluster.md runs, one after another."""
    text = (Path(__file__).resolve().parents[2] / "docs" / "cluster.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 2
    names: dict = {}
    for block in blocks:
        exec(compile(block, "cluster.md", "exec"), names)


def test_the_command_line(nodes, tmp_path, capsys):
    from rhizome.cluster.__main__ import main

    file = str(tmp_path / "six.cert")
    assert main(["solve", "0*6", "--workers", "1", "--memory", "128M", "--certificate", file]) == 0
    said = capsys.readouterr().out
    assert "0*6: the player to move loses (normal play)" in said and file in said
    assert rhizome.check(file).outcome == "loss"
    assert main(["solve", "0*99"]) == 1 and "at most 61 lone spots" in capsys.readouterr().err
    mistakes = {
        "--memory lots": "no amount of memory",
        "--workers 0": "one worker at least",
        "--workers -1": "one worker at least",
        "--threads 0": "1 to 256 threads",
        "--job-seconds 0": "a number of seconds above 0",
        "--timeout soon": "no time",
        "--certificate /no/such/folder/six.cert": "cannot write /no/such/folder/six.cert: No such file",
        f"--certificate {tmp_path}": "Is a directory",
        "--checkpoint /proc/six": "cannot write /proc/six",
    }
    for words, mistake in mistakes.items():
        assert main(["solve", "0*6", *words.split(" ", 1)]) == 1
        assert mistake in capsys.readouterr().err, words


def test_an_address_at_which_nobody_listens_is_refused_at_once():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(ConnectionError, match=f"no Ray cluster answers at 127.0.0.1:{port}"):
        cluster.driver._reach(f"127.0.0.1:{port}")


def test_a_proof_is_written_whole_or_kept_elsewhere(tmp_path):
    file = tmp_path / "proof.cert"
    link = tmp_path / "link.cert"
    link.symlink_to(file)
    files.check(file)
    assert list(tmp_path.iterdir()) == [link]
    file.write_bytes(b"before")
    files.check(link)
    files.write(link, b"after")
    assert file.read_bytes() == b"after" and link.is_symlink() and len(list(tmp_path.iterdir())) == 2
    with pytest.raises(rhizome.OutputError, match=r"No such file or directory; it is in (\S+) instead") as raised:
        files.write(tmp_path / "gone" / "proof.cert", b"a proof")
    rescued = Path(re.search(r"it is in (\S+) instead", str(raised.value))[1])
    assert rescued.read_bytes() == b"a proof"
    rescued.unlink()
