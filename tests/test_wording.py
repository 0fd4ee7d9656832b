"""The list of odd phrases: its hits, its exemptions, and no hit in the repository."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def wording(tmp_path, monkeypatch):
    """The checker, over a repository of one folder."""
    spec = importlib.util.spec_from_file_location("wording", ROOT / ".ci" / "wording.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "HERE", tmp_path)
    (tmp_path / "phrases.txt").write_text("\\bin vain\\b\tdiscard it\n", encoding="utf-8")
    (tmp_path / "meant.txt").write_text("# none\n", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    return module


def test_odd_phrase_is_found_with_its_line_and_its_replacement(wording, tmp_path, capsys):
    (tmp_path / "docs" / "a.md").write_text("fine\nIt waits In Vain.\n", encoding="utf-8")
    (tmp_path / "docs" / "a.svg").write_text("in vain", encoding="utf-8")
    with pytest.raises(SystemExit, match="1 odd phrases"):
        wording.main_of([tmp_path])
    assert capsys.readouterr().out == "docs/a.md:2: 'In Vain'; write: discard it\n"


@pytest.mark.parametrize("line", ["docs/a.md\tin vain", "docs\tin vain", "docs\t*"])
def test_exempt_phrase_passes(wording, tmp_path, line):
    (tmp_path / "docs" / "a.md").write_text("It waits in vain.\n", encoding="utf-8")
    (tmp_path / "meant.txt").write_text(f"{line}\n", encoding="utf-8")
    assert [*wording.hits([tmp_path])] == []


def test_phrase_exempt_elsewhere_is_found(wording, tmp_path):
    (tmp_path / "docs" / "a.md").write_text("It waits in vain.\n", encoding="utf-8")
    (tmp_path / "meant.txt").write_text("docs/b.md\tin vain\n", encoding="utf-8")
    assert [hit.words for hit in wording.hits([tmp_path])] == ["in vain"]
