"""Texts by other people reach terminals, gradebooks and reports only as text."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from engine.text import CleanStream, escape_unsafe, strip_unsafe, visible_line
from tests.support.cases import over
from tests.support.screens import settled
from tracer import trace
from tui.app import PlytraceApp
from tui.appearance.theme import CleanFilter
from tui.screens.stepper.stepper_screen import StepperScreen

ROOT = Path(__file__).parent.parent

#: Names with unsafe signs in them, by what these are.
HOSTILE = {
    "colour": "\x1b[31mred",
    "title": "\x1b]0;title\x07",
    "c1": "\x9b31m",
    "delete": "\x7f\x08",
    "bidi": "\u202eevil\u202c",
    "isolate": "\u2066x\u2069",
    "no-width": "A\u200bn\u2060n\ufeff",
    "joiner": "A\u200dnn",
    "separator": "one\u2028two\u2029three\x85four",
    "tags": "\U000e0041\U000e0042",
    "filler": "\u3164\u115f",
    "return": "all\rright",
}
#: Names of people, as they are written.
LEGITIMATE = (
    "李雷",
    "José Núñez",
    "Jose\u0301",
    "Zoë-Ann O'Neill",
    "Владимир",
    "עמית",
    "محمد",
    "می\u200cخواهم",
    "क्\u200dष",
    "👩🏽\u200d💻",
    "❤\ufe0f\u200d🔥",
    "नमस्ते",
    "e\u0323\u0301",
    "a\u00a0b",
    "△ ▽ ○ ╳ α β ≤ ∞ −",
)


def is_unsafe(sign):
    """Whether a terminal, or a reader, takes a sign for something else: by Unicode's own words."""
    return unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(
        sign
    ) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "BN")


def unsafe_in(text):
    return [sign for sign in text if is_unsafe(sign) and sign not in "\n\t\u200c\u200d\xad"]


@given(st.text())
def test_unsafe_characters_are_removed_from_any_text(text):
    assert unsafe_in(escape_unsafe(text).replace("\r\n", "\n")) == []
    assert unsafe_in(strip_unsafe(text)) == []
    assert not {*visible_line(text), *strip_unsafe(text)} & {*"\n\r\t\x0b\x0c\x85\u2028\u2029"}
    assert escape_unsafe(escape_unsafe(text)) == escape_unsafe(text)
    assert strip_unsafe(strip_unsafe(text)) == strip_unsafe(text)


@given(st.text())
def test_escaped_json_has_the_same_meaning(text):
    written = json.dumps(text, ensure_ascii=False)
    assert json.loads(escape_unsafe(written)) == text


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"])))
def test_letters_marks_and_symbols_are_unchanged(text):
    text = re.sub("[\u115f\u1160\u17b4\u17b5\u3164\uffa0]", "", text)
    assert escape_unsafe(text) == strip_unsafe(text) == visible_line(text) == text


@over("name", LEGITIMATE)
def test_names_of_people_are_unchanged(name):
    assert escape_unsafe(name) == strip_unsafe(name) == visible_line(name) == name


def test_confusable_names_become_equal():
    hidden = ["A\u200bnn", "\x1b[1mAnn\x1b[0m", "\ufeffAnn", "\x1b]8;;http://x\x07Ann\x1b]8;;\x07"]
    assert {strip_unsafe(one) for one in hidden} == {"Ann"}


def test_our_own_colour_codes_are_kept():
    out = io.StringIO()
    stream = CleanStream(out)
    stream.write("\x1b[31mtheirs")
    stream.write_styled("\x1b[32mours")
    assert out.getvalue() == "\\u001b[31mtheirs\x1b[32mours"


def quoted(text):
    return json.dumps(text)


