"""Fixtures for tests of the command line."""

from __future__ import annotations

import io
import sys

import pytest

from tui.cli import main


@pytest.fixture
def call(monkeypatch, capsys):
    """Run the command in this process: quicker, and just as it leaves `main`."""

    def run(*arguments, stdin=None):
        monkeypatch.setattr(sys, "argv", ["plytrace", *map(str, arguments)])
        monkeypatch.setenv("COLUMNS", "80")
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run
