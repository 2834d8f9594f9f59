"""The coordinator without Ray: any order of answers, dead workers, stragglers, needless jobs, liars, and a life after a stop."""

import random
from dataclasses import replace

import pytest

import rhizome
from rhizome.cluster import neighbours
from rhizome.cluster.coordinator import EXCHANGE_SECONDS, GATHER_SECONDS, REPORT_SECONDS, Coordinator, Report, Settings
from rhizome.cluster.neighbours import Neighbours
from rhizome.cluster.worker import Worker

SETTINGS = Settings(job_seconds=0.02, first_nodes=64, memory=256 << 20)


class Crew:
    """Workers in one program, driven by a clock of its own."""

    def __init__(self, position, misere, size, tamper=None, settings=SETTINGS):
        self.coordinator = Coordinator.begin(position, misere, settings)
        self.misere, self.size, self.tamper = misere, size, tamper or {}
        self.now, self.named = 0.0, 0
        self.crew = [self.hire() for _ in range(size)]

    def hire(self):
        name = f"worker {self.named}"
        lives = self.coordinator.frontier.position.lives
        worker = Worker(lives, self.misere, 1, 128 << 20, self.tamper.get(self.named))
        self.named += 1
        return {"name": name, "worker": worker, "seen": (0, 0), "job": None}

    def step(self, member):
        coordinator, worker = self.coordinator, member["worker"]
        if member["job"] is None:
            if worker.epoch != coordinator.epoch:
                worker.begin_epoch(coordinator.epoch)
                member["seen"] = (0, 0)
            worker.hear(coordinator.frontier.news_from(member["seen"]))
            member["seen"] = (coordinator.frontier.facts, 0)
            member["job"] = coordinator.take(member["name"], self.now)
        else:
            coordinator.report(member["name"], worker.work(member["job"]), self.now)
            member["job"] = None
        self.now += 0.01
        if coordinator.doubt is not None:
            coordinator.audit(coordinator.doubt)

    def solve(self, seed, each=lambda crew: None):
        chance = random.Random(seed)
        while True:
            while self.coordinator.outcome is None:
                self.step(chance.choice(self.crew))
                each(self)
            certificate = self.coordinator.certificate()
            if certificate is not None:
                return rhizome.check(certificate)


@pytest.mark.parametrize("misere, spots, outcome", [(False, 8, "loss"), (False, 10, "win"), (True, 7, "loss"), (True, 10, "win")])
@pytest.mark.parametrize("size", [1, 5])
def test_the_same_outcome(misere, spots, outcome, size):
    crew = Crew(spots, misere, size)
    assert crew.solve(seed=size).outcome == outcome
    status = crew.coordinator.status()
    assert status.jobs_done > 0 and status.facts > 0 and status.accused == ()


@pytest.mark.parametrize("misere", [False, True])
def test_no_job_is_lost_when_workers_die_and_the_coordinator_restarts(misere):
    chance = random.Random(5)

    def strike(crew):
        if chance.random() < 0.2:
            place = chance.randrange(crew.size)
            crew.coordinator.lost(crew.crew[place]["name"])
            crew.crew[place] = crew.hire()
        if chance.random() < 0.1:
            crew.coordinator = Coordinator.from_bytes(*crew.coordinator.to_bytes(), SETTINGS)
            assert crew.coordinator.status().jobs_open == 0
            for member in crew.crew:
                member["seen"] = (0, 0)

    crew = Crew(9, misere, 4)
    assert crew.solve(3, strike).outcome == rhizome.Solver(threads=1, memory="256M").outcome(9, misere=misere).outcome
    assert crew.coordinator.status().jobs_lost > 0


def spoil(facts, misere, chance):
    """The same facts, a tenth of the nimbers wrong; in misère play, a position that is won and claimed lost."""
    if misere:
        won = bytes(rhizome.Position("0*5"))
        return facts + len(won).to_bytes(2, "little") + won + b"\0"
    out, place = bytearray(facts), 0
    while place < len(facts):
        length = int.from_bytes(facts[place : place + 2], "little") & 0x7FFF
        place += 2 + length
        if chance.random() < 0.1:
            out[place] ^= 1
        place += 1
    return bytes(out)


