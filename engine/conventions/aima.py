"""Russell and Norvig's book (AIMA), whose pseudocode is the usual one."""

from __future__ import annotations

from typing import Final

from engine.conventions.convention import Convention, Course

_LISTING: Final = """\
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

COURSE: Final = Course(
    convention=Convention("aima"),
    course=(
        "Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition; "
        "also CS 480 (Illinois Tech)"
    ),
    counted_as="nodes visited, including the root (CS 480: nodes generated, including the root)",
    written_as="MAX-VALUE and MIN-VALUE returning (utility, move), the update inside 'if v2 > v'",
    listing=_LISTING,
)


# MP 520 (Rutgers).

RUTGERS: Final = Course(
    convention=Convention("rutgers", count=("visited", "terminals", "early_returns")),
    course="MP 520 (Rutgers): hand trees, Reversi, MCTS",
    counted_as="nodes visited, terminal states, and truncations (early returns)",
    written_as="the book's pseudocode, as aima",
    listing=COURSE.listing,
)
