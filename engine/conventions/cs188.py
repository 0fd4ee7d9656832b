"""CS 188 (Berkeley)."""

from __future__ import annotations

from typing import Final

from engine.conventions.convention import Convention, Course

_LISTING: Final = """\
search        | def deepening(state):                                              @passes
search        |     for limit = 1, 2, 3, … while there is time:                    @passes
search        |         search from state as below, no deeper than limit           @passes
              |                                                                    @passes
any.head      | def value(state{, α, β}):
any.terminal  |     if the state is a terminal state: return the state's utility
any.limit     |     if the depth is reached: return the evaluation of the state    @depth
any.max       |     if the next agent is MAX: return max-value(state{, α, β})
any.min       |     if the next agent is MIN: return min-value(state{, α, β})      @min
any.chance    |     if the next agent is EXP: return exp-value(state)              @chance
              |
max.head      | def max-value(state{, α, β}):
max.keep      |     α₀, β₀ = α, β                                                  @window,fail-hard
max.init      |     initialize v = −∞
max.loop      |     for each successor of state:
max.take      |         v = max(v, value(successor{, α, β}))
max.update    |         α = max(α, v) @window,before-test
max.test      |         if v {≥} β return {v}                                      @window
max.update    |         α = max(α, v) @window,after-test
max.return    |     return {v}
              |                                                                    @min
min.head      | def min-value(state{, α, β}):                                      @min
min.keep      |     α₀, β₀ = α, β @window,fail-hard,min
min.init      |     initialize v = +∞                                              @min
min.loop      |     for each successor of state:                                   @min
min.take      |         v = min(v, value(successor{, α, β}))                       @min
min.update    |         β = min(β, v) @window,before-test,min
min.test      |         if v {≤} α return {v}                                      @window,min
min.update    |         β = min(β, v) @window,after-test,min
min.return    |     return {v}                                                     @min
              |                                                                    @chance
chance.head   | def exp-value(state):                                              @chance
chance.init   |     initialize v = 0                                               @chance
chance.loop   |     for each outcome of state, with probability p:                 @chance
chance.take   |         v += p * value(outcome)                                    @chance
chance.return |     return v                                                       @chance
"""

COURSE: Final = Course(
    convention=Convention("cs188", cutoff=">", update="after-test"),
    course="CS 188 (Berkeley), Pac-Man project 2",
    counted_as="states created, including the start; its programs create a state on visiting it",
    written_as="value, max-value and min-value, strict tests, the update after the test",
    listing=_LISTING,
)
