# Statement says who moves, what each wants and what may be pruned
use several_players.yaml
$ worksheet several_players.yaml
~ each leaf has a value for each player, in the order A, B and C
~ A moves at the root
~ The player to move takes the child with its own largest value
~ Ties go to the first move
~ All values are at least 0, and those of a leaf sum to at most 10
~ △ D (C)
~ Which vector does each internal node return?
~ the node, and the children that are pruned
! α
! MAX

# Statement of a game of nearly zero sum
file set.yaml
    title: T
    problems: [{source: '[[(1,-1),(2,-2)],[(0,1),(3,-2)]]', search: maxn, near: 1, parts: {cutoffs: 1}}]
$ worksheet set.yaml
~ The two values of a leaf sum to a number from −1 to 1.

# Key of several players has the vectors and reasons
use several_players.yaml
$ worksheet several_players.yaml --key
~ | C | (1, 8, 1) |
~ | C | C2 |
~ **utility:** (3, 2, 5)
~ - **D = (1, 2, 6)**: C has 6 through D1, 3 through D2, and takes D1.
~ B already has 8, so A gets at most 10 − 8 = 2 there
~ node and pruned children are half of it each

# Several players in every format
use several_players.yaml
needs typst
$ worksheet several_players.yaml -f latex -f html -f pdf -f md -f qti -f prairielearn -o out --quiet

# Vectors are right on the page to fill in as students type them into a table
use several_players.yaml
$ worksheet several_players.yaml -f html --fill -o out
file sheet.md
    Problem 1
    visits: A B D D1 D2 E E1 E2 C F F1 F2 G G1 G2
    | node | value |
    |---|---|
    | A | (1,2,6) |
    | B | 1,2,6 |
    | C | (1 5 2) |
    | D | [1, 2, 6] |
    | E | 6, 1, 2 |
    | F | (1; 5; 2) |
    | G | (5, 4, 5) |
    move: B
    line: B D D1
    utility: 1, 2, 6
    Problem 2
    visits: A B D D1 D2 E E1 E2 C C1
    values: A=(3,2,5) B=(3,2,5) C>=8 D=(3,2,5) E=(1,1,2)
    cutoffs:
    | node | pruned |
    |---|---|
    | C | C2 |
    move: B
    line: B D D1
    utility: (3,2,5)
$ check out/key.yaml sheet.md

# Parts that make no sense for several players are refused
for PART | TEXT
    cutoffs | cannot ask for cutoffs of maxn, without a bound of the sums
    windows | cannot ask for windows of maxn, without a bound of the sums
    minimax | cannot ask for minimax values if leaves have vectors
file set.yaml
    title: T
    problems: [{source: three-players, search: maxn, parts: {PART: 1}}]
$ worksheet set.yaml
code 3
err TEXT
