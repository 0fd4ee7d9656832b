# Trace takes every source and option, and counts its visits
for VALUE | VISITED | ARGUMENTS
    3     | 11      | lecture
    3     | 11      | '[[3,12,8],[2,4,6],[14,5,2]]'
    3     | 13      | lecture -a minimax
    3     | 11      | lecture -c cs188
    2     | 11      | lab3-pruning -c cs188
    2     | 11      | lab3-pruning -c 'aima,cutoff=>'
    3     | 13      | lecture --order right-to-left
    3     | 5       | lecture --window=-2,2
    3     | 5       | lecture --window '−∞,2'
    null  | 4       | lecture --max-visits 4
    1     | 60      | 'tic-tac-toe@xo.|xo.|...'
    0.1   | 36      | tic-tac-toe --depth 2
    0.1   | 36      | tic-tac-toe --rounds 1
    9     | 36      | 'tic-tac-toe@xx.|oo.|...' --win 10-depth
    1     | 16      | 'tic-tac-toe@xx.|oo.|x..' --max to-move
    3     | 15      | dice
    7     | 1       | 7
$ trace ARGUMENTS -f json --summary
json value VALUE
json counts.visited VISITED

# Text has the visits and what is skipped
$ trace lecture
~ A B B1 B2 B3 C C1 D D1 D2 D3
~ C2, C3 are skipped
no err

# Yaml on standard input
$ trace - -f json
    tree: [[3, 1], [2, 9]]
json source "stdin"
json value 2
no err

# Visits
for ARGUMENTS | TEXT
    lecture                             | A B B1 B2 B3 C C1 D D1 D2 D3
    lecture --kind leaves               | B1 B2 B3 C1 D1 D2 D3
    lecture --kind expanded             | A B C D
    lecture --kind generated            | A B C D B1 B2 B3 C1 C2 C3 D1 D2 D3
    '[1, 2]' -f json                    | ["A", "A1", "A2"]
    'tic-tac-toe@xx.|oo.|x.o' --depth 1 | root, 3, 6, 8
$ visits ARGUMENTS
= TEXT
no err

# Visits are printed one a line
$ visits '[1, 2]' -f lines
= A
    A1
    A2

# Why prints the chain as text ascii and json
$ trace lecture --why C.alpha --width 60
~ α = 3 at C: since step 8, when B returned 3 to A, and A passed (3, +∞) down to C.
width 60
$ trace lecture --why C2 --ascii
ascii
$ trace lecture --why c.beta --at 9 -f json
json schema "plytrace.why/1"
json node "C"
json step 9
json value "inf"
json since 0
json links.0.step 9
json links.-1.step 0

# Errors are one message with the correct exit code
for CODE | TEXT | ARGUMENTS
    3 | 'lectur' … Did you mean lecture | trace lectur
    2 | 'minmax' … Did you mean minimax | trace lecture -a minmax
    2 | 'amia' … Did you mean aima      | trace lecture -c amia
    2 | ties=last … bound               | trace lecture -c aima,ties=last
    2 | 'jsn' … Did you mean json       | trace lecture -f jsn
    2 | no order 'up'                   | trace lecture --order up
    2 | no static order                 | trace lecture --order static
    2 | B … Give B an eval              | trace lecture --depth 1
    2 | cannot be combined              | trace lecture --depth 1 --rounds 1
    2 | 0 or more                       | trace lecture --depth -1
    2 | '3' is not a window             | trace lecture --window 3
    2 | α below β                       | trace lecture --window 3,3
    2 | NaN cannot be a bound           | trace lecture --window nan,3
    2 | minimax has no window           | trace lecture -a minimax --window 1,2
    2 | 10-depth                        | trace lecture --win ten
    2 | 1 or more                       | trace tic-tac-toe --win 0-depth
    2 | at least 1                      | trace lecture --max-visits 0
    2 | Use expectiminimax              | trace dice -a alphabeta
    3 | 3 cells … nine cells            | trace tic-tac-toe@xox
    3 | size '4'                        | trace tic-tac-toe:4
    3 | Did you mean tic-tac-toe        | trace 'tic-tac-to@xox|xxo|o..'
    3 | 1:                              | trace '[[1, 2], [3'
    2 | SOURCE is missing               | trace
    2 | Did you mean trace              | trase lecture
    2 | lesons                          | list lesons
    2 | needs a terminal                | step lecture
    2 | no step 42 … 0 to 41            | step mcts:mp520 --at 42
    3 | 'Q' … visited by step 21        | trace lecture --why Q.v
    2 | 'gamma' … C. and one of alpha   | trace lecture --why C.gamma
    3 | no step 99 … 0 to 21            | trace lecture --why C.v --at 99
    2 | text or json                    | trace lecture --why C.v -f csv
    2 | cannot be combined              | trace lecture --why C.v --summary
    2 | only one of the two             | trace lecture --why C.v --record counts
    2 | --at needs --why                | trace lecture --at 3
    2 | seen                            | visits lecture --kind seen
