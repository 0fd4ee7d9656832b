"""The stepper, driven key by key."""

from __future__ import annotations

from tests.support.cases import over
from tests.support.golden import check_golden
from tests.support.screens import screen_text, stepper
from tests.tui.test_stepper import screen_after


@over("size", [(80, 24), (120, 40)], ms=150)
async def test_lecture_tree_can_be_stepped_forwards_and_backwards(size):
    app = stepper()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        forwards = [screen_text(app)]
        for _ in range(21):
            await pilot.press("right")
            forwards.append(screen_text(app))
        backwards = [forwards[-1]]
        for _ in range(21):
            await pilot.press("left")
            backwards.append(screen_text(app))
    assert backwards[::-1] == forwards
    for screen in forwards:
        lines = screen.split("\n")
        assert len(lines) == size[1]
        assert max(map(len, lines)) <= size[0]
        assert "nan" not in screen.lower()
    headed = (f"{f' {step} ':=^{size[0]}}\n{screen}" for step, screen in enumerate(forwards))
    check_golden(f"stepper/lecture-{size[0]}x{size[1]}.txt", "\n".join(headed))


async def test_chain_of_twenty_thousand_nodes_is_shown():
    chain = 1
    for _ in range(20_000):
        chain = [chain]
    app = stepper(chain, step=20_000)
    async with app.run_test(size=(80, 24)) as pilot:
        shown = await screen_after(app, pilot, "right", "left")
        assert "⋮ 19,9" in shown
        assert "visit 20,001 of 20,001" in shown
