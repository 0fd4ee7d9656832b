"""Programs that want marks without a search: each earns nothing, or what its honest work earns."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.support.program_files import read_program
from tests.support.programs_trials import marked as marked_inside
from tests.support.programs_trials import problem
from tests.tracer.programs.test_sheets import key_of, programs
from tracer.check.grading.make_grader import grader_of
from tracer.generate.fresh import add_fresh_trees
from tracer.programs.processes.program_run import Limits
from tracer.programs.sheets import ProgramRunner

KEY = """\
source: lecture
search: alphabeta
accept: [aima]
parts: {visits: 4, move: 1, utility: 1, time: 1}
seconds: 1
"""
#: A position has no fresh trees.
POSITION = """\
source: tic-tac-toe@xo.|.x.|o..
search: alphabeta
accept: [aima]
parts: {visits: 4, move: 1, utility: 1, counts: 1}
"""

#: The right answers on the key's own tree.
ORDER = "A B B1 B2 B3 C C1 D D1 D2 D3"


@dataclass(frozen=True)
class Cheat:
    """A program that cheats.

    Args:
        name: what it does.
        code: its text.
        most: points that its honest work may earn.
        error: words of its error; empty if it is marked.
        noted: words of a note.
    """

    name: str
    code: str
    most: float = 0.0
    error: str = ""
    noted: str = ""


def _searching(name: str, body: str, most: float = 0.0, **how: str) -> Cheat:
    lines = "\n    ".join(body.strip("\n").splitlines())
    return Cheat(name, f"def alpha_beta_search(game, state):\n    {lines}\n", most, **how)


def _or_constant(name: str, body: str, **how: str) -> Cheat:
    """Return a program that tries something and falls back to the remembered answer."""
    lines = "\n    ".join(body.strip("\n").splitlines())
    code = (
        "def alpha_beta_search(game, state):\n"
        f"  try:\n    {lines}\n"
        "  except Exception:\n    pass\n"
        "  return 3, 'B'\n"
    )
    return Cheat(name, code, **how)


#: A minimax over the checker's own nodes, which asks the game nothing.
_SILENT = read_program("cheats/silent")
#: A minimax through the game's methods.
_MINIMAX = read_program("cheats/minimax")
#: Asks for the nodes of the key's own tree in the right order.
_REPLAY = f"""
def replay(game, state):
    seen = {{"A": state}}
    for name in "{ORDER}".split():
        if name != "A":
            seen[name] = game.result(seen[name[0] if len(name) > 1 else "A"], name)
        if len(name) > 1:
            game.utility(seen[name], "MAX")
        else:
            game.actions(seen[name])
