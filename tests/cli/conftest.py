"""Fixtures for tests of the command line."""

import pytest

from tests.support.commands import run_command


@pytest.fixture
def call(monkeypatch):
    """Run a command; return its code, its output and its errors."""

    def run(*arguments, **options):
        monkeypatch.setenv("COLUMNS", "80")
        done = run_command(*arguments, **options)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout, done.stderr

    return run
