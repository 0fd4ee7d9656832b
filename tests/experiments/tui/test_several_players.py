"""The stepper on trees of several players."""

from __future__ import annotations

from tests.support.screens import press, settled
from tests.tui.test_several_players import stepper, type_in
from tui.screens.stepper.mixins.changing import other_searches


async def test_paranoid_and_max_n_are_the_searches_to_choose_from():
    app = stepper()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        for search in ("paranoid", "maxn"):
            words = [one.title for one in other_searches(app.screen.trace)]
            assert [word for word in words if word.startswith("search")] == [
                "search maxn",
                "search paranoid",
            ]
            await press(app, pilot, "c")
            await type_in(app, pilot, f"search {search}")
            assert app.screen.trace.search == search
        assert app.screen.trace.shares(0) == (1, 2, 6)
