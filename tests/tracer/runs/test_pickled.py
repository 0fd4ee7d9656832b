"""Traces survive pickle, copy and process pools unchanged."""

import copy
import multiprocessing
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor

import pytest

from engine.errors import InvalidInput, PlytraceError, SearchRefused, UsageError
from tests.support.cases import over
from tests.support.naive_searches import Lists
from tests.support.processes import run_python
from tests.support.tables import table
from tracer import counted, trace

OWN = '''
from collections import namedtuple
from pathlib import Path

with Path(__file__).with_suffix(".runs").open("a") as runs:
    runs.write("run ")

Heap = namedtuple("Heap", "left first")


class Nim:
    """Take one, two or three; the last one wins."""

    def __init__(self, heap="7"):
        self.initial = Heap(int(heap), True)

    def to_move(self, state):
        return "MAX" if state.first else "MIN"

    def actions(self, state):
        return [n for n in (1, 2, 3) if n <= state.left]

    def result(self, state, action):
        return Heap(state.left - action, not state.first)

    def is_terminal(self, state):
        return not state.left

    def utility(self, state, player):
        return -1 if (player == "MAX") == state.first else 1

    def parse(self, text):
        return Heap(int(text), True)
'''


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "heaps.py"
    path.write_text(OWN, encoding="utf-8")
    return f"{path}:Nim"


def snapshots(t):
    for step in range(0, len(t.replay), max(1, len(t.replay) // 25)):
        now = t.at(step)
        yield now.event, now.visited, now.sentence, now.line, now.note, [*map(repr, now.stack)]


def seen(t):
    """Everything that a person can see of a trace."""
    found = [repr(t), t.title, repr(t.value), t.move, t.line, t.path, t.counts, t.settings]
    found += [t.stopped, t.game_options, t.by_depth, repr(t.game.initial), str(t.game)]
    if t.has_visits:
        found += [
            {name: [*column] for name, column in t.log.columns().items()},
            list(t.log.repeats),
            list(snapshots(t)),
        ]
        found += [t.visits.rows(), t.cutoffs.rows()]
    return repr([*found, t.export("json")])


def copies(t):
    """The trace through each protocol of pickle, and copied."""
    yield from (pickle.loads(pickle.dumps(t, protocol)) for protocol in (2, 4, 5))
    yield copy.deepcopy(t)
    yield copy.copy(t)


@over("asked", [*table(__file__, "pickled"), {"source": Lists([[3, 12, 8], [2, [4, 6]]])}], ms=45)
def test_trace_survives_pickle_and_copy(asked):
    t = trace(**asked)
    fresh = list(copies(t))  # before anything has been asked of it
    expected = seen(t)
    for one in [*fresh, *copies(t)]:
        assert type(one) is type(t)
        assert one is not t
        if t.has_visits:
            assert one.log == t.log
        assert seen(one) == expected


def test_count_only_results_are_pickled():
    for t in (
        counted("tic-tac-toe@xo.|.x.|..o"),
        counted("reversi:4", max_visits=99),
        counted("lecture"),
    ):
        for one in copies(t):
            assert seen(one) == seen(t)


def test_game_of_an_imported_package_is_pickled():
    pytest.importorskip("chess")
    t = trace("chess@8/8/8/8/8/5k2/7q/7K w - - 0 1", depth=2)
    assert seen(pickle.loads(pickle.dumps(t))) == seen(t)


@pytest.mark.parametrize("place", ["", ":5", ":5@4"])
def test_game_from_a_file_is_pickled_and_its_file_is_not_run_again(own, place, tmp_path):
    t = trace(own + place)
    again = trace(own + place)  # a second run makes other classes
    expected, runs = seen(t), (tmp_path / "heaps.runs").read_text()
    for one in [*copies(t), *copies(again)]:
        assert seen(one) == expected
    assert (tmp_path / "heaps.runs").read_text() == runs == "run run "


def test_trace_keeps_its_game_after_the_file_changes(own, tmp_path):
    t = trace(own)
    expected = seen(t)
    (tmp_path / "heaps.py").write_text(OWN.replace("(1, 2, 3)", "(1, 2)"), encoding="utf-8")
    assert seen(trace(own)) != expected
    assert seen(pickle.loads(pickle.dumps(t))) == expected


def test_process_without_the_game_names_what_to_load_and_runs_nothing(own, tmp_path):
    (tmp_path / "t.pickle").write_bytes(pickle.dumps(trace(own)))
    code = (
        "import pickle, sys\nfrom engine.errors import InvalidInput\n"
        "from tracer import show\nfor known in (False, True):\n"
        "    if known: show(sys.argv[2])\n"
        "    try: print(pickle.load(open(sys.argv[1], 'rb')).value)\n"
        "    except InvalidInput as error: print(error)\n"
    )
    refused, found = run_python(code, tmp_path / "t.pickle", own).splitlines()
    assert "not loaded in this process" in refused
    assert "heaps.py" in refused
    assert "tracer.show(" in refused
    assert float(found) == trace(own).value
    assert (tmp_path / "heaps.runs").read_text() == "run run run "


class Locked(Lists):
    """A game that pickle cannot take."""

    name = "locked"

    def __init__(self):
        super().__init__([[1, 2], [3, 4]])
        self.lock = threading.Lock()


def test_unpicklable_game_is_named():
    with pytest.raises(UsageError, match=r"locked cannot be pickled: TypeError.*__reduce__"):
        pickle.dumps(trace(Locked()))


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_traces_are_sent_to_the_workers_of_a_pool_and_returned(start):
    sources = ["lecture", "reversi:4@....|BBBB|WWWW|....", "tic-tac-toe@xox|xxo|o.."]
    here = [trace(source) for source in sources]
    with ProcessPoolExecutor(1, multiprocessing.get_context(start)) as pool:
        there = list(pool.map(trace, sources))
        read = list(pool.map(seen, here))
        with pytest.raises(SearchRefused) as error:
            pool.submit(trace, "dice", "alphabeta").result(timeout=60)
    assert [seen(t) for t in there] == [seen(t) for t in here] == read
    with pytest.raises(SearchRefused) as same:
        trace("dice", "alphabeta")
    assert str(error.value) == str(same.value)


def test_forked_worker_has_the_games_from_files(own):
    t = trace(own)
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        assert pool.submit(seen, t).result(timeout=60) == seen(t)


@pytest.mark.parametrize("kind", [PlytraceError, InvalidInput, UsageError, SearchRefused])
def test_errors_survive_pickling(kind):
    error = kind("is damaged", where="a.yaml:3", expected="a number", hint="Write one")
    error.add_note("seen by a student")
    for one in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(one) is kind
        assert (str(one), vars(one)) == (str(error), vars(error))


def test_views_are_immutable():
    t = trace("lecture")
    view = t.visits[3]
    with pytest.raises(AttributeError):
        view.row = 4
    with pytest.raises(AttributeError):
        view.alpha = 4
    assert view == t.visits[3]
    assert hash(view) == hash(t.visits[3])
    assert view not in (t.visits[4], trace("lecture", "minimax").visits[3], t.cutoffs[0])
    alone = pickle.loads(pickle.dumps(view))
    assert (alone.id, alone.alpha) == (view.id, view.alpha)
