"""Texts by other people reach terminals, gradebooks and reports only as text."""

import csv
import io
import json
import re

from engine.text import strip_unsafe
from tests.support.cases import over
from tests.support.commands import run_command
from tests.test_safe_output import HOSTILE, unsafe_in


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
    yield from (["play", "--plain", "--resume", one] for one in ("m.txt", "m2.txt"))
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


@over("name", HOSTILE, ms=45)
def test_commands_escape_hostile_texts(name, tmp_path):
    commands = [*files_of(HOSTILE[name], tmp_path)]
    seen = 0
    for command in commands:
        done = run_command(*command, stdin="quit\n", cwd=tmp_path)
        for text in (done.stdout, done.stderr):
            if "always" in command:  # our own colours
                text = re.sub(r"\x1b\[[\d;]*m", "", text)
            assert unsafe_in(text) == [], (command, text)
            seen += len(text)
        assert "Traceback" not in done.stderr, command
    assert seen > 1000
    for file in ("out.csv", "out.html", "out.jsonl", "r.txt"):
        text = (tmp_path / file).read_text(encoding="utf-8")
        assert unsafe_in(text) == [], (file, text)
    rows = csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text(encoding="utf-8")))
    assert all(row["student"] == strip_unsafe(row["student"]) for row in rows)