def files_of(name, folder):
    """A file of every kind with a hostile text in it, and the commands that open it."""
    texts = {
        "tree.yaml": f"name: {quoted(name)}\ntree: [3, {{id: {quoted(name)}, children: [1, 2]}}]\n",
        "plain.yaml": f"tree: {{id: A, note: {quoted(name)}, {quoted(name)}: 3}}\n",
        "x.test": f'class: "{name}"\nstart_state: "{name}"\nsuccessors: """\n{name} B\n"""\n',
        "g.yaml": f"generate: {{plies: 2, {quoted(name)}: 3}}\n",
        "x.efg": f'EFG 2 R "{name}" {{ "{name}" "b" }}\np "{name}" 1 1 "" {{ "{name}" }} 0\n',
        "m.txt": f"plytrace match 1\ngame: nim:3\nfirst: {name}\n1. first {name}\n",
        "m2.txt": f"plytrace match 1\ngame: nim:3\n{name}: x\n",
        "m.pgn": f'[White "{name}"]\n[Event "{name}"]\n\n1. {name} e5 *\n',
        "p.pgn": f'[White "{name.encode("ascii", "ignore").decode()}{name}"]\n\n1. e4 *\n',
        "key.yaml": f"source: lecture\nparts: {{visits: 1, {quoted(name)}: 1}}\n",
        "good.yaml": f"name: {quoted(name)}\nsource: lecture\nparts: {{visits: 2, move: 1}}\n",
        "s.txt": f"student: {name}\nvisits: A B {name}\nmove: {name}\n{name}\n",
        "s.yaml": f"student: {quoted(name)}\nvisits: [A, {quoted(name)}]\nmove: {quoted(name)}\n",
        "s.csv": f'student,visits,move\n"{name}","A B",B\n',
        "prog.py": (
            f"# student: {name}\ndef alpha_beta_search(game, state):\n"
            f"    raise ValueError({quoted(name)})\n"
        ),
        "matrix.yaml": f"matrix: [[1, 2], [3, {quoted(name)}]]\n",
        "l.yaml": f"title: {quoted(name)}\npages:\n  - say: {quoted(name)}\n",
        "set.yaml": f"title: {quoted(name)}\nproblems: [{{source: lecture, {quoted(name)}: 1}}]\n",
    }
    for file, text in texts.items():
        (folder / file).write_bytes(text.encode("utf-8", "surrogatepass"))
    sheets = ("s.txt", "s.yaml", "s.csv")
    yield from (["trace", one] for one in ("tree.yaml", "plain.yaml", "x.test", "x.efg", name))
    yield from (["trace", "tree.yaml", "--color", "always", "-f", one] for one in ("text", "json"))
    for one in ("csv", "jsonl", "md", "svg", "html", "latex", "forest", "dot", "text"):
        yield ["export", "tree.yaml", "-f", one]
    yield ["visits", "tree.yaml"]
    yield ["compare", "tree.yaml"]
    yield ["generate", "g.yaml"]
    yield from (
        ["play", "--plain", "--resume", one] for one in ("m.txt", "m2.txt", "m.pgn", "p.pgn")
    )
    for one in ("text", "line", "json", "jsonl", "csv"):
        yield ["check", "good.yaml", *sheets, "-f", one]
    yield ["check", "key.yaml", *sheets]
    yield ["check", "good.yaml", *sheets, "-f", "csv", "-o", "out.csv", "--report", "out.html"]
    yield ["check", "good.yaml", *sheets, "-f", "jsonl", "-o", "out.jsonl", "--report", "r.txt"]
    yield ["check-code", "good.yaml", "prog.py"]
    yield ["matrix", "matrix.yaml"]
    yield ["learn", "l.yaml", "--plain"]
    yield ["worksheet", "set.yaml"]
    yield [name.replace("\x00", "")]
    yield ["trace", "lecture", "-a", name]
    yield ["trace", "lecture", f"--{name}"]
    yield ["list", name]


#: Runs the command line again and again in one process, each time with streams of its own.
RUNNER = """
import io, json, sys
from tui.cli import main
results = []
for arguments in json.loads(sys.argv[1]):
    sys.argv[1:] = arguments
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in "ab")
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr, sys.stdin = out, err, io.StringIO("quit\\n")
    try:
        main()
    except SystemExit:
        pass
    finally:
        sys.stdout, sys.stderr = kept
    results.append([one.flush() or one.buffer.getvalue().decode() for one in (out, err)])
json.dump(results, sys.stdout)
"""


@over("name", HOSTILE, ms=150)
def test_commands_escape_hostile_texts(name, tmp_path):
    commands = [*files_of(HOSTILE[name], tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", RUNNER, json.dumps(commands)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"}
        | {"PLYTRACE_STATE_DIR": str(tmp_path / "state"), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    seen = 0
    for command, written in zip(commands, json.loads(done.stdout), strict=True):
        for text in written:
            if "always" in command:  # our own colours
                text = re.sub(r"\x1b\[[\d;]*m", "", text)
            assert unsafe_in(text) == [], (command, text)
            seen += len(text)
        assert "Traceback" not in written[1], command
    assert seen > 1000
    for file in ("out.csv", "out.html", "out.jsonl", "r.txt"):
        text = (tmp_path / file).read_text(encoding="utf-8")
        assert unsafe_in(text) == [], (file, text)
    rows = csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text(encoding="utf-8")))
    assert all(row["student"] == strip_unsafe(row["student"]) for row in rows)


@over("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
@over("before", ["", "\u200b", "\x1b[0m", "\ufeff", "\u202e"])
def test_gradebook_names_are_never_formulas(sign, before, tmp_path):
    from tracer.check.results.gradebook import write

    record = {
        "student": f"{before}{sign}HYPERLINK(1)",
        "sheet": f"{before}{sign}cmd|x",
        "score": 1,
        "max_score": 1,
        "parts": [],
        "convention": "",
        "misconceptions": [],
        "indistinguishable": [],
        "error": "",
    }
    out = io.StringIO()
    write([record], out)
    (row,) = csv.DictReader(io.StringIO(out.getvalue()))
    assert row["student"] == f"'{sign}HYPERLINK(1)"
    assert row["sheet"] == f"'{sign}cmd|x"


@over("name", HOSTILE, ms=150)
async def test_screens_escape_hostile_texts(name):
    tree = trace("lecture")
    tree.title = HOSTILE[name]
    app = PlytraceApp(StepperScreen(tree))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(app, pilot)
        assert any(isinstance(one, CleanFilter) for one in app.get_line_filters())
        screen = app.screen._compositor.render_strips()
        filters = app.get_line_filters()
        for strip in screen:
            for one in filters:
                strip = strip.apply_filter(one, app.screen.background_colors[1])
            assert unsafe_in(strip.text) == []
