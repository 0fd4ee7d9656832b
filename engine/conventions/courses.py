"""The courses with their pseudocode, the usual one first. To add one, list it in `COURSES`."""

from __future__ import annotations

from typing import Final

from engine.conventions.convention import Convention, Course

# Russell and Norvig's book (AIMA), whose pseudocode is the usual one.

_AIMA_LISTING: Final = """\
search        | DEEPENING-SEARCH(state) → an action                                @passes
search        |   for limit ← 1, 2, 3, … while there is time do                    @passes
search        |     action ← ALPHA-BETA-SEARCH(state), cut off at depth limit      @passes
search        |   return action                                                    @passes
              |                                                                    @passes
search        | ALPHA-BETA-SEARCH(state) → an action                               @window
search        | MINIMAX-SEARCH(state) → an action @no-window,no-chance,min
search        | EXPECTIMINIMAX-SEARCH(state) → an action                           @chance,min
search        | EXPECTIMAX-SEARCH(state) → an action                               @chance,no-min
search        | SINGLE-AGENT-SEARCH(state) → an action                             @no-chance,no-min
              |   player ← TO-MOVE(state)
              |   value, move ← MAX-VALUE(state{, −∞, +∞})
              |   return move
              |
max.head      | MAX-VALUE(state{, α, β}) → a (utility, move) pair
max.terminal  |   if IS-TERMINAL(state) then return UTILITY(state), null
max.limit     |   if IS-CUTOFF(state, depth) then return EVAL(state), null         @depth
max.keep      |   α₀, β₀ ← α, β                                                    @window,fail-hard
max.init      |   v ← −∞
max.loop      |   for each a in ACTIONS(state) do
max.call      |     v2, a2 ← MIN-VALUE(RESULT(state, a){, α, β}) @no-chance,turns,min
max.call      |     v2, a2 ← VALUE(RESULT(state, a){, α, β}) @no-chance,no-turns,min
max.call      |     v2, a2 ← VALUE(RESULT(state, a))                               @chance
max.call      |     v2, a2 ← MAX-VALUE(RESULT(state, a))                           @no-chance,no-min
max.better    |     if v2 {>} v then
max.take      |       v, move ← v2, a
max.update    |       α ← MAX(α, v) @window,before-test
max.test      |     if v {≥} β then return {v}, move                               @window
max.update    |     α ← MAX(α, v) @window,after-test
max.return    |   return {v}, move
              |                                                                    @min
min.head      | MIN-VALUE(state{, α, β}) → a (utility, move) pair                  @min
min.terminal  |   if IS-TERMINAL(state) then return UTILITY(state), null           @min
min.limit     |   if IS-CUTOFF(state, depth) then return EVAL(state), null         @depth,min
min.keep      |   α₀, β₀ ← α, β @window,fail-hard,min
min.init      |   v ← +∞                                                           @min
min.loop      |   for each a in ACTIONS(state) do                                  @min
min.call      |     v2, a2 ← MAX-VALUE(RESULT(state, a){, α, β}) @no-chance,turns,min
min.call      |     v2, a2 ← VALUE(RESULT(state, a){, α, β}) @no-chance,no-turns,min
min.call      |     v2, a2 ← VALUE(RESULT(state, a))                               @chance,min
min.better    |     if v2 {<} v then                                               @min
min.take      |       v, move ← v2, a                                              @min
min.update    |       β ← MIN(β, v) @window,before-test,min
min.test      |     if v {≤} α then return {v}, move                               @window,min
min.update    |     β ← MIN(β, v) @window,after-test,min
min.return    |   return {v}, move                                                 @min
              |                                                                    @chance
chance.head   | EXP-VALUE(state) → a (utility, move) pair                          @chance
chance.terminal|   if IS-TERMINAL(state) then return UTILITY(state), null          @chance
chance.limit  |   if IS-CUTOFF(state, depth) then return EVAL(state), null         @chance,depth
chance.init   |   v ← 0                                                            @chance
chance.loop   |   for each (r, p) in CHANCES(state) do                             @chance
chance.take   |     v ← v + p × VALUE(RESULT(state, r))                            @chance
chance.return |   return v, null                                                   @chance
"""

_AIMA: Final = Course(
    convention=Convention("aima"),
    course=(
        "Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition; "
        "also CS 480 (Illinois Tech)"
    ),
    counted_as="nodes visited, including the root (CS 480: nodes generated, including the root)",
    written_as="MAX-VALUE and MIN-VALUE returning (utility, move), the update inside 'if v2 > v'",
    listing=_AIMA_LISTING,
)


# MP 520 (Rutgers).

_RUTGERS: Final = Course(
    convention=Convention("rutgers", count=("visited", "terminals", "early_returns")),
    course="MP 520 (Rutgers): hand trees, Reversi, MCTS",
    counted_as="nodes visited, terminal states, and truncations (early returns)",
    written_as="the book's pseudocode, as aima",
    listing=_AIMA.listing,
)


# COMP 341 (Koç University).

_COMP341_LISTING: Final = """\
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

_COMP341: Final = Course(
    convention=Convention("comp341", update="after-test", count=("below_root",)),
    course="COMP 341 (Koç University), lecture 7",
    counted_as="nodes visited below the root",
    written_as="VALUE, MAX-VALUE and MIN-VALUE, the update after the test",
    listing=_COMP341_LISTING,
)


# Principles of Autonomy (MIT).

_MIT_LISTING: Final = """\
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

_MIT: Final = Course(
    convention=Convention("mit"),
    course="Principles of Autonomy (MIT), problem set 5",
    counted_as="states explored, including the root",
    written_as="maximize_score and minimize_score, the test α ≥ β",
    settings={"window": (-2.0, 2.0)},
    listing=_MIT_LISTING,
)


# Lab 3: Adversarial Search.

_LAB3_LISTING: Final = """\
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

_LAB3: Final = Course(
    convention=Convention("lab3"),
    course="Week 1, Lab 3: Adversarial Search (Game-Playing AI)",
    counted_as="nodes explored, including the root",
    written_as="one function with is_maximizing, the test β ≤ α",
    settings={"win": 10},
    listing=_LAB3_LISTING,
)


# CS 188 (Berkeley).

_CS188_LISTING: Final = """\
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

_CS188: Final = Course(
    convention=Convention("cs188", cutoff=">", update="after-test"),
    course="CS 188 (Berkeley), Pac-Man project 2",
    counted_as="states created, including the start; its programs create a state on visiting it",
    written_as="value, max-value and min-value, strict tests, the update after the test",
    listing=_CS188_LISTING,
)


#: The course of each preset, the default first.
COURSES: Final[dict[str, Course]] = {
    course.convention.name: course for course in (_AIMA, _COMP341, _MIT, _LAB3, _RUTGERS, _CS188)
}
