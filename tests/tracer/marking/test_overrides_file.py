"""Writing overrides.yaml: one entry changes, and the other decisions stay."""

import pytest

from engine.errors import UsageError
from tests.support.cases import over
from tracer.marking.results.overrides import Override, OverridesFile, read_overrides

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
def test_only_the_changed_entry_differs(name, ending):
    old, entry = (
        read_overrides(BY_HAND.replace("\n", ending)),
        Override({"move": 1.0}, "x: {y}, #z"),
    )
    text = old.format_with({name: entry})
    new = read_overrides(text)
    assert new.format_with({name: entry}) == text
    for other in {"ann", "ben o'neil", "scan-17"} - {name.lower()}:
        assert new.entry(other) == old.entry(other)
    assert new.entry(name) == entry


def test_file_has_one_entry_a_line_whatever_its_form_was():
    text = '# mine\n{"ann": {"move": "1", "read": {"line": "B"}}}'
    after = read_overrides(text).format_with({"ben": Override({"move": 0.0}), "Cy": Override()})
    assert after == "ann: {move: 1, read: {line: B}}\nben: {move: 0}\nCy: {}\n"


def test_entry_survives_the_file_whatever_it_says():
    entry = Override(
        {"1 visits": 1 / 3, "cutoffs": 0.0},
        "“4 = 3”, no: yes",
        {"values": "A=3 B=3 # c", "2 move": "null", "line": 'a "b" \\ {x}'},
        seen=True,
    )
    text = read_overrides("").format_with({"Zoë": entry})
    assert text.count("\n") == 1
    found = read_overrides(text).entry("zoë")
    assert found.marks == pytest.approx(entry.marks)
    assert (found.remark, found.read, found.seen) == (entry.remark, entry.read, True)


def test_undo_restores_the_text_and_refuses_if_the_file_changed_meanwhile(tmp_path):
    path = tmp_path / "overrides.yaml"
    file = OverridesFile(path)
    with pytest.raises(UsageError, match="no decision"):
        file.undo()
    file.write({"ann": Override({"move": 1.0})})
    file.undo()
    assert not path.exists()
    path.write_bytes(b"# mine\r\n")
    file.write({"ann": Override({"move": 1.0})})
    written = path.read_bytes()
    file.write({"ann": Override({"move": 0.0})})
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
    file.write({"ann": Override(seen=True)})
    assert path.read_text() == "lee: {move: 1}\nann: {seen: yes}\n"
