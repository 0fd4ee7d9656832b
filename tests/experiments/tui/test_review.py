"""The review of a class on the full screen."""

from tests.support.cases import over
from tests.support.screens import press, run_app, screen_text
from tests.tui.test_review import key, marked, review_app


@over("size", [(1, 1), (20, 5), (40, 12), (60, 16)], ms=45)
async def test_small_terminals_take_every_key(key, size):
    async with run_app(review_app(key), size) as (app, pilot):
        await marked(app, pilot)
        await press(app, pilot, *"jknNlhft", "pagedown", "pageup", "t", "a", "escape", *"pegusq")
        await pilot.resize_terminal(80, 24)
        assert app.is_running
        assert "Review of key.yaml" in screen_text(app)