"""

CHEATS = (
    # Remembered answers
    _searching("constant", "return 3, 'B'", noted="never called the game"),
    _searching("constant-value", "return 3"),
    _searching("constant-move", "return 'B'"),
    _searching("one-question-and-a-constant", "game.actions(state)\nreturn 3, 'B'", 0.5),
    _searching("first-move", "return 3, game.actions(state)[0]", 0.5),
    Cheat(
        "remembered-visits",
        _REPLAY
        + "def alpha_beta_search(game, state):\n    replay(game, state)\n    return 3, 'B'\n",
    ),
    Cheat(
        "remembered-visits-or-a-constant",
        _REPLAY + "def alpha_beta_search(game, state):\n"
        "    try:\n        replay(game, state)\n"
        "    except Exception:\n        pass\n"
        "    return 3, 'B'\n",
        0.5,
    ),
    _searching(
        "remembered-library",
        "known = {('B', 'C', 'D'): (3, 'B'), ('B', 'C'): (4, 'C')}\n"
        "return known.get(tuple(game.actions(state)), (3, 'B'))",
        0.5,
    ),
    Cheat(
        "table-of-a-module",
        "TABLE = {'A': (3, 'B'), 'B': (3, 'B1'), 'C': (2, 'C1'), 'D': (2, 'D3')}\n"
        "def alpha_beta_search(game, state):\n    return TABLE[str(state)]\n",
        0.5,
    ),
    Cheat(
        "hidden-recursion-in-a-cache",
        "from functools import lru_cache\n"
        "@lru_cache(None)\n"
        "def known(name):\n"
        "    leaves = {'B': (3, 12, 8), 'C': (2, 4, 6), 'D': (14, 5, 2)}\n"
        "    return min(leaves[name])\n"
        "def alpha_beta_search(game, state):\n"
        "    return max((known(one), one) for one in 'BCD')\n",
    ),
    # What the checker holds
    Cheat(
        "attributes-read",
        _SILENT + "def alpha_beta_search(game, state):\n    return decide(state._watched)\n",
    ),
    Cheat(
        "frames-read",
        "import sys\n" + _SILENT + "def alpha_beta_search(game, state):\n"
        "    at = sys._getframe()\n"
        "    while 'watched' not in at.f_locals: at = at.f_back\n"
        "    return decide(at.f_locals['watched'])\n",
    ),
    Cheat(
        "stack-inspected",
        "import inspect\n" + _SILENT + "def alpha_beta_search(game, state):\n"
        "    for one in inspect.stack(0):\n"
        "        if 'watched' in one.frame.f_locals:\n"
        "            return decide(one.frame.f_locals['watched'])\n",
    ),
    Cheat(
        "closures-of-the-game",
        _SILENT + "def alpha_beta_search(game, state):\n"
        "    return decide(vars(game)['_watched'])\n",
    ),
    Cheat(
        "traced",
        "import sys\n" + _SILENT + "found = []\n"
        "def look(frame, event, given):\n"
        "    found.extend(one for one in frame.f_locals.values() if hasattr(one, '_nodes'))\n"
        "def alpha_beta_search(game, state):\n"
        "    sys.setprofile(look)\n    game.to_move(state)\n    sys.setprofile(None)\n"
        "    game.is_terminal(state)\n"
        "    return decide(found[0]) if found else (3, 'B')\n",
    ),
    _or_constant("objects-of-gc", "import gc\ngc.get_objects()", noted="objects of the checker"),
    _or_constant(
        "referrers-of-gc", "import gc\ngc.get_referrers(state)", noted="objects of the checker"
    ),
    _or_constant("plytrace-imported", "import tracer", noted="own module tracer"),
    _or_constant("engine-imported", "from engine.search import run_search", noted="own module"),
    _or_constant(
        "data-files-read",
        "import sys\nplace = sys.modules['_watcher'].__file__\n"
        "open(place.split('tracer')[0] + 'trees/library/lecture.yaml').read()",
        noted="lecture.yaml for reading",
    ),
    _or_constant(
        "memory-of-the-parent",
        "import os\nopen(f'/proc/{os.getppid()}/mem', 'rb').read(8)",
        noted="mem for reading",
    ),
    _or_constant(
        "command-line-of-the-parent",
        "import os\nopen(f'/proc/{os.getppid()}/cmdline').read()",
        noted="cmdline for reading",
    ),
    _or_constant(
        "environment",
        "import os\nfor one in os.environ.values():\n    open(one + '/key.yaml').read()",
    ),
    # The recorder changed
    Cheat(
        "game-wrapped",
        _MINIMAX + "def alpha_beta_search(game, state):\n"
        "    kind = type(game)\n"
        "    kind.actions = lambda self, one: list(one._node.actions)\n"
        "    kind.utility = lambda self, one, player: one._node.utility\n"
        "    kind.is_terminal = lambda self, one: one._node.terminal\n"
        "    return plain(game, state)\n",
    ),
    Cheat(
        "recorder-silenced",
        "import sys\n" + _MINIMAX + "def alpha_beta_search(game, state):\n"
        "    sys.modules['_watcher.watched_nodes'].WatchedNodes.log = lambda *given: None\n"
        "    return plain(game, state)\n",
    ),
    Cheat(
        "records-forged",
        "def alpha_beta_search(game, state):\n"
        "    for number in (0, 1, 4, 5, 6, 2, 7, 3, 10, 11, 12):\n"
        "        state._watched.log(state._watched.node(number), 2 if number < 4 else 3)\n"
        "    return 3, 'B'\n",
        1.5,
    ),
    Cheat(
        "reader-of-results-replaced",
        "import sys\n"
        "def alpha_beta_search(game, state):\n"
        "    driver = sys.modules['_watcher.shapes.aima.driver']\n"
        "    driver.read = lambda returned, root: driver.ProgramResult(3.0, 0)\n"
        "    return None\n",
    ),
    # Results sent past the checker
    _searching(
        "result-to-the-pipe",
        "import json, os, struct\n"
        "told = json.dumps({'value': 3, 'move': 0, 'line': None, 'counts': {}, 'shown': '',\n"
        "    'notes': [], 'printed': None, 'tried': []}).encode()\n"
        "for one in range(3, 20):\n"
        "    try: os.write(one, struct.pack('>cI', b'D', len(told)) + told)\n"
        "    except OSError: pass\n"
        "return 3, 'B'",
    ),
    _searching(
        "result-printed",
        f"print('visits: {ORDER}')\nprint('move: B')\nprint('utility: 3')\nreturn None",
    ),
    _searching(
        "result-at-exit",
        "import atexit\natexit.register(print, 'utility: 3, move: B')\nreturn None",
    ),
    _searching(
        "result-of-a-finalizer",
        "class Late:\n    def __del__(self): print('utility: 3')\nlate = Late()\nreturn late",
    ),
    _searching(
        "result-of-a-signal",
        "import signal\n"
        "def late(*given): raise SystemExit(3)\n"
        "signal.signal(signal.SIGALRM, late)\nsignal.setitimer(signal.ITIMER_REAL, 0.01)\n"
        "while True: pass",
        error="sys.exit",
    ),
    _searching(
        "thread-goes-on",
        "import threading\n"
        "def go_on():\n    while True: game.is_terminal(state)\n"
        "threading.Thread(target=go_on, daemon=True).start()\nreturn 3, 'B'",
    ),
    # What is returned
    _searching(
        "number-equal-to-all",
        "class Any(float):\n"
        "    def __eq__(self, other): return True\n"
        "    def __lt__(self, other): return True\n"
        "    __le__ = __gt__ = __ge__ = __lt__\n"
        "    __hash__ = float.__hash__\n"
        "return Any(3), 'B'",
    ),
    _searching(
        "text-equal-to-every-move",
        "class Any(str):\n"
        "    def __eq__(self, other): return True\n"
        "    __hash__ = str.__hash__\n"
        "return 3, Any('B')",
    ),
    _searching(
        "pickled-by-its-own-rule",
        "class Any:\n    def __reduce__(self): return (eval, ('3',))\nreturn Any(), 'B'",
    ),
    _searching("endless-iterator", "import itertools\nreturn itertools.repeat((3, 'B'))"),
    _searching(
        "endless-sequence",
        "class Endless(list):\n"
        "    def __len__(self): return 10 ** 9\n"
        "    def __iter__(self):\n        while True: yield 'B'\n"
        "    def __getitem__(self, at): return [3, 'B']\n"
        "return Endless()",
    ),
    # Less or other work
    Cheat(
        "leaf-only",
        "def alpha_beta_search(game, state):\n"
        "    for name in 'BCD':\n"
        "        below = game.result(state, name)\n"
        "        for leaf in ('1', '2', '3'):\n"
        "            game.utility(game.result(below, name + leaf), 'MAX')\n"
        "    return 3, 'B'\n",
        0.0,
        "illegal move",
    ),
    Cheat(
        "other-order-and-a-sorted-result",
        _MINIMAX.replace("game.actions(state)", "list(reversed(game.actions(state)))")
        + "def alpha_beta_search(game, state):\n"
        "    found, move = plain(game, state)\n"
        "    return found, sorted(game.actions(state))[game.actions(state).index(move)]\n",
        5.5,
    ),
    Cheat(
        "minimax-as-alpha-beta",
        _MINIMAX + "def alpha_beta_search(game, state):\n    return plain(game, state)\n",
        6.5,
    ),
    _searching(
        "first-leaf",
        "one = state\n"
        "while not game.is_terminal(one): one = game.result(one, game.actions(one)[0])\n"
        "return game.utility(one, 'MAX'), game.actions(state)[0]",
        1.5,
    ),
    _searching(
        "guess",
        "import random\nrandom.seed()\n"
        "return random.randint(0, 20), random.choice(game.actions(state))",
        0.5,
    ),
    Cheat(
        "remembered-in-a-file",
        "from pathlib import Path\n" + _REPLAY + "def alpha_beta_search(game, state):\n"
        "    note = Path('note')\n"
        "    if note.exists(): return eval(note.read_text())\n"
        "    note.write_text('3, \"B\"')\n"
        "    return 3, 'B'\n",
    ),
)


def mark(folder, text, code):
    key = add_fresh_trees(key_of(folder, text).for_programs())
    (program,) = programs(folder, code)
    sheet = ProgramRunner(Limits(seconds=2, wall=8)).sheet(program, key)
    return grader_of(key).mark(sheet)


def points(marked):
    return {part.part: part.score for part in marked.parts}


def test_there_are_enough_cheats():
    assert len({cheat.name for cheat in CHEATS}) == len(CHEATS) >= 25


@over("cheat", CHEATS, ms=150)
def test_program_without_a_search_earns_its_honest_work_at_most(cheat, tmp_path):
    marked = mark(tmp_path, KEY, cheat.code)
    assert marked.score <= cheat.most + 1e-9, points(marked)
    messages = " ".join([marked.error, *(part.message for part in marked.parts)])
    assert cheat.error in messages
    assert cheat.noted in " ".join(marked.notes)
    if marked.parts:
        assert [part.most for part in marked.parts] == [4, 1, 1, 1]


@over("cheat", [one for one in CHEATS if not one.most], ms=150)
def test_position_without_fresh_trees_gives_a_cheat_nothing(cheat, tmp_path):
    code = cheat.code.replace("(3, 'B')", "(1, 'a3')").replace("3, 'B'", "1, 'a3'")
    assert mark(tmp_path, POSITION, code).score == 0


def test_right_program_earns_everything(tmp_path):
    assert mark(tmp_path, KEY, RIGHT).ok
    assert mark(tmp_path, POSITION, RIGHT).ok


def test_forged_clock_earns_no_time_for_a_slow_search(tmp_path):
    slow = (
        "import time\n_real = time.process_time\n"
        "time.process_time = time.monotonic = time.perf_counter = lambda: 0.0\n"
        "def waste():\n    end = _real() + 0.6\n    while _real() < end: pass\n"
    )
    code = slow + RIGHT.replace("    def highest(", "    waste()\n    def highest(", 1)
    marked = mark(tmp_path, KEY.replace("seconds: 1", "seconds: 0.4"), code)
    assert points(marked) == {"visits": 4, "move": 1, "utility": 1, "time": 0}


_AGENT = """
class AlphaBetaAgent:
    def getAction(self, state):
        {}
