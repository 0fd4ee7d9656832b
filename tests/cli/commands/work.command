# Usage errors are one message and change no file
file key.yaml
    source: lecture
    search: alphabeta
    accept: [aima, cs188]
    parts: {visits: 4, values: 3, windows: 2, cutoffs: 2, move: 1}
file set.yaml
    problems:
      1: {source: lecture, search: alphabeta, parts: {visits: 4, windows: 3, cutoffs: 2}}
      2a: {source: dice, search: expectiminimax}
      3: {matrix: [[1, 2], [3, 4]]}
file typed.yaml
    visits: [A, B]
file folder.yaml/kept
for CODE | TEXT | ARGUMENTS
    2 | pvs cannot be worked by hand: it searches some nodes again  | lecture -a pvs
    2 | mtdf cannot be worked by hand: it searches the whole tree several times | lecture -a mtdf
    2 | sss cannot be worked by hand: it keeps a list of open nodes | lecture -a sss
    2 | mcts cannot be worked by hand: its playouts are random      | lecture -a mcts --iterations 5
    2 | solve cannot be worked by hand: it searches the whole tree several times | lecture -a solve
    2 | maxn cannot be worked by hand: its leaves have a value for each player | '[(1,2),(3,0)]' -a maxn
    2 | star1 cannot be worked by hand: chance nodes have an interval | dice -a star1 --bounds -9,20
    2 | transposition cannot be worked by hand: it answers positions | transposition -a transposition
    2 | the order killer cannot be worked by hand                   | lecture --order killer
    2 | tic-tac-toe has more than 160 nodes, too many to work by hand; expected a smaller tree, or a depth | tic-tac-toe
    2 | chess has more than 160 nodes                               | chess
    2 | the search of lecture was stopped after 4 visits            | lecture --max-visits 4
    2 | the search stops at the root                                | 'tic-tac-toe@xxx|oo.|...' --depth 2
    2 | an exam needs a file for its sheet; expected --sheet FILE.yaml | lecture --level exam
    2 | --level cannot be 'hard'                                    | lecture --level hard
    2 | lecture has no problems                                     | lecture --problem 1
    2 | --sheet s.txt is not a YAML file; expected a name ending in .yaml | lecture --sheet s.txt
    2 | is not a YAML file                                          | lecture --sheet ''
    2 | the folder nowhere does not exist                           | lecture --sheet nowhere/s.yaml
    2 | is a directory                                              | lecture --sheet folder.yaml
    2 | key.yaml: this file is not a sheet of this work, and is not overwritten | lecture --sheet key.yaml
    2 | typed.yaml: this file is not a sheet of this work, and is not overwritten | lecture --sheet typed.yaml
    2 | an exam needs a file for its sheet                          | key.yaml
    2 | key.yaml: this file is not a sheet of this work             | key.yaml --sheet key.yaml
    2 | key.yaml has one problem; expected no --problem             | key.yaml --sheet s.yaml --problem 1
    2 | key.yaml is a key with its own search; expected no search options | key.yaml --sheet s.yaml -a minimax
    2 | set.yaml has several problems; expected --problem, one of 1, 2a, 3 | set.yaml --sheet s.yaml
    2 | set.yaml has no problem 7; expected --problem, one of 1, 2a, 3 | set.yaml --sheet s.yaml --problem 7
    2 | problem 3 of set.yaml is not about a search                 | set.yaml --sheet s.yaml --problem 3
    2 | the source cannot be read from standard input with --plain  | -
$ work --plain ARGUMENTS
code CODE
err TEXT
files folder.yaml key.yaml set.yaml typed.yaml
saved typed.yaml
    visits: [A, B]

# Without a terminal the advice is the same command with plain
file key.yaml
    source: lecture
    search: alphabeta
    accept: [aima, cs188]
    parts: {visits: 4, values: 3, windows: 2, cutoffs: 2, move: 1}
file set.yaml
    problems:
      1: {source: lecture, search: alphabeta, parts: {visits: 4, windows: 3, cutoffs: 2}}
      2a: {source: dice, search: expectiminimax}
      3: {matrix: [[1, 2], [3, 4]]}
file typed.yaml
    visits: [A, B]
file folder.yaml/kept
for ARGUMENTS | TEXT
    lecture                                  | work --plain lecture
    '[[3,12,8],[2,4,6]]' -a minimax --ascii  | work --plain '[[3,12,8],[2,4,6]]' -a minimax --ascii
    key.yaml --sheet 'my sheet.yaml'         | work --plain key.yaml --sheet 'my sheet.yaml'
    -- lecture                               | work --plain -- lecture
$ work ARGUMENTS
code 2
err the full screen needs a terminal. Try: plytrace TEXT
$ TEXT
    quit
~ You are the search

# Sheet of another search is not continued
$ work --plain lecture --sheet s.yaml
    visit B
remember s.yaml
for ARGUMENTS
    misconceptions
    lecture -a minimax
    lecture -c cs188
$ work --plain ARGUMENTS --sheet s.yaml
    visit B
    visit C
code 2
err this sheet is of another search: lecture
same s.yaml

# Line that is no step now says why and changes nothing
for TYPED | TEXT
    jump         | There is no command 'jump'; expected a command; help lists them.
    visti B      | There is no command 'visti'; expected a command; help lists them. Did you
    visit        | 'visit' is not a step; expected visit NAME.
    take 3       | 'take 3' is not a step; expected take.
    visit X      | A has no unvisited child 'X'; expected B, C, D.
    visit B1     | A has no unvisited child 'B1'; expected B, C, D.
    v 3          | No child has just returned to A.
    take         | No child has just returned to A.
    v x          | No child has just returned to A.
    window 3 inf | No window is asked here.
    gives 3      | A has not returned yet.
    move B       | A has not returned yet.
    cut          | A has no value yet: visit a child.
    return       | B, C, D are left at A: visit the next.
    undo         | There is nothing to take back.
    next         | Another tree follows at the end of this one.
$ work --plain lecture
    TYPED
~ > TYPED TEXT
count 2 at A, MAX, v -inf, children left B, C, D>
~ 0 steps

# Practice refuses what needs a source
for ARGUMENTS | TEXT
    --sheet a.yaml | nothing of it is kept
    --depth 3      | only --search and --convention
    -a pvs         | cannot be worked by hand
    --set x=3      | a tree with a letter
$ work --plain ARGUMENTS
code 2
err TEXT
