# An answer is one line
for ARGUMENTS | TEXT
    '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2                    | x ≤ 3
    '[[3,12,8],[x,4,6],[14,5,2]]' 'pruned C2'                  | x ≤ 3
    '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 -c 'aima,cutoff=>' | x < 3
    '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 -a minimax         | no x
    '[[3,12,8],[x,4,6],[14,5,2]]' visited C2 --whole           | x ≥ 4
    '[[3,12,8],[x,4,6],[14,5,2]]' move B                       | x ≤ 3
    '[[3,12,8],[x,4,6],[14,5,2]]' value C=4                    | x ≥ 4
    '[[3,12],[x,2]]' value C=2 --true                          | x ≥ 2
    '[[3,y],[x,2]]' pruned C2 --set 'y=−1'                     | x ≤ −1
    --fewest 3,2                                               | 5 of 9 leaves: 3^1 + 3^1 − 1 with the best order
    lecture possible B2                                        | no: at B, α is −∞: no MAX node above it has an earlier child
$ ask ARGUMENTS
= TEXT
no err

# A bad question gets one message
for CODE | TEXT | ARGUMENTS
    2 | the question is missing          | '[[3,12,8],[x,4,6],[14,5,2]]'
    2 | not complete                     | '[[3,12,8],[x,4,6],[14,5,2]]' pruned
    2 | Did you mean pruned?             | '[[3,12,8],[x,4,6],[14,5,2]]' prund C2
    2 | no node 'Q'                      | '[[3,12,8],[x,4,6],[14,5,2]]' pruned Q
    2 | no move 'Q'                      | '[[3,12,8],[x,4,6],[14,5,2]]' move Q
    2 | 'two' is not a number            | '[[3,12,8],[x,4,6],[14,5,2]]' value C=two
    2 | several questions                | '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 --bands
    2 | several questions                | '[[3,12,8],[x,4,6],[14,5,2]]' --bands --orders
    2 | C1 has the letter x              | '[[3,12,8],[x,4,6],[14,5,2]]' --orders
    2 | true values cannot be combined   | '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 --true
    2 | whole numbers cannot be combined | '[[3,12,8],[x,4,6],[14,5,2]]' --orders --whole
    2 | --max-visits cannot be used      | '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 --max-visits 5
    2 | no letter y                      | '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 --set y=1
    2 | x has two numbers; expected one  | '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 --set x=1 --set x=2
    2 | is not a letter and a number     | '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 --set x
    2 | is not a letter and a number     | '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 --set '?=1'
    2 | the tree has no letter           | '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 --set x=1
    2 | mcts plays at random             | '[[3,12,8],[x,4,6],[14,5,2]]' pruned C2 -a mcts
    2 | the tree has no letter           | lecture pruned C2
    2 | is not a tree                    | tic-tac-toe --bands
    2 | is not a uniform tree            | --fewest 3
    2 | stands alone                     | lecture --fewest 3,2
    2 | stands alone                     | --fewest 3,2 --whole
$ ask ARGUMENTS
code CODE
err TEXT

# A bad question gets one message, without arguments
$ ask
code 2
err SOURCE is missing

# The tree may come from a file
file exam.yaml
    name: Exam
    tree: [[3, 12], [x, '?'], [z, 1]]
$ ask exam.yaml pruned C2 --set x=2 -o a.txt
saved a.txt
    all z

# Other commands name ask and take numbers for letters
for COMMAND
    trace '[[3,12,8],[x,4,6],[14,5,2]]'
    visits '[[3,12,8],[x,4,6],[14,5,2]]'
    compare '[[3,12,8],[x,4,6],[14,5,2]]'
    export -f svg '[[3,12,8],[x,4,6],[14,5,2]]'
$ COMMAND
code 2
err --set x=3. plytrace ask

# The stepper takes a letter but needs a terminal
$ step '[[3,12,8],[x,4,6],[14,5,2]]'
code 2
err Try: plytrace ask '[[3,12,8],[x,4,6],[14,5,2]]' --bands
$ step '[[x,3],[y,4]]'
code 2
err letters instead of values: x, y
$ check --form '[[3,12,8],[x,4,6],[14,5,2]]'
code 3
err letters instead of values: x
$ play '[[3,12,8],[x,4,6],[14,5,2]]'
code 2
err letters instead of values: x

# A number for a letter makes a tree like any other
$ visits '[[3,12,8],[x,4,6],[14,5,2]]' --set x=2
= A B B1 B2 B3 C C1 D D1 D2 D3
$ visits '[[3,12,8],[x,4,6],[14,5,2]]' --set x=7/2
~ C1 C2 C3
$ trace '[[3,12,8],[x,4,6],[14,5,2]]' --set x=2 --save two.trace
$ export two.trace -f json
$ trace '[[3,12,8],[x,4,6],[14,5,?]]' --set x=2
code 2
err D3 has the value ?, but the search visits it

# Answer in JSON has the bands
$ ask [[3,12,8],[x,4,6],[14,5,2]] pruned C2 -f json
lines 1
json schema "plytrace.ask/1"
json question "pruned C2"
json answer [{"from": "-inf", "to": 3, "from_closed": false, "to_closed": true}]
json # 4
json bands.# 3
json bands.1 {"from": 3, "to": 4, "from_closed": false, "to_closed": true, "visits": ["A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3"], "cutoffs": [], "value": "x", "move": "C"}
no err

# JSON of every question has the same schema
$ ask [[3,12,8],[x,4,6],[14,5,2]] --bands -f json
json schema "plytrace.ask/1"
$ ask [[3,12,8],[x,4,6],[14,5,2]] --orders --set x=2 -f json
json schema "plytrace.ask/1"
$ ask [[3,12,8],[x,4,6],[14,5,2]] possible C2 -f json
json schema "plytrace.ask/1"
$ ask --fewest 2,3 -f json
json fewest 5
