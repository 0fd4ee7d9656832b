# Usage errors are one message and change no file
use hand_work/
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
use hand_work/
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

# Impossible step is refused with the reason and changes nothing
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

# Practice refuses what needs a source
for ARGUMENTS | TEXT
    --sheet a.yaml | nothing of it is kept
    --depth 3      | only --search and --convention
    -a pvs         | cannot be worked by hand
    --set x=3      | a tree with a letter
$ work --plain ARGUMENTS
code 2
err TEXT

# Unreadable value is not judged
for VALUE
    x
    inf*0
    1/0
    nan
    3 4
    +
$ work --plain lecture -c aima --sheet s.yaml
    visit B
    visit B1
    v VALUE
~ expected
! No:
~ 2 steps

# Window is written in any usual form
use typed_work/
for WINDOW
    3 inf
    3, inf
    (3, inf)
    [3,+inf]
    3 infinity
    3.0 oo
    3 ∞
    6/2 inf
$ work --plain lecture -c aima --sheet s.yaml
    < up_to_c.txt
    window WINDOW
! No:
~ 9 steps

# Window that cannot be read is not judged
use typed_work/
for WINDOW
    3
    3 4 5
    inf
    a b
    ,3
$ work --plain lecture -c aima --sheet s.yaml
    < up_to_c.txt
    window WINDOW
~ expected
! No:
~ 8 steps

# Beginnings of commands and names are enough
$ work --plain lecture -c aima
    VIS b
    vi b1
    ta
    w
    r
    vi B
~ 'w' begins several names; expected window, where.
~ 'r' begins several names; expected return, rule.
~ 'B' begins several names; expected B2, B3.
~ at B, MIN, v 3, children left B2, B3>

# Where reads out the open nodes and no leaf that is not visited
use typed_work/
$ work --plain lecture -c aima
    < up_to_c.txt
    where
~ C, MIN, v inf, children left C1, C2, C3.
$ work --plain lecture -c aima
    < up_to_c.txt
    window 3 inf
    visit C1
    v 2
    where
~ A, MAX, v 3 from B, window (3, inf), B returned 3, children left D.
~ C, MIN, v 2 from C1, window (3, inf), C1 returned 2, children left C2, C3.
~ at C, MIN, v 2, children left C2, C3>

# Exam judges nothing and has no next tree
$ work --plain lecture -c aima --level exam --sheet e.yaml
    visit D
    window 9 10
    visit D3
    v 77
    visit D1
    cut
    visit B
    show
    next
    rule
! Right:
! No:
~ Steps are shown only in guided work.
~ An exam has one tree.

# Key can leave the leaves open
file key.yaml
    tree: [[3, 12], [2, 4]]
    search: minimax
    cover: no
file covered.yaml
    tree: [[3, 12], [2, 4]]
    search: minimax
    cover: yes
file other.yaml
    tree: [[3, 12], [2, 4]]
    cover: maybe
$ work --plain key.yaml --level free
    visit B
    where
~ at B, MIN, v inf, children left B1 = 3, B2 = 12>
$ work --plain key.yaml --sheet s.yaml
    visit B
    where
~ at B, MIN, v inf, children left B1 = 3, B2 = 12>
$ work --plain key.yaml --sheet s.yaml
    where
~ at B, MIN, v inf, children left B1 = 3, B2 = 12>
$ work --plain covered.yaml --level free
    visit B
    where
~ at B, MIN, v inf, children left B1, B2>
$ work --plain other.yaml --sheet t.yaml
code 3
err other.yaml:2:1: cover: cannot be 'maybe'; expected yes or no

# Form has no line for a problem that cannot be worked
file pvs.yaml
    source: lecture
    search: pvs
file large.yaml
    source: tic-tac-toe
    search: minimax
file counts.yaml
    source: lecture
    parts: {counts: 1, utility: 1}
file several.yaml
    source: three-players
    search: maxn
for KEY: pvs.yaml large.yaml counts.yaml several.yaml lecture
$ check --form KEY
! plytrace work

# Unreadable sheet is an error and stays as it is
for OLD | NEW | CODE | TEXT
    visit 1; visit 1 | visit 1; visit 9 | 3 | this work cannot be continued
    visit 1; visit 1 | visit 1; jump    | 3 | the steps cannot be read
    visit 1; visit 1 | visit 1          | 2 | the answers of this work were changed
    "B1"]            | "B2"]            | 2 | the answers of this work were changed
    guided           | hard             | 3 | this work cannot be continued
    lecture          | other            | 2 | this sheet is of another search: other
    visits:          | visits::         | 2 | the answers of this work were changed
$ work --plain lecture --sheet s.yaml
    visit B
    visit B1
replace s.yaml OLD => NEW
remember s.yaml
$ work --plain lecture --sheet s.yaml
    visit B2
code CODE
err TEXT
same s.yaml

# Level of a sheet changes only from free to guided
for BEGUN | LEVEL
    guided | free
    guided | exam
    free   | exam
    exam   | free
    exam   | guided
$ work --plain lecture --level BEGUN --sheet s.yaml
    visit B
    visit B2
    v 12
$ work --plain lecture --level LEVEL --sheet s.yaml
code 2
err this work was begun as BEGUN; expected --level BEGUN

# Free work becomes guided and every other work goes on
$ work --plain lecture --level free --sheet s.yaml
    visit B
    visit B2
    v 12
$ work --plain lecture --level guided --sheet s.yaml
~ Your free work is right up to step 1
for LEVEL: guided free exam
$ work --plain lecture --level LEVEL --sheet LEVEL.yaml
    visit B
    visit B2
    v 12
$ work --plain lecture --level LEVEL --sheet LEVEL.yaml
~ You continue after step

# Ascii output of a dialogue has no other characters
use typed_work/
$ work --plain lecture -c aima --ascii
    help
    rule
    < up_to_c.txt
    window 3 inf
    visit C1
    v 2
    cut
    where
~ Right: C is a MIN node
ascii

# Parts that no work answers are added to the sheet
use typed_work/
file key.yaml
    source: lecture
    parts: {move: 1, utility: 1, line: 1}
$ work --plain key.yaml --sheet s.yaml
    < right.txt
~ Add these parts to the sheet yourself: utility, line.
append s.yaml
    utility: 3
    line: B B1
$ check key.yaml s.yaml
~ 3 of 3 points

# Parts of a problem that no work answers are added to the sheet
use typed_work/
file two.yaml
    problems: {1: {source: lecture, parts: {move: 1, counts: 1}}}
$ work --plain two.yaml --problem 1 --sheet t.yaml
    < right.txt
~ Add these parts to the sheet yourself: counts.
append t.yaml
    1 counts: visited=11 cutoffs=1
$ check two.yaml t.yaml
~ 2 of 2 points
