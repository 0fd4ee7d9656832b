"""The documentation shows the measured figures and no others."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from bench.figures import Figure, Report, Row, Section, Table

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def make_measured():
    spec = importlib.util.spec_from_file_location("make_measured", DOCS / "make_measured.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_page_and_pictures_come_from_the_saved_run(make_measured):
    report = Report.from_json(json.loads(make_measured.MEASURED.read_text(encoding="utf-8")))
    made = dict(make_measured.made(report))
    assert [path.name for path in made] == ["performance.md", "speed-light.svg", "speed-dark.svg"]
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, "run docs/make_measured.py"
    assert {"searches", "memory", "start-up"} <= {section.name for section in report.sections}


def test_tables_replace_the_text_between_the_marks(make_measured, tmp_path, monkeypatch, capsys):
    row = Row("lecture", {"compiled": Figure((41.0, 43.0, 47.0), "ns")})
    table = Table("times", ("compiled",), (row,), "search")
    section = Section("searches", "Searches", (table,))
    report = Report("python -m bench", {"processor": "one"}, [section])
    (tmp_path / "pictures").mkdir()
    page, measured = tmp_path / "page.md", tmp_path / "measured.json"
    marks = f"{make_measured.BEGIN}| 38.0 |\n{make_measured.END}"
    page.write_text(f"before\n{marks}after\n", encoding="utf-8")
    measured.write_text(json.dumps(report.as_json()), encoding="utf-8")
    for name, path in {"DOCS": tmp_path, "PAGE": page, "MEASURED": measured}.items():
        monkeypatch.setattr(make_measured, name, path)
    monkeypatch.setattr(sys, "argv", ["make_measured.py", "--check"])
    assert make_measured.main() == 1
    assert "page.md is out of date" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["make_measured.py"])
    assert make_measured.main() == 0
    written = page.read_text(encoding="utf-8")
    assert written.startswith("before\n")
    assert written.endswith("after\n")
    assert "| lecture | 43.0 ±7% |" in written
    assert "38.0" not in written
    monkeypatch.setattr(sys, "argv", ["make_measured.py", "--check"])
    assert make_measured.main() == 0


def test_page_without_marks_is_refused(make_measured):
    with pytest.raises(ValueError, match="has no <!-- measured"):
        make_measured.page_with(Report("", {}, []), "no marks\n")
