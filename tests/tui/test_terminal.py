"""A terminal that does not say how large it is."""

from __future__ import annotations

import os
import sys

import pytest

from tui.terminal import give_size

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@pytest.mark.parametrize(
    ("told", "then"), [((0, 0), (24, 80)), ((0, 100), (24, 80)), ((30, 90), (30, 90))]
)
def test_a_terminal_without_a_size_gets_the_usual_one(told, then, monkeypatch):
    import pty
    from termios import tcgetwinsize, tcsetwinsize

    outside, inside = pty.openpty()
    try:
        tcsetwinsize(outside, told)
        with os.fdopen(os.dup(inside), "w") as out:
            monkeypatch.setattr(sys, "__stdout__", out)
            give_size()
        assert tcgetwinsize(outside) == then
    finally:
        os.close(inside)
        os.close(outside)


def test_what_is_no_terminal_is_left_alone(monkeypatch, tmp_path):
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr(sys, "__stdout__", out)
        give_size()
    monkeypatch.setattr(sys, "__stdout__", None)
    give_size()
