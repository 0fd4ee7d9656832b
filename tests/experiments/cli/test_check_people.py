"""`plytrace check` with a person's decisions: pending parts, overrides, groups, feedback."""

from __future__ import annotations

from tests.cli.test_check import run
from tests.cli.test_check_people import PENDING, WRONG, folder

PENDING += "cutoffs: the usual\n"


def test_groups_replace_the_records(folder):
    (folder / "sheets" / "d.yaml").write_text(WRONG.replace("s124", "s126"), encoding="utf-8")
    done = run("key.yaml", "sheets", "--groups", cwd=folder)
    assert done.returncode == 1
    assert done.stdout.index("pending: ") < done.stdout.index("\n2 sheets: ")
    assert "s124, s126" in done.stdout
    for options in (["-f", "csv"], ["-f", "jsonl", "-o", "x.jsonl", "--resume"]):
        assert run("key.yaml", "sheets", "--groups", *options, cwd=folder).returncode == 2
