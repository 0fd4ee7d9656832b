"""The ten problem sets of the docs: pictures, and sheets that were answered by hand."""

import json

import pytest

from tests.support.commands import run_command
from tests.test_problem_sets import NAMES, SETS, SLIPS, script


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """The key of each set, made when it is first needed."""
    found = {}

    def key_of(name):
        if name not in found:
            folder = tmp_path_factory.mktemp(name)
            done = run_command("worksheet", str(SETS / f"{name}.yaml"), "-o", "out", cwd=folder)
            assert done.returncode == 0, done.stderr
            single = folder / "out" / "key.yaml"
            found[name] = single if single.exists() else folder / "out" / "keys"
        return found[name]

    return key_of


def answered(name):
    return (SETS / "answers" / f"{name}.txt").read_text(encoding="utf-8")


def check(key, sheet, folder):
    """The share of the points that a sheet earns, and the feedback."""
    (folder / "sheet.txt").write_text(sheet, encoding="utf-8")
    text = run_command("check", str(key), "sheet.txt", cwd=folder).stdout
    record = json.loads(
        run_command("check", str(key), "sheet.txt", "-f", "json", cwd=folder).stdout
    )
    assert not record["unread"]
    return record["score"] / record["max_score"], " ".join(text.split())


@pytest.mark.parametrize("name", NAMES)
def test_sheet_answered_by_hand_has_full_marks_and_a_slip_is_named(name, keys, tmp_path):
    share, _ = check(keys(name), answered(name), tmp_path)
    assert share == 1
    right, wrong, feedback = SLIPS[name]
    assert answered(name).count(right) == 1
    share, text = check(keys(name), answered(name).replace(right, wrong), tmp_path)
    assert share < 1
    assert feedback in text


def test_every_picture_is_what_its_spec_makes(script):
    pytest.importorskip("typst")
    pytest.importorskip("PIL")
    made = {name: data for one in SETS.glob("*.yaml") for name, data in script.draw_set(one)}
    assert [*script.find_faults(made, SETS, script.PAGE.read_text(encoding="utf-8"))] == []