@pytest.mark.parametrize("misere", [False, True])
def test_a_liar_is_named_and_the_rest_is_right(misere):
    chance = random.Random(1)

    def tamper(report):
        return Report(
            report.job,
            report.effort,
            report.moves,
            spoil(report.facts, misere, chance),
            report.nodes,
            report.seconds,
            report.stopped,
            report.contradiction,
        )

    crew = Crew(8, misere, 4, tamper={2: tamper})
    assert crew.solve(2).outcome == "loss"
    accused = {name for name, _ in crew.coordinator.accused}
    # A lie that no proof leans on may go unnoticed; whoever is accused did lie.
    assert accused <= {"worker 2"}
    if not misere:
        assert accused == {"worker 2"} and "the nimber of" in crew.coordinator.accused[0][1]
    assert crew.coordinator.take("worker 2", crew.now) is None


def test_wrong_answers_without_wrong_facts():
    def tamper(report):
        turned = {0: 1 << 30}.get(report.effort[0], 0), {0: 1 << 30}.get(report.effort[1], 0)
        wrong = turned if 0 in report.effort else report.effort
        return Report(report.job, wrong, report.moves, b"", report.nodes, report.seconds)

    crew = Crew(7, False, 3, tamper={1: tamper})
    assert crew.solve(4).outcome == "loss"
    assert {name for name, _ in crew.coordinator.accused} <= {"worker 1"}


def test_a_straggler_is_handed_out_twice():
    coordinator = Coordinator.begin("0*9", False, SETTINGS)
    slow = coordinator.take("slow", now=0.0)
    other = coordinator.take("other", now=0.1)
    assert other.question != slow.question
    late = coordinator.take("third", now=100.0)
    assert late.question == slow.question and late.serial != slow.serial
    assert coordinator.status().jobs_repeated == 1
    # Both answers are welcome.
    worker = Worker(27, False, 1, 128 << 20)
    for name, job in (("third", late), ("slow", slow)):
        coordinator.report(name, worker.work(job), now=101.0)
    assert coordinator.status().jobs_open == 1


def test_needless_jobs_are_found():
    coordinator = Coordinator.begin("0*6", False, SETTINGS)
    jobs = [coordinator.take(f"worker {place}", now=0.0) for place in range(6)]
    assert len(coordinator.needless(now=1.0)) < 6
    worker = Worker(18, False, 1, 128 << 20)
    solver = rhizome.Solver(threads=1, memory="128M")
    solver.outcome(6)
    facts = b"".join(len(land).to_bytes(2, "little") + land + bytes([value]) for land, value in solver._core.nimbers())
    report = worker.work(jobs[0])
    coordinator.report("worker 0", Report(report.job, report.effort, report.moves, facts, 1, 0.1), now=1.1)
    assert coordinator.outcome == "loss"
    assert len(coordinator.needless(now=2.0)) == coordinator.status().jobs_open


def test_a_stopped_job_is_open_again():
    coordinator = Coordinator.begin("0*9", False, SETTINGS)
    job = coordinator.take("one", now=0.0)
    coordinator.report("one", Report(job, (5, 5), b"", b"", 10, 0.1, stopped=True), now=0.1)
    assert coordinator.status().jobs_stopped == 1
    assert coordinator.take("two", now=0.2).question == job.question


def test_damaged_facts_and_questions_are_refused():
    coordinator = Coordinator.begin("0*5", False, SETTINGS)
    with pytest.raises(ValueError):
        coordinator.frontier.learn(b"\x05\x00\x01", 1)
    with pytest.raises(ValueError):
        coordinator.frontier.finish(b"", (1, 1), b"", 1)
    # Bytes that are no land are no fact.
    assert coordinator.frontier.learn(b"\x02\x00\xff\xff\x01", 1) == 0


def test_who_works_alone_in_misere_play_takes_the_nodes_of_a_solver():
    coordinator = Coordinator.begin("0*12", True, Settings(first_nodes=512, memory=256 << 20))
    worker, jobs = Worker(36, True, 1, 256 << 20), 0
    while coordinator.outcome is None:
        job = coordinator.take("one", now=0.0)
        assert job.is_whole
        # As if the machine were slow.
        coordinator.report("one", worker.work(replace(job, nodes=min(job.nodes, 2000))), now=0.0)
        jobs += 1
    alone = rhizome._rhizome.Solver(1, 256 << 20)
    alone.begin_game(36)
    alone.solve("0*12", True, False)
    nodes = alone.progress(True)[0]
    assert coordinator.outcome == "win" and jobs > 3 and coordinator.status().nodes < 1.3 * nodes
    assert rhizome.check(coordinator.certificate()).outcome == "win"