$ ARGUMENTS
code CODE
err TEXT

# Notes go to standard error and can be silenced
$ trace 'tic-tac-toe@xxx|x..|o..' --summary
err note: 4 X and 1 O
! 4 X and 1 O
$ trace lecture --max-visits 3 --summary
err stopped after 3 visits by its visit budget (--max-visits); the trace is partial
$ trace lecture --max-visits 3 --quiet --summary
no err

# Option that a search or game does not accept is refused
for CODE | TEXT | ARGUMENTS
    2 | alphabeta has no seed                    | --seed 1
    2 | minimax has no window                    | -a minimax --window=0,1
    2 | learns from cutoffs                      | -a minimax --order killer
    2 | Use it with deepening                    | --order best-first
    2 | alphabeta has no random opponent         | --opponent 1,2
    2 | cannot choose by '1,-2'                  | -a expectimax --opponent 1,-2
    2 | MIN is to move                           | -a single
    2 | has no evaluation 'material'             | --eval material
    2 | take no cells, so --cells does not apply | --cells row-col
    2 | expected a number above 0                | --seconds 0
    2 | pvs cannot keep the last                 | -a pvs -c cs188,ties=last
$ trace lecture ARGUMENTS
code CODE
err TEXT

# Win values apply to games and not to hand trees
$ trace lecture --win 10-depth
code 2
err no wins

# Same file as output and saved trace is refused
$ trace lecture -o x --save x
code 2
err expected two different files

# Output file is complete or absent
$ trace lecture -f json -o lecture.json
no err
= 
$ trace lecture -o none/x
code 3
err cannot be written
files lecture.json

# Count only results are printed and cannot be saved
$ trace lecture --record counts -f json
json by_depth.0.visited 1
json by_depth.1.visited 3
json by_depth.2.visited 7
$ trace lecture --record counts --save x.trace
code 2
err --save needs the visits, which --record counts does not keep
files

# Count only results are compared
$ compare lecture -a minimax,alphabeta,mcts -f json --record counts
json runs.0.counts.visited 13
json runs.1.counts.visited 11
~ mcts cannot keep only counts

# Stopped count only search says so
$ trace tic-tac-toe --record counts --max-visits 500
~ stopped by its visit budget
err the counts are partial

# Compare reads standard input once
$ compare - -f json
    tree: [[3, 12], [2, 4]]
json runs.0.value 3
json runs.1.value 3
json runs.-1.value 3

# Compare accepts lists and conventions with changes
$ compare lecture -a minimax,alphabeta -c aima,cs188,cutoff=>=,ties=first
~ minimax aima
~ minimax cs188,cutoff=>=
~ alphabeta aima
~ alphabeta cs188,cutoff=>=

# Size of memory is checked
for SIZE: 0 -2G 2X G 1e9
$ trace lecture --memory=SIZE
code 2
err is not a size of memory; expected 500M or 2G

# Search with a limit gets no size warning
for OPTIONS
    nim:9,9,9 --max-visits 100
    reversi:6 --depth 2
$ compare OPTIONS
no err will make

# Depth is not advised for a game without an evaluation
$ trace nim:9,9,9 --memory 1M --summary
err its ceiling of memory: allow more with --memory; the trace is partial

# Report stops at its budget and keeps earlier rows
for BUDGET | ROWS
    2584 | 1
    377  | 0
$ report mp520 --board reversi@....|BBBB|WWWW|.... --max-visits 2585 -f json
json rows.# 2
no err
$ report mp520 --board reversi@....|BBBB|WWWW|.... --max-visits BUDGET -f json
json stopped true
json rows.# ROWS
err --max-visits

# An empty name is a usage error
for COMMAND
    export lecture -f csv -o ''
    export lecture -f svg --frames -o ''
    trace lecture -o ''
    trace lecture --save ''
    visits lecture -o ''
    generate --plies 2 -o ''
    generate --plies 2 --count 3 -o ''
    list trees -o ''
    check lecture --form -o ''
    check lecture x.yaml --report ''
    check lecture --autograder ''
    play tic-tac-toe --plain --save ''
$ COMMAND
code 2
err the file name is empty; expected a file name
files

# List shows one row by its name or another word for it
for WORDS | TEXT
    terms prune            | prune …To skip a child…
    terms interior         | internal node …
    terms branching factor | branching…
    conventions AIMA       | aima…
$ list WORDS
first TEXT
! Which convention
