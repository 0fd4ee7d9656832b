"""What many new things are tried with: a key with a sheet, and a worksheet."""

import pytest

from tests.support.commands import output_of, run_command


@pytest.fixture
def check(tmp_path):
    """Return the ended command that marks a sheet with a key, both given as texts."""

    def run(key, sheet, *options):
        (tmp_path / "key.yaml").write_text(key, encoding="utf-8")
        (tmp_path / "sheet.yaml").write_text(f"student: Ann\n{sheet}\n", encoding="utf-8")
        return run_command("check", tmp_path / "key.yaml", tmp_path / "sheet.yaml", *options)

    return run


@pytest.fixture
def worksheet(tmp_path):
    """Return the worksheet with one problem."""

    def run(problem):
        spec = f"title: T\nproblems:\n  - {problem}\n"
        (tmp_path / "set.yaml").write_text(spec, encoding="utf-8")
        return output_of("worksheet", tmp_path / "set.yaml")

    return run