def test_who_works_alone_shares_out_as_soon_as_others_come():
    coordinator = Coordinator.begin("0*9", True, SETTINGS)
    worker = Worker(27, True, 1, 128 << 20)
    first = coordinator.take("one", now=0.0)
    assert first.is_whole
    second = coordinator.take("two", now=0.1)
    assert not second.is_whole
    coordinator.report("one", worker.work(first), now=0.2)
    third = coordinator.take("one", now=0.2)
    assert not third.is_whole and third.question != second.question
    # Who is left alone has the whole question again.
    coordinator.lost("two")
    coordinator.report("one", worker.work(third), now=0.3)
    assert coordinator.outcome is not None or coordinator.take("one", now=0.4).is_whole


def test_few_work_together_and_hear_of_each_other():
    coordinator = Coordinator.begin("0*9", False, Settings(together=2, memory=256 << 20))
    # They begin together.
    assert coordinator.take("one", now=0.0) is None
    jobs = {name: coordinator.take(name, now=0.0) for name in ("two", "one")}
    assert [job.member for job in jobs.values()] == [1, 2] and jobs["one"].question == jobs["two"].question
    # A dead one's place is taken by the next.
    coordinator.lost("one")
    jobs["three"] = coordinator.take("three", now=0.1)
    assert jobs["three"].member == 2
    workers = {name: Worker(27, False, 1, 128 << 20) for name in ("two", "three")}
    for name, worker in workers.items():
        worker.join(jobs[name])
    report = workers["two"].work(jobs["two"])
    assert 0 in report.effort and report.facts and report.nodes > 0
    # Every node but the last ones has children.
    assert report.children > report.nodes
    coordinator.report("two", Report(jobs["two"], (1, 1), None, report.facts, 10, 0.0, partial=True), now=0.2)
    assert coordinator.status().nodes == 10 and coordinator.status().jobs_open == 2
    assert coordinator.frontier.facts > 0 and coordinator.frontier.refutations > 0
    # Nobody hears what he said himself, or what a neighbour tells him, and nobody hears it twice.
    assert coordinator.exchange("two", "here", (0, 0)).facts == b"" and coordinator.pause_seconds == REPORT_SECONDS
    assert coordinator.exchange("three", "here", (0, 0)).facts == b""
    news = coordinator.exchange("three", "there", (0, 0))
    assert news.facts and coordinator.exchange("three", "there", news.seen).facts == b"" and coordinator.pause_seconds == EXCHANGE_SECONDS
    told = workers["three"].exchange(jobs["three"], news.facts, 0)
    assert told.partial and told.nodes == told.children == 0
    found = workers["three"].work(jobs["three"])
    assert found.effort == report.effort and found.nodes == 0
    coordinator.report("three", found, now=0.3)
    assert coordinator.outcome == "win" and coordinator.status().seconds == pytest.approx(0.3)
    assert rhizome.check(coordinator.certificate()).outcome == "win"


@pytest.mark.parametrize("together, given", [(0, 400 << 10), (1, 512 << 10)])
def test_the_coordinators_memory_stays_within_what_was_given(together, given):
    coordinator = Coordinator.begin("0*13", False, Settings(job_seconds=0.01, first_nodes=64, memory=given, together=together))
    worker = Worker(39, False, 1, 128 << 20)
    most, job = 0, None
    while coordinator.outcome is None:
        if job is None:
            job = coordinator.take("worker", now=0.0)
            worker.join(job)
        # One who works with others tells what he proved after every few nodes.
        part = replace(job, nodes=256) if together else job
        report = worker.work(part, coordinator.lives_min)
        is_over = 0 in report.effort or not together
        coordinator.report("worker", replace(report, job=job, partial=not is_over, moves=report.moves if is_over else None), now=0.0)
        job = None if is_over else job
        most = max(most, coordinator.frontier.memory_bytes)
    assert coordinator.outcome == "loss"
    # It became scarce, and was not exceeded.
    assert given // 2 < most < given and coordinator.lives_min > 0


