"""`plytrace check` with the key of a problem set, and with a folder of keys of variants."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from tests.support.tables import table

RIGHT = dict(table(__file__, "sheet_of_a_set"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A set, and three variants of it, whose second trees have other leaves."""
    monkeypatch.chdir(tmp_path)
    variants = Path(__file__).parent / "commands" / "variants"
    return shutil.copytree(variants, tmp_path, dirs_exist_ok=True)


@pytest.mark.parametrize("format_name", ["text", "md"])
def test_completed_form_earns_full_marks_and_a_blank_one_none(call, folder, format_name):
    code, form, _ = call("check", "set.yaml", "--form", "-f", format_name)
    assert code == 0
    suffix = {"text": "txt"}.get(format_name, format_name)
    (folder / f"blank.{suffix}").write_text(form, encoding="utf-8")
    for blank, filled in RIGHT.items():
        form = form.replace(blank, filled, 1)
    (folder / f"right.{suffix}").write_text(form, encoding="utf-8")
    code, out, _ = call("check", "set.yaml", f"right.{suffix}", "-f", "json")
    record = json.loads(out)
    assert (code, record["score"], record["student"]) == (0, 12, "s123")
    assert "notes" not in record
    code, out, _ = call("check", "set.yaml", f"blank.{suffix}", "-f", "json")
    record = json.loads(out)
    assert (code, record["score"], record["max_score"]) == (1, 0, 12)
    assert {part["message"] for part in record["parts"]} == {"not answered"}
    assert "notes" not in record


@pytest.mark.parametrize("format_name", ["yaml", "json", "csv"])
def test_machine_readable_form_can_be_completed_too(call, folder, format_name):
    _, form, _ = call("check", "set.yaml", "--form", "-f", format_name)
    if format_name == "yaml":
        assert "# Problem 1: The tree of the lecture" in form
        form = form.replace("[{at: , alpha: , beta: , skipped: }]", '"C (3, inf) skips C2 C3"')
        form = form.replace("{A: , B: , C: }", "{A: 3, B: 3, C: 2}")
        form = form.replace("visits: \n", "visits: A B B1 B2 B3 C C1 D D1 D2 D3\n")
        form = form.replace("utility: \n", "utility: 1\n")
    elif format_name == "json":
        given = json.loads(form)
        one, two, three = (given["problems"][number] for number in "123")
        one["visits"] = ["A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2", "D3"]
        one["cutoffs"] = [{"at": "C", "alpha": 3, "beta": "inf", "skipped": ["C2", "C3"]}]
        two["values"] |= {"A": 3, "B": 3, "C": 2}
        three["utility"] = 1
        form = json.dumps(given)
    else:
        (head,) = csv.reader(io.StringIO(form))
        assert head == ["student", "1 visits", "1 values", "1 cutoffs", "2 values", "3 utility"]
        form += 's,A B B1 B2 B3 C C1 D D1 D2 D3,,"C (3, inf) skips C2 C3","A=3,B=3,C=2",1\n'
    (folder / f"right.{format_name}").write_text(form, encoding="utf-8")
    code, out, _ = call("check", "set.yaml", f"right.{format_name}", "-f", "json")
    assert (code, json.loads(out)["score"]) == (0, 12), out
