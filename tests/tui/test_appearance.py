"""Signs, pictures and names on the screens."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tui
from tests.support.cases import over
from tests.support.screens import run_app, screen_text
from tracer.text.printable_text import cell_width, to_ascii
from tui.app import PlytraceApp
from tui.appearance.theme import _plain_cells
from tui.saved.recent import remember_source
from tui.screens.home.home_screen import HomeScreen
from tui.widgets.option_list import shorten_middle

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


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=60), st.integers(0, 40)
)
def test_shortened_name_keeps_its_start_and_end(text, width):
    short = shorten_middle(text, width)
    assert cell_width(short) <= width
    if cell_width(text) <= width:
        assert short == text
    elif width:
        start, end = short.split("…", 1) if text.count("…") == 0 else ("", "")
        assert text.startswith(start)
        assert text.endswith(end)
        if text.isascii():
            assert len(short) == width
            assert len(start) <= len(end) + 2


@over("size", [(80, 24), (120, 40), (60, 20)], ms=45)
async def test_recent_files_are_distinguished_by_the_ends_of_their_names(size, tmp_path):
    folder = tmp_path / "a folder with quite a long name" / "matches"
    folder.mkdir(parents=True)
    for number in range(1, 4):
        path = folder / f"a-match-of-tic-tac-toe-2026-11-22-10111{number}.yaml"
        path.write_text("tree: [1, 2]", encoding="utf-8")
        remember_source(str(path))
    async with run_app(PlytraceApp(HomeScreen()), size) as (app, _):
        shown = screen_text(app)
    assert " Recent" in shown
    assert "Lately" not in shown
    for number in range(1, 4):
        assert f"10111{number}.yaml" in shown
    assert sum("matches" in line for line in shown.splitlines()) >= 3