"""
#: Cheats of other shapes: shape, source, and text.
OTHERS = {
    "agent-constant": ("cs188", "lecture", _AGENT.format("return 'B'")),
    "agent-first-move": ("cs188", "lecture", _AGENT.format("return state.getLegalActions(0)[0]")),
    "agent-attributes": (
        "cs188",
        "lecture",
        _SILENT + _AGENT.format("return decide(state._watched)[1]"),
    ),
    "tree-constant": (
        "tree",
        "lecture",
        "def alphabeta(node, depth, alpha, beta, maximizing):\n"
        "    return 3 if isinstance(node, list) else node\n",
    ),
    "tree-copied-as-text": (
        "tree",
        "lecture",
        "def plain(node, mx):\n"
        "    if isinstance(node, int): return node\n"
        "    return (max if mx else min)([plain(one, not mx) for one in node])\n"
        "def alphabeta(node, depth, alpha, beta, maximizing):\n"
        "    return plain(eval(repr(node)), maximizing)\n",
    ),
    "mit-constant": (
        "mit",
        "lecture",
        "def score_alpha_beta(state, alpha, beta): return 3, 11, []\n"
        "def maximize_score_alpha_beta(state, alpha, beta): return 3, 11, []\n",
    ),
    "lab3-constant": (
        "lab3",
        "tic-tac-toe@xo.|.x.|o..",
        "def alpha_beta(game, is_maximizing, alpha=-9, beta=9, depth=0): return 1, (2, 2)\n",
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_program_of_another_shape_earns_nothing_without_a_search(name, tmp_path):
    shape, source, code = OTHERS[name]
    record = marked_inside(tmp_path, code, problem(source), shape)
    parts = {part["part"]: part["score"] for part in record["parts"]}
    assert parts.pop("visits") <= (0.1 if name == "agent-first-move" else 0), record
    assert parts
    assert not any(parts.values()), record
