# Text output explains the sheets problem
$ matrix mp520
has
    P2 \ P1  1       2       3
    a        1, 2    6*, 3*  6*, 3
    b        4*, 4*  3, 1    4*, 7*
~ P2 chooses a row, P1 a column; in each pair P1's payoff comes first.
~ P1: 3 is weakly dominant: never worse than another strategy
~ P1: 1 is weakly dominated by 3: 6 > 1 against a, 4 = 4 against b.
~ P1: 2 is weakly dominated by 3: 6 = 6 against a, 4 > 3 against b.
~ P2: no strategy is dominant; best is b against 1, a against 2, b against 3.
~ P2: no strategy is dominated.
~ No strategy is strictly dominated, so none is eliminated.
~ (2, a) pays 6 to P1 and 3 to P2. (1, b) pays 4 to P1 and 4 to P2. (3, b) pays 4 to P1 and 7 to P2.
~ P1 plays 2 with 2/3 and 3 with 1/3, P2 plays a; this pays 6 to P1 and 3 to P2.
~ When P2 plays b, which is 1 strategy, P1 has 2 best responses (1 and 3)
~ The equilibria above are end points only
~ Continuum 1: P1 plays any mix of 1 and 3; P2 plays b; this pays 4 to P1 and between 4 and 7 to P2.
~ Continuum 2: P1 plays any mix of [2] and [2 with 2/3 and 3 with 1/3], so P(2) between 2/3 and 1 and P(3) between 0 and 1/3; P2 plays a; this pays 6 to P1 and 3 to P2.
~ There is no other equilibrium.
no err

# Weak elimination keeps one pair and names the lost equilibria
$ matrix mp520 --weak
~ Another order can leave other strategies, and equilibria can be lost.
~ Round 1, P1: 1 is weakly dominated by 3: 6 > 1 against a, 4 = 4 against b.
~ Round 2, P2: a is strictly dominated by b: 7 > 3 against 3.
~ Remaining: P1: 3; P2: b. Lost: the equilibrium (1, b). Lost: the equilibrium (2, a). Lost: the equilibrium in which P1 plays 2 with 2/3 and 3 with 1/3, P2 plays a.

# Strategy weakly dominated by a mix is eliminated on request
for FORMAT: text md
$ matrix '[[3, 0, 1], [0, 3, 1], [1, 1, 1]]' -f FORMAT
~ Row: r3 is weakly dominated by the mix of r1 with 1/2 and r2 with 1/2: 3/2 > 1 against c1, 3/2 > 1 against c2, 1 = 1 against c3.
~ Column: no strategy is dominated.
~ No strategy is strictly dominated, so none is eliminated.
$ matrix '[[3, 0, 1], [0, 3, 1], [1, 1, 1]]' -f FORMAT --weak
~ Round 1, Row: r3 is weakly dominated by the mix of r1 with 1/2 and r2 with 1/2: 3/2 > 1 against c1, 3/2 > 1 against c2, 1 = 1 against c3.
~ Remaining: Row: r1 and r2; Column: c1, c2 and c3.
~ Lost: the equilibrium (r3, c3).

# Record includes the mix that weakly dominates
$ matrix '[[3, 0, 1], [0, 3, 1], [1, 1, 1]]' -f json --weak
json dominated [{"player": "Row", "strategy": "r3", "kind": "weak", "by": {"r1": "1/2", "r2": "1/2"}, "pays": {"c1": "3/2", "c2": "3/2", "c3": 1}, "instead_of": {"c1": 1, "c2": 1, "c3": 1}}]
json elimination.removals [{"round": 1, "player": "Row", "strategy": "r3", "kind": "weak", "by": {"r1": "1/2", "r2": "1/2"}, "pays": {"c1": "3/2", "c2": "3/2", "c3": 1}, "instead_of": {"c1": 1, "c2": 1, "c3": 1}}]
json elimination.left.Row ["r1", "r2"]

# Strategy dominated only by a mix is eliminated
$ matrix mixed-dominance
~ Row: M is strictly dominated by the mix of T with 1/2 and B with 1/2: 3/2 > 1 against L, 3/2 > 1 against R.
~ Every order leaves the same strategies, and no equilibrium is lost.
~ Round 2, Column: L is strictly dominated by R: 1 > 0 against T, 1 > 0 against B.
~ Round 3, Row: T is strictly dominated by B: 3 > 0 against R.
~ Remaining: Row: B; Column: R.
~ There is none. The game has this one equilibrium and no other.

