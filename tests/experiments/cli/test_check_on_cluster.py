"""`--on ADDRESS`: a class is marked on a Dask cluster, whatever ends, and as it is without one."""

import json
import signal
import socket
import sys
import time
from collections import deque
from functools import partial

import pytest

from engine.errors import InvalidInput
from tests.support.clusters import LocalCluster, doubled, prepared
from tests.support.hostile import RIGHT
from tests.support.processes import start_command
from tests.tracer.worksheet.made import OWN_GAME
from tracer import jobs as jobs_cluster
from tracer.jobs import Cluster, SharedTask, results_in_order

pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="signals and /proc"),
    pytest.mark.filterwarnings("ignore"),
]

NEVER = RIGHT.replace("if v >= beta", "if False").replace("if v <= alpha", "if False")
KEY = "source: tree.yaml\nsearch: alphabeta\nparts: {visits: 3, utility: 1}\nfresh: 0\n"
TREE = "root: max\ntree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]\n"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    made = LocalCluster(tmp_path_factory.mktemp("cluster"), port)
    yield made
    made.close()


@pytest.fixture
def course(tmp_path):
    (tmp_path / "key.yaml").write_text(KEY)
    (tmp_path / "tree.yaml").write_text(TREE)
    return tmp_path


def begin(folder, *command):
    return start_command(*command, cwd=folder)


def lines(path):
    return path.read_text().splitlines() if path.exists() else []


def test_programs_are_marked_once_and_as_without_a_cluster_if_workers_end(cluster, course):
    (course / "class").mkdir()
    for number in range(60):
        code = [RIGHT, NEVER, "1 / 0\n"][number % 3]
        (course / "class" / f"p{number:02}.py").write_text(f"# student: s{number}\n{code}")
    out = course / "on.jsonl"
    command = ("check-code", "key.yaml", "class", "-f", "jsonl", "-o")
    ran = begin(course, *command, out.name, "--on", cluster.address)
    before, kills = cluster.ended, deque([3, 12, 30, 40])
    while ran.poll() is None:
        if kills and len(lines(out)) >= kills[0]:
            kills.popleft()
            cluster.kill_worker()
        time.sleep(0.05)
    assert ran.returncode == 1, ran.stderr.read()
    assert not kills
    assert cluster.ended >= before + 4
    assert begin(course, *command, "alone.jsonl").wait() == 1
    assert lines(out) == lines(course / "alone.jsonl")


def test_ctrl_c_keeps_records_ends_the_programs_and_resume_continues(cluster, course):
    endless = "import os\nopen('it-runs', 'w').close()\nwhile True: pass\n"
    (course / "class").mkdir()
    # One worker of three stays free for the first program, wherever that is sent.
    for number, code in enumerate([NEVER, *[endless + RIGHT] * 2]):
        (course / "class" / f"p{number}.py").write_text(code)
    command = ("check-code", "key.yaml", "class", "-f", "jsonl", "-o", "on.jsonl")
    ran = begin(course, *command, "--seconds", "3600", "--on", cluster.address)
    running = cluster.folder.rglob
    while not lines(course / "on.jsonl") or not any(running("it-runs")):
        assert ran.poll() is None, ran.stderr.read()
        time.sleep(0.05)
    ran.send_signal(signal.SIGINT)
    errors = ran.communicate()[1]
    assert ran.returncode == 130, errors
    assert "Traceback" not in errors
    kept = lines(course / "on.jsonl")
    assert len(kept) == 1
    while any(running("it-runs")):  # no worker goes on with what nobody waits for
        time.sleep(0.05)
    for number in (1, 2):
        (course / "class" / f"p{number}.py").write_text(RIGHT)
    assert begin(course, *command, "--resume", "--on", cluster.address).wait() == 1
    found = lines(course / "on.jsonl")
    assert found[:1] == kept
    assert [json.loads(one)["sheet"] for one in found] == [f"class/p{n}.py" for n in range(3)]


SPEC = """\
title: Trees and games
problems:
  - generate: {plies: 2, branching: 3, cutoffs: 2}
    search: alphabeta
    parts: {visits: 2, cutoffs: 2}
  - source: trees/tree.yaml
    search: alphabeta
    parts: {visits: 1}
  - source: take.py:Pile
    search: minimax
    text: Take one or two stones. Whoever takes the last one wins.
    parts: {move: 1}
"""
#: The game of the documentation, which imports a file beside it.
TAKE = "from helper import MOST\n" + OWN_GAME.replace("(7,", "(MOST,")


