"""Writing overrides.yaml: one entry changes, and the other decisions stay."""

from __future__ import annotations

import pytest

from engine.errors import UsageError
from tests.support.cases import over
from tracer.marking.results.overrides import Override, OverridesFile, read_overrides, with_entry

BY_HAND = """\
# Homework 3, read by Kim

ann: {cutoffs: 3, remark: read by hand}   # agreed with Lee
'Ben O''Neil':       # twice
  visits: 2
  # the last line was cut off
  remark: "a # in quotes"

# from here on: Lee
scan-17: {1 visits: 4, 2: {values: 3}}
"""


@over("ending", ["\n", "\r\n"])
@over("name", ["zoe", "ann", "Ben O'Neil", "scan-17", "a: b # c.txt:3", "null"])
def test_only_the_changed_entry_differs_and_lines_of_comments_stay(name, ending):
    text = BY_HAND.replace("\n", ending)
    after = with_entry(text, name, {"move": "1", "remark": "x: {y}, #z"}, "overrides.yaml")
    comments = ["# Homework 3, read by Kim", "# the last line was cut off", "# from here on: Lee"]
    assert after.splitlines()[:3] == comments
    assert with_entry(after, name, {"move": "1", "remark": "x: {y}, #z"}, "o") == after
    old, new = read_overrides(text), read_overrides(after)
    for other in {"ann", "ben o'neil", "scan-17"} - {name.lower()}:
        assert new.entry(other) == old.entry(other)
    assert new.entry(name) == Override({"move": 1.0}, "x: {y}, #z")


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("", ""),
        ("# nobody yet", "# nobody yet\n"),
        ("ann: {move: 1}", "ann: {move: 1}\n"),
        (
            '{"ann": {"move": "1", "read": {"line": "B"}}} # mine\n',
            "ann: {move: 1, read: {line: B}}\n",
        ),
    ],
)
def test_entry_is_appended_to_a_file_of_any_form(text, before):
    assert with_entry(text, "ben", {"move": "0"}, "o") == f"{before}ben: {{move: 0}}\n"


def test_entry_survives_the_file_whatever_it_says():
    entry = Override(
        {"1 visits": 1 / 3, "cutoffs": 0.0},
        "“4 = 3”, no: yes",
        {"values": "A=3 B=3 # c", "2 move": "null", "line": 'a "b" \\ {x}'},
        seen=True,
    )
    text = with_entry("", "Zoë", entry.plain(), "o")
    assert text.count("\n") == 1
    found = read_overrides(text).entry("zoë")
    assert found.marks == pytest.approx(entry.marks)
    assert (found.remark, found.read, found.seen) == (entry.remark, entry.read, True)


def test_undo_restores_the_text_and_refuses_if_the_file_changed_meanwhile(tmp_path):
    path = tmp_path / "overrides.yaml"
    file = OverridesFile(path)
    with pytest.raises(UsageError, match="no decision"):
        file.undo()
    file.write("ann", Override({"move": 1.0}))
    file.undo()
    assert not path.exists()
    path.write_bytes(b"# mine\r\n")
    file.write("ann", Override({"move": 1.0}))
    written = path.read_bytes()
    file.write("ann", Override({"move": 0.0}))
    path.write_bytes(path.read_bytes() + b"ben: {move: 1}\n")
    with pytest.raises(UsageError, match="changed meanwhile"):
        file.undo()
    assert b"ben: {move: 1}" in path.read_bytes()
    path.write_bytes(path.read_bytes().removesuffix(b"ben: {move: 1}\n"))
    file.undo()
    assert path.read_bytes() == written
    file.undo()
    assert path.read_bytes() == b"# mine\r\n"
    assert [one.name for one in tmp_path.iterdir()] == ["overrides.yaml"]


def test_entry_that_somebody_wrote_meanwhile_stays(tmp_path):
    path = tmp_path / "overrides.yaml"
    file = OverridesFile(path)
    file.read()
    path.write_text("lee: {move: 1}\n")
    file.write("ann", Override(seen=True))
    assert path.read_text() == "lee: {move: 1}\nann: {seen: yes}\n"