# Zero sum games have a value
$ matrix '[[3, -1], [0, 2]]'
~ The game is zero-sum.
~ There is none: in every pair, some player would gain by changing strategy.
~ The game is worth 1 to Row. Row secures it by r1 with 1/3 and r2 with 2/3. Column holds Row down to it by c1 with 1/2 and c2 with 1/2. There is no saddle point: without mixing Row secures only 0, and Column holds Row down only to 2.
$ matrix '[[4, 2], [3, 1]]'
~ There is a saddle point: Row secures 2 even without mixing.

# Value is the first players if that player chooses columns
-- Column stands first and gets 1 or 2; the pairs add up to 4
$ matrix -
    matrix: {first: columns, payoffs: [[[1, 3], [2, 2]]]}
~ The game is constant-sum: every pair adds up to 4.
~ The game is worth 2 to Column and 2 to Row.
~ Column secures it by c2.
~ Row has one strategy and no choice.
~ (c2, r1) pays 2 to Column and 2 to Row.

# Json has exact values
$ matrix mp520 --weak -f json
json schema "plytrace.matrix/1"
json source "mp520"
json players.0.name "P1"
json players.0.chooses "columns"
json players.1.name "P2"
json players.1.chooses "rows"
json payoffs [[[1, 2], [6, 3], [6, 3]], [[4, 4], [3, 1], [4, 7]]]
json best_responses.P1 {"a": ["2", "3"], "b": ["1", "3"]}
json dominant [{"player": "P1", "strategy": "3", "kind": "weak"}]
json dominated.0.strategy "1"
json dominated.0.by {"3": 1}
json dominated.1.strategy "2"
json dominated.1.by {"3": 1}
json elimination.left {"P1": ["3"], "P2": ["b"]}
json elimination.removals.1.round 1
json elimination.removals.2.round 2
json pure_equilibria.0.mixes {"P1": {"2": 1}, "P2": {"a": 1}}
json pure_equilibria.1.mixes {"P1": {"1": 1}, "P2": {"b": 1}}
json pure_equilibria.2.mixes {"P1": {"3": 1}, "P2": {"b": 1}}
json extreme_equilibria.-1.mixes {"P1": {"2": "2/3", "3": "1/3"}, "P2": {"a": 1}}
json extreme_equilibria.-1.best_responses {"P1": ["2", "3"], "P2": ["a", "b"]}
json degenerate true
json nash_subsets.0.continuum true
json nash_subsets.1.continuum true
json nash_subsets.0.payoffs {"P1": [4, 4], "P2": [4, 7]}
json value null
! unsolved

# Json of a zero sum game
$ matrix '[[1/3, 0], [0, 1/6]]' -f json
json value {"sum": 0, "payoffs": {"Row": "1/9", "Column": "-1/9"}, "optimal": {"Row": {"r1": "1/3", "r2": "2/3"}, "Column": {"c1": "1/3", "c2": "2/3"}}, "maximin": 0, "minimax": "1/6"}

# Markdown has a table and lists
$ matrix mp520 -f md
first # MP 520, problem 2
has
    | P2 \\ P1 | 1 | 2 | 3 |
    | :-- | :-- | :-- | :-- |
    | a | 1, 2 | **6**, **3** | **6**, 3 |
    | b | **4**, **4** | 3, 1 | **4**, **7** |
has
    ## Dominance
~ ## Dominance - P1: 3 is weakly dominant
$ matrix "{matrix: {rows: ['a|b'], payoffs: [[1]]}}" -f md
~ | a\|b | **1**, **−1** |

# Text fits plain ascii and few columns
$ matrix rock-paper-scissors --ascii --width 40
ascii
~ -1, 1*

# Output can be written to a file
$ matrix mp520 -f json -o out.json
= 
no err
holds out.json "degenerate": true

# Large matrix gets everything except mixed equilibria
$ matrix '[[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0]]'
~ Not computed: mixed equilibria are not computed for 81 pairs
~ The game is worth 0 to Row.

# Errors name the file
file mine.yaml
    matrix:
      payofs: [[1]]
file other.yaml
    [[[1, 1]]]
$ matrix mine.yaml
code 3
err plytrace: mine.yaml:2:3: a matrix has no key 'payofs'
$ matrix other.yaml
first other

# Usage errors are one message
for CODE | TEXT | ARGUMENTS
    3 | there is no file or example 'nosuch'                    | nosuch
    3 | inline:1:10: row 2 has 1 entry; expected 2, as in row 1 | '[[1, 2], [3]]'
    3 | inline:1:3: '.nan' is not a value                       | '[[.nan]]'
    3 | stdin:1:1: the file is empty                            | -
    2 | --format cannot be 'xml'                                | mp520 -f xml
    2 | there is no option --stark                              | mp520 --stark
$ matrix ARGUMENTS
code CODE
err TEXT

# Usage errors are one message, without arguments
$ matrix
code 2
err FILE is missing
