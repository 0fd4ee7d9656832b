"""Which files form a program, and which of them are copied to run it."""

from __future__ import annotations

from tracer.marking.keys.key import read_key
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import find_submissions


def test_broken_archive_and_crowded_folder_have_records(tmp_path):
    (tmp_path / "p.zip").write_bytes(b"PK\x03\x04" + bytes(100))
    crowded = tmp_path / "crowded"
    crowded.mkdir()
    for number in range(10_000):
        (crowded / f"f{number}.py").touch()
    found = find_submissions([str(tmp_path / "p.zip"), str(crowded)], one=True)
    errors = [ProgramRunner().sheet(one, read_key("lecture")).error for one in found]
    assert "this is not a zip archive" in errors[0]
    assert "at most 20 MB in 500 files" in errors[1]
