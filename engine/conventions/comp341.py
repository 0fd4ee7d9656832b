"""COMP 341 (Koç University)."""

from __future__ import annotations

from typing import Final

from engine.conventions.convention import Convention, Course

_LISTING: Final = """\
search        | DEEPENING(state):                                                  @passes
search        |   for limit = 1, 2, 3, … while there is time:                      @passes
search        |     search from state as below, no deeper than limit               @passes
              |                                                                    @passes
any.head      | VALUE(state{, α, β}):
any.terminal  |   if state is a terminal state: return its utility
any.limit     |   if the depth limit is reached: return EVAL(state)                @depth
any.max       |   if the next agent is MAX: return MAX-VALUE(state{, α, β})
any.min       |   if the next agent is MIN: return MIN-VALUE(state{, α, β})        @min
any.chance    |   if the next agent is CHANCE: return EXP-VALUE(state)             @chance
              |
max.head      | MAX-VALUE(state{, α, β}):
max.keep      |   α₀, β₀ ← α, β                                                    @window,fail-hard
max.init      |   v ← −∞
max.loop      |   for each successor of state:
max.take      |     v ← max(v, VALUE(successor{, α, β}))
max.update    |     α ← max(α, v) @window,before-test
max.test      |     if v {≥} β: return {v}                                         @window
max.update    |     α ← max(α, v) @window,after-test
max.return    |   return {v}
              |                                                                    @min
min.head      | MIN-VALUE(state{, α, β}):                                          @min
min.keep      |   α₀, β₀ ← α, β @window,fail-hard,min
min.init      |   v ← +∞                                                           @min
min.loop      |   for each successor of state:                                     @min
min.take      |     v ← min(v, VALUE(successor{, α, β}))                           @min
min.update    |     β ← min(β, v) @window,before-test,min
min.test      |     if v {≤} α: return {v}                                         @window,min
min.update    |     β ← min(β, v) @window,after-test,min
min.return    |   return {v}                                                       @min
              |                                                                    @chance
chance.head   | EXP-VALUE(state):                                                  @chance
chance.init   |   v ← 0                                                            @chance
chance.loop   |   for each outcome of state, with probability p:                   @chance
chance.take   |     v ← v + p × VALUE(outcome)                                     @chance
chance.return |   return v                                                         @chance
              |
best          | the move kept: the {first} successor whose value is v at the root
"""

COURSE: Final = Course(
    convention=Convention("comp341", update="after-test", count=("below_root",)),
    course="COMP 341 (Koç University), lecture 7",
    counted_as="nodes visited below the root",
    written_as="VALUE, MAX-VALUE and MIN-VALUE, the update after the test",
    listing=_LISTING,
)