def files_below(folder):
    return {
        path.relative_to(folder): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_variants_of_a_worksheet_are_made_as_without_a_cluster_if_workers_end(cluster, tmp_path):
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "tree.yaml").write_text(TREE)
    (tmp_path / "take.py").write_text(TAKE)
    (tmp_path / "helper.py").write_text("MOST = 5\n")
    (tmp_path / "spec.yaml").write_text(SPEC)
    more = ("--variants", "40", "--seed", "s", "-f", "md", "-f", "html", "-f", "moodle")
    command = ("worksheet", "spec.yaml", *more)
    ran = begin(tmp_path, *command, "-o", "on", "--on", cluster.address)
    kills = deque([1, 20])
    while ran.poll() is None:
        if kills and len([*(tmp_path / "on").glob("keys/*")]) >= kills[0]:
            kills.popleft()
            cluster.kill_worker()
        time.sleep(0.02)
    assert ran.returncode == 0, ran.stderr.read()
    assert len(kills) < 2
    alone = begin(tmp_path, *command, "-o", "alone")
    assert alone.wait() == 0, alone.stderr.read()
    made = files_below(tmp_path / "on")
    assert len([one for one in made if one.parts[0] == "keys" and one.suffix == ".yaml"]) == 40
    assert made == files_below(tmp_path / "alone")


@pytest.mark.parametrize("tree", [TREE, "tree: [[3, 12], [2, oops]]\n"])
def test_problem_that_cannot_be_made_is_reported_as_without_a_cluster(cluster, tmp_path, tree):
    (tmp_path / "spec.yaml").write_text(SPEC)
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "tree.yaml").write_text(tree)
    (tmp_path / "take.py").write_text(TAKE)
    (tmp_path / "helper.py").write_text("MOST = oops\n")
    ran = [
        begin(tmp_path, "worksheet", "spec.yaml", "--variants", "3", "-o", "out", *more)
        for more in ((), ("--on", cluster.address))
    ]
    errors = [one.communicate()[1] for one in ran]
    assert ran[0].returncode == ran[1].returncode != 0
    assert errors[0] == errors[1]
    assert not (tmp_path / "out").exists()


def test_item_that_ends_its_worker_has_a_record_and_its_neighbours_have_results(cluster):
    with Cluster(cluster.address) as connected:
        task = SharedTask(b"17", prepared, doubled, lambda number: f"{number} ends workers")
        numbers = [
            *results_in_order(partial(connected.submit, task), range(30), connected.ahead, deque())
        ]
    assert numbers == ["17 ends workers" if n == 17 else 2 * n for n in range(30)]


def test_cluster_with_another_version_is_refused(cluster, monkeypatch):
    monkeypatch.setattr(jobs_cluster, "__version__", "0.0.1")
    with pytest.raises(InvalidInput, match=r"has plytrace .*, but here it is 0\.0\.1"):
        Cluster(cluster.address)


def test_address_without_a_scheduler_is_named(course):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        (course / "p.py").write_text(RIGHT)
        ran = begin(course, "check-code", "key.yaml", "p.py", "--on", address)
        errors = ran.communicate()[1]
    assert ran.returncode == 3
    assert f"{address}: no scheduler answers" in " ".join(errors.split())


def test_run_stops_with_its_records_if_the_scheduler_ends_and_workers_keep_no_files(course):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (course / "cluster").mkdir()
    own = LocalCluster(course / "cluster", port)
    try:
        command = ("check-code", "key.yaml", "class", "-f", "jsonl", "-o", "on.jsonl")
        (course / "class").mkdir()
        for number in range(40):
            (course / "class" / f"p{number:02}.py").write_text(RIGHT)
        ran = begin(course, *command, "--on", own.address)
        while len(lines(course / "on.jsonl")) < 3:
            assert ran.poll() is None, ran.stderr.read()
            time.sleep(0.05)
        own.kill_scheduler()
        errors = ran.communicate()[1]
        assert ran.returncode == 3
        assert "the scheduler has ended" in errors
        assert "--resume continues" in errors
        assert begin(course, *command, "--resume", "--on", own.address).wait() == 0
        assert len(lines(course / "on.jsonl")) == 40
        assert not [*own.folder.glob("plytrace-*")]
    finally:
        own.close()