def test_nobody_waits_long_for_those_who_do_not_come():
    coordinator = Coordinator.begin("0*9", False, Settings(together=2))
    assert coordinator.take("one", now=5.0) is None and coordinator.take("one", now=5.1) is None
    assert coordinator.take("one", now=5.0 + GATHER_SECONDS).member == 1
    assert coordinator.take("two", now=9.0).member == 2


def test_what_neighbours_told_is_known_before_somebody_is_accused():
    """One denies a nimber to his neighbour alone, who believes it and tells the coordinator what follows."""
    land = bytes(rhizome.Position("0*4"))
    nimber = rhizome.Solver(threads=1, memory="64M").nimber("0*4").nimber

    def news(value, mark=0):
        return (len(land) | mark).to_bytes(2, "little") + land + bytes([value])

    told = {"liar": news(nimber, 0x8000)}
    for record, accused in ((dict, "believer"), (lambda: told, "liar")):
        coordinator = Coordinator.begin("0*6", False, Settings(together=2, memory=256 << 20))
        for name in ("believer", "liar"):
            coordinator.take(name, now=0.0)
        job = coordinator.take("believer", now=0.0)
        coordinator.report("believer", Report(job, (1, 1), None, news(nimber + 1), 10, 0.0, partial=True), now=0.1)
        coordinator.record = record
        assert coordinator.audit("a doubt")
        assert {name for name, _ in coordinator.accused} == {accused}


def test_after_a_restart_neighbours_are_asked_for_what_was_forgotten():
    begun = Coordinator.begin("0*9", False, Settings(together=2, memory=256 << 20))
    worker = Worker(27, False, 1, 128 << 20)
    begun.take("one", now=0.0)
    job = begun.take("two", now=0.0)
    worker.join(job)
    report = worker.work(job)
    coordinator = Coordinator.from_bytes(*begun.to_bytes(), begun.settings)
    # The end of what it said comes through, the rest was lost.
    coordinator.report("two", replace(report, facts=b""), now=1.0)
    assert coordinator.outcome == "win" and coordinator.frontier.facts < 2
    coordinator.accused.append(("liar", "said something"))
    coordinator.record = lambda: {"two": report.facts, "liar": b"not even news"}
    assert rhizome.check(coordinator.certificate()).outcome == "win" and coordinator.frontier.facts > 10


def test_neighbours_hear_everything_once(tmp_path, monkeypatch):
    monkeypatch.setattr(neighbours.tempfile, "gettempdir", lambda: str(tmp_path))
    place = neighbours.meeting_place("run")
    assert place == neighbours.meeting_place("run") and place.stat().st_mode & 0o777 == 0o700
    crew = [Neighbours(place, name, file_bytes=100) for name in ("one", "two", "three")]
    assert crew[0].record() == {} and crew[0].hear() == b""
    for one in crew:
        one.begin(1)
    chance = random.Random(1)
    said = {teller: b"" for teller in range(3)}
    heard = {listener: b"" for listener in range(3)}
    for step in range(400):
        teller = chance.randrange(3)
        news = bytes([teller]) * chance.randrange(40)
        crew[teller].tell(news)
        said[teller] += news
        # Nobody is further behind than a file.
        for other in range(3):
            heard[other] += crew[other].hear()
    for listener in range(3):
        others = b"".join(said[other] for other in range(3) if other != listener)
        assert sorted(heard[listener]) == sorted(others) and others
    assert len(list(place.iterdir())) <= 6
    assert set(crew[0].record()) == {"one", "two", "three"} and said[1].endswith(crew[0].record()["two"])
    # What was told in another epoch is not heard, and a message that is not whole yet is waited for.
    crew[0].begin(2), crew[1].begin(2)
    assert crew[0].hear() == b"" and crew[1].hear() == b""
    with open(place / "2-0-two", "ab") as file:
        file.write((4).to_bytes(4, "little") + b"ab")
        file.flush()
        assert crew[0].hear() == b""
        file.write(b"cd")
        file.flush()
        assert crew[0].hear() == b"abcd" and crew[0].hear() == b""
    # Somebody died in the midst of a message, and another one goes on under his name.
    with open(place / "2-0-two", "ab") as file:
        file.write((4).to_bytes(4, "little") + b"ef")
    (place / "2-1-two").write_bytes((2).to_bytes(4, "little") + b"gh")
    assert crew[0].hear() == b"gh"
    for one in crew:
        one.end()
    assert not list(tmp_path.iterdir())
