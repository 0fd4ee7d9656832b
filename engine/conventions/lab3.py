"""Lab 3: Adversarial Search."""

from __future__ import annotations

from typing import Final

from engine.conventions.convention import Convention, Course

_LISTING: Final = """\
search        | def deepening(state):                                              @passes
search        |     for limit in 1, 2, 3, … while there is time:                   @passes
search        |         search from state as below, no deeper than limit           @passes
              |                                                                    @passes
any.head      | def alpha_beta(state, is_maximizing, α, β):                        @window
any.head      | def minimax(state, is_maximizing): @no-window,no-chance,min
any.head      | def expectiminimax(state):                                         @chance,min
any.head      | def expectimax(state):                                             @chance,no-min
any.head      | def best(state):                                                   @no-chance,no-min
any.terminal  |     if state.is_terminal(): return evaluate(state)
any.limit     |     if depth limit reached: return estimate(state)                 @depth
any.keep      |     α₀, β₀ = α, β                                                  @window,fail-hard
              |
any.max       |     if is_maximizing:
max.init      |         best = −∞
max.loop      |         for each move:
max.call      |             value = alpha_beta(after move, False, α, β)            @window,turns
max.call      |             value = alpha_beta(after move, its turn, α, β)         @window,no-turns
max.call      |             value = minimax(after move, False) @no-window,no-chance,turns,min
max.call      |             value = minimax(after move, its turn) @no-window,no-chance,no-turns,min
max.call      |             value = expectiminimax(after move)                     @chance,min
max.call      |             value = expectimax(after move)                         @chance,no-min
max.call      |             value = best(after move)                               @no-chance,no-min
max.better    |             if value {>} best:
max.take      |                 best, best_move = value, move
max.update    |             α = max(α, best) @window,before-test
max.test      |             if β {≤} α: break @window,before-test
max.test      |             if best {≥} β: break @window,after-test
max.update    |             α = max(α, best) @window,after-test
max.return    |         return {best}, best_move
              |
any.chance    |     elif chance decides:                                           @chance
chance.init   |         mean = 0                                                   @chance
chance.loop   |         for each outcome, with probability p:                      @chance
chance.take   |             mean += p * expectiminimax(after outcome)              @chance,min
chance.take   |             mean += p * expectimax(after outcome)                  @chance,no-min
chance.return |         return mean                                                @chance
              |                                                                    @chance
any.min       |     else:                                                          @min
min.init      |         best = +∞                                                  @min
min.loop      |         for each move:                                             @min
min.call      |             value = alpha_beta(after move, True, α, β)             @window,turns,min
min.call      |             value = alpha_beta(after move, its turn, α, β) @window,no-turns,min
min.call      |             value = minimax(after move, True) @no-window,no-chance,turns,min
min.call      |             value = minimax(after move, its turn) @no-window,no-chance,no-turns,min
min.call      |             value = expectiminimax(after move)                     @chance,min
min.better    |             if value {<} best:                                     @min
min.take      |                 best, best_move = value, move                      @min
min.update    |             β = min(β, best) @window,before-test,min
min.test      |             if β {≤} α: break @window,before-test,min
min.test      |             if best {≤} α: break @window,after-test,min
min.update    |             β = min(β, best) @window,after-test,min
min.return    |         return {best}, best_move                                   @min
"""

COURSE: Final = Course(
    convention=Convention("lab3"),
    course="Week 1, Lab 3: Adversarial Search (Game-Playing AI)",
    counted_as="nodes explored, including the root",
    written_as="one function with is_maximizing, the test β ≤ α",
    settings={"win": 10},
    listing=_LISTING,
)
