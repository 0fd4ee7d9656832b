"""The list of odd phrases: its hits, its exemptions, and no hit in the repository."""

import importlib.util
from pathlib import Path

import pytest

from tests.support.tables import table

ROOT = Path(__file__).parent.parent


@pytest.fixture
def wording(tmp_path, monkeypatch):
    """The checker, over a repository of one folder."""
    spec = importlib.util.spec_from_file_location("wording", ROOT / ".ci" / "wording.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "HERE", tmp_path / ".ci")
    for folder in (".ci", "docs", "tests", "bench"):
        (tmp_path / folder).mkdir()
    (tmp_path / ".ci" / "phrases.txt").write_text("\\bin vain\\b\tdiscard it\n", encoding="utf-8")
    (tmp_path / ".ci" / "meant.txt").write_text("# none\n", encoding="utf-8")
    return module


def test_odd_phrase_is_found_with_its_line_and_its_replacement(wording, tmp_path, capsys):
    (tmp_path / "docs" / "a.md").write_text("fine\nIt waits In Vain.\n", encoding="utf-8")
    (tmp_path / "docs" / "a.svg").write_text("in vain", encoding="utf-8")
    with pytest.raises(SystemExit, match="1 odd phrases"):
        wording.main_of([tmp_path / "docs"])
    assert capsys.readouterr().out == "docs/a.md:2: 'In Vain'; write: discard it\n"


@pytest.mark.parametrize("line", ["docs/a.md\tin vain", "docs\tin vain", "docs\t*"])
def test_exempt_phrase_passes(wording, tmp_path, line):
    (tmp_path / "docs" / "a.md").write_text("It waits in vain.\n", encoding="utf-8")
    (tmp_path / ".ci" / "meant.txt").write_text(f"{line}\n", encoding="utf-8")
    assert [*wording.hits([tmp_path / "docs"])] == []


def test_phrase_exempt_elsewhere_is_found(wording, tmp_path):
    (tmp_path / "docs" / "a.md").write_text("It waits in vain.\n", encoding="utf-8")
    (tmp_path / ".ci" / "meant.txt").write_text("docs/b.md\tin vain\n", encoding="utf-8")
    assert [hit.words for hit in wording.hits([tmp_path / "docs"])] == ["in vain"]


def test_phrases_in_tests_may_only_become_fewer(wording, tmp_path, monkeypatch):
    (tmp_path / "tests" / "a.session").write_text("in vain\n", encoding="utf-8")
    (tmp_path / "bench" / "b.py").write_text("# in vain\n", encoding="utf-8")
    monkeypatch.setattr(wording, "IN_TESTS", 2)
    wording.check_tests()
    for ceiling, message in ((1, "2 odd phrases, not 1; see"), (3, "2 odd phrases, not 3; lower")):
        monkeypatch.setattr(wording, "IN_TESTS", ceiling)
        with pytest.raises(SystemExit, match=message):
            wording.check_tests()


NAMED = """
def format_text(given, *, line): found = {one: line for one in given}
class Text:
    def at(self): self.found = [known := 1]
    async def _shown(self): pass
    def __reversed__(self): pass
"""
REFUSED = [("function", "at|shown|reversed"), ("variable", "one|found|known|given")]


def faults_with(wording, tmp_path, *ceilings):
    (tmp_path / "tui" / "panes").mkdir(parents=True)
    path = tmp_path / "tui" / "panes" / "text.py"
    path.write_text(NAMED, encoding="utf-8")
    return [*wording.name_faults([*REFUSED, *ceilings], [path])]


def test_refused_names_are_listed_if_a_folder_has_more_than_its_ceiling(wording, tmp_path):
    ceilings = ("function tui/panes", "1"), ("variable tui/panes", "4")
    (fault,) = faults_with(wording, tmp_path, *ceilings)
    assert fault.splitlines() == [
        "function tui/panes: 2 refused names, not 1:",
        "  tui/panes/text.py:4: at",
        "  tui/panes/text.py:5: _shown",
    ]


def test_ceiling_must_be_lowered_with_the_number_of_names(wording, tmp_path):
    ceilings = ("function tui/panes", "2"), ("variable tui/panes", "5"), ("function trees", "1")
    assert faults_with(wording, tmp_path, *ceilings) == [
        "function trees: 0 refused names; lower its 1 in .ci/names.txt",
        "variable tui/panes: 4 refused names; lower its 5 in .ci/names.txt",
    ]


@pytest.mark.parametrize(("path", "room"), table(__file__, "rooms"))
def test_ceiling_counts_for_a_room(wording, path, room):
    assert wording.room_of(path) == room
