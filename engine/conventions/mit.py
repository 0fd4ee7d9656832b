"""Principles of Autonomy (MIT)."""

from __future__ import annotations

from typing import Final

from engine.conventions.convention import Convention, Course

_LISTING: Final = """\
search        | def deepening(state):                                              @passes
search        |     for limit in 1, 2, 3, … while there is time:                   @passes
search        |         search from state as below, no deeper than limit           @passes
              |                                                                    @passes
any.head      | def score(state{, α, β}):
any.terminal  |     if terminal_check(state): return score of the board
any.limit     |     if depth limit reached: return estimate(state)                 @depth
any.max       |     if player is 1: return maximize_score(state{, α, β})
any.min       |     if player is 2: return minimize_score(state{, α, β})           @min
any.chance    |     otherwise: return expected_score(state)                        @chance
              |
max.head      | def maximize_score(state{, α, β}):
max.keep      |     α₀, β₀ = α, β                                                  @window,fail-hard
max.init      |     best = −∞
max.loop      |     for successor in state.successors():
max.call      |         s = score(successor{, α, β})
max.better    |         if s {>} best:
max.take      |             best, play = s, [state] + its play
max.update    |         α = max(α, best) @window,before-test
max.test      |         if α {≥} β: break @window,before-test
max.test      |         if best {≥} β: break @window,after-test
max.update    |         α = max(α, best) @window,after-test
max.return    |     return {best}, play
              |                                                                    @min
min.head      | def minimize_score(state{, α, β}):                                 @min
min.keep      |     α₀, β₀ = α, β @window,fail-hard,min
min.init      |     best = +∞                                                      @min
min.loop      |     for successor in state.successors():                           @min
min.call      |         s = score(successor{, α, β})                               @min
min.better    |         if s {<} best:                                             @min
min.take      |             best, play = s, [state] + its play                     @min
min.update    |         β = min(β, best) @window,before-test,min
min.test      |         if α {≥} β: break @window,before-test,min
min.test      |         if best {≤} α: break @window,after-test,min
min.update    |         β = min(β, best) @window,after-test,min
min.return    |     return {best}, play                                            @min
              |                                                                    @chance
chance.head   | def expected_score(state):                                         @chance
chance.init   |     mean = 0                                                       @chance
chance.loop   |     for outcome, p in chances(state):                              @chance
chance.take   |         mean = mean + p * score(outcome)                           @chance
chance.return |     return mean                                                    @chance
"""

COURSE: Final = Course(
    convention=Convention("mit"),
    course="Principles of Autonomy (MIT), problem set 5",
    counted_as="states explored, including the root",
    written_as="maximize_score and minimize_score, the test α ≥ β",
    settings={"window": (-2.0, 2.0)},
    listing=_LISTING,
)
