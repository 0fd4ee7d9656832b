"""In plain ASCII every symbol on a screen has a plain replacement."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tui
from tests.support.screens import press, screen_text, until
from tracer.text.printable_text import to_ascii
from tui.app import PlytraceApp
from tui.appearance.theme import _plain_cells
from tui.dialogs.help import HelpScreen
from tui.screens.lessons.lesson_list_screen import LessonListScreen

MODULES = sorted(Path(tui.__file__).parent.rglob("*.py"))


def spelled_out():
    """Yield the words that a module hands to `with_symbols`, with the place where it does."""
    for module in MODULES:
        for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "with_symbols":
                for part in ast.walk(call):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield f"{module.name}:{part.lineno}", part.value


def test_screen_texts_convert_to_ascii_without_escapes():
    found = dict(spelled_out())
    assert any(not words.isascii() for words in found.values())
    assert [place for place, words in found.items() if "\\" in to_ascii(words)] == []


@pytest.mark.parametrize("sign", "✓…•⋮·►")
def test_one_cell_symbol_has_a_one_cell_replacement(sign):
    assert _plain_cells(sign) not in ("", "?")
    assert len(_plain_cells(sign)) == 1


async def test_list_of_lessons_and_its_help_have_no_escapes():
    app = PlytraceApp(LessonListScreen(), ascii=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "\\u" not in screen_text(app)
        await press(app, pilot, "f1")
        await until(app, pilot, lambda: isinstance(app.screen, HelpScreen))
        assert re.search(r"\+ +a finished lesson", screen_text(app))
        assert "\\u" not in screen_text(app)
