"""`plytrace worksheet`: output, files that are never overwritten, messages, exit codes."""

import json
import re
from pathlib import Path

import pytest

from tests.support.commands import run_command
from tracer.worksheet.bundle import PLATFORM_FORMATS, WORKSHEET_FORMATS

SPEC = (Path(__file__).parent / "commands" / "set.yaml").read_text(encoding="utf-8")


@pytest.fixture
def spec(tmp_path):
    (tmp_path / "set.yaml").write_text(SPEC, encoding="utf-8")
    return tmp_path


def plytrace(*arguments, cwd, stdin=None):
    done = run_command(*arguments, stdin=stdin, cwd=cwd)
    return done.returncode, done.stdout, done.stderr


def files_in(folder):
    return {
        str(path.relative_to(folder).as_posix()): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def filled(form, solution):
    """Fill in a blank form from a key in Markdown, as a person would."""
    sections = re.split(r"^## Problem \d+.*$", solution, flags=re.MULTILINE)[1:]
    heads = re.split(r"^(Problem \d+.*)$", form, flags=re.MULTILINE)
    completed = [heads[0]]
    for heading, section in zip(heads[1::2], sections, strict=True):
        completed.append(heading)
        labels = re.findall(r"\*\*(\w+):\*\* ((?:.*\\\n)*.*)", section)
        completed += [f"{label}: {text}".replace("\\\n", "\n") for label, text in labels]
        for head, rows in re.findall(r"^(\| node .*)\n\| --- .*\n((?:\|.*\n?)+)", section, re.M):
            cells = [[one.strip() for one in row.split("|")[1:-1]] for row in rows.splitlines()]
            if "pruned" in head:
                lines = [f"{at} alpha={a} beta={b} skips {out}" for at, a, b, out in cells if at]
                completed += ["cutoffs:", *lines]
            elif "α" in head:
                pairs = (f"{at} ({a}, {b})" for at, a, b in cells if a != "–")
                completed.append(f"windows: {'  '.join(pairs)}")
            else:
                completed.append(f"values: {'  '.join(f'{at}={v}' for at, v in cells if v != '–')}")
    return "\n".join(completed) + "\n"


def test_class_gets_variants_and_its_answers_are_graded(spec):
    (spec / "class.txt").write_text("Ann Lee\n# gone\n\nBob\n../Carl\n", encoding="utf-8")
    code, out, err = plytrace(
        "worksheet", "set.yaml", "--class", "class.txt", "-o", "out", "-f", "md", "-f", "html",
        cwd=spec,
    )  # fmt: skip
    assert (code, out) == (0, "")
    assert "wrote 3 variants to out" in err
    assert {path.name for path in spec.iterdir()} == {"set.yaml", "class.txt", "out"}
    names = {*files_in(spec / "out")}
    for stem in ("Ann-Lee", "Bob", "Carl"):
        wanted = {f"worksheets/{stem}.md", f"worksheets/{stem}.html", f"solutions/{stem}.md"}
        wanted |= {f"keys/{stem}.yaml", f"forms/{stem}.txt", f"forms/{stem}.yaml"}
        wanted |= {f"worksheets/{stem}-figure-1.svg", f"solutions/{stem}-figure-2.svg"}
        assert wanted <= names
    trees = {
        re.search(r"tree: .*", path.read_text())[0] for path in (spec / "out/keys").glob("*.yaml")
    }
    assert len(trees) == 3
    answers = spec / "answers"
    answers.mkdir()
    for form in (spec / "out" / "forms").glob("*.txt"):
        key = (spec / "out" / "solutions" / f"{form.stem}.md").read_text(encoding="utf-8")
        text = filled(form.read_text(encoding="utf-8"), key)
        (answers / f"handed-in-{form.name}").write_text(text, encoding="utf-8")
    code, out, err = plytrace("check", "out/keys", "answers", "-f", "jsonl", cwd=spec)
    records = [json.loads(line) for line in out.splitlines()]
    assert [one["student"] for one in records] == ["Ann Lee", "Bob", "../Carl"]
    assert [(one["score"], one["max_score"]) for one in records] == [(21, 21)] * 3, out
    assert code == 0
    for form in (spec / "out" / "forms").glob("*.txt"):
        (answers / f"handed-in-{form.name}").write_bytes(form.read_bytes())
    code, out, _ = plytrace("check", "out/keys", "answers", "-f", "jsonl", cwd=spec)
    assert [json.loads(line)["score"] for line in out.splitlines()] == [0, 0, 0]
    assert code == 1


def test_same_spec_and_seed_give_the_same_bytes(spec):
    (spec / "set.yaml").write_text(
        "title: Set\nproblems:\n"
        "  - {generate: {plies: 2, branching: [2, 3]}, search: alphabeta, parts: {windows: 4}}\n"
        "  - {matrix: mp520, parts: {equilibria: 2}}\n",
        encoding="utf-8",
    )
    asked = ("worksheet", "set.yaml", "--variants", "2", "-f", "md", "-f", "latex")
    assert plytrace(*asked, "-o", "a", cwd=spec)[0] == 0
    assert plytrace(*asked, "-o", "b", cwd=spec)[0] == 0
    assert files_in(spec / "a") == files_in(spec / "b")
    before = files_in(spec / "a")
    assert plytrace(*asked, "-o", "a", cwd=spec)[0] == 0  # over what it made itself
    assert files_in(spec / "a") == before


def test_built_in_specs_are_listed_and_can_be_copied(spec):
    code, out, _ = plytrace("worksheet", "--list", cwd=spec)
    assert code == 0
    names = [line.split()[0] for line in out.splitlines()]
    assert names == ["cs480", "lab3", "mit", "mp520"]
    for name in names:
        code, text, _ = plytrace("worksheet", "--show", name, cwd=spec)
        assert code == 0
        (spec / "mine.yaml").write_text(text, encoding="utf-8")
        if name == "mp520":  # the others search whole games
            mine = plytrace("worksheet", "mine.yaml", cwd=spec)
            assert mine == plytrace("worksheet", name, cwd=spec)
            assert mine[0] == 0
    code, out, _ = plytrace("worksheet", "--formats", cwd=spec)
    listed = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert listed == [*WORKSHEET_FORMATS, *PLATFORM_FORMATS]
