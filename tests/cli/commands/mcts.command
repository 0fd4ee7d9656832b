# Table of the sheet is printed after every iteration
$ mcts mp520
count 10 reward sum
~ C = √2; y grows up; nodes are states: a cell at a depth
width 80
~ Iteration 5 of 10, direction W
~ The playout from (3,3) gives the reward 0.365.
~ E 0.125 + √2 · √(ln 10 / 2) = 0.125 + 1.5174 = 1.6424
~ The next iteration would select W (3,4), with the largest UCB1, 1.6774.
no err

# Ascii output has ascii symbols
$ mcts mp520 --ascii
ascii
~ mean + C * sqrt(ln N / n) with C = sqrt(2)

# Markdown has a table per iteration
$ mcts mp520 -f md --c 1 --nodes paths --y down
count 10 ## Iteration
~ C = 1; y grows down; nodes are paths

# Missing reward keeps the earlier iterations
$ mcts mp520 --selection mean
code 3
~ Iteration 8
err expands

# Missing first reward gives no rows
file short.yaml
    mcts: {start: [0, 0], directions: N, selection: mean, y: up, nodes: paths, rewards: [[1, 0, 1, 5]]}
for FORMAT | TEXT
    text | MCTS by hand
    md | # MCTS by hand
    csv | iteration,x,y,depth,path
    json | "iterations": []
$ mcts short.yaml -f FORMAT
code 3
~ TEXT
err the table has no reward for (0,1) at depth 1, which iteration 1 expands
changed
$ mcts short.yaml
code 3
~ The run stops

# Tied scores are reported and the first is chosen
file equal.yaml
    mcts:
      start: [0, 0]
      directions: S E N W
      selection: ucb1
      c: 1
      y: up
      nodes: paths
      rewards:
        - [0, 1, 1, 0.5]
        - [-1, 0, 1, 0.5]
        - [0, -1, 1, 0.5]
        - [1, 0, 1, 0.5]
$ mcts equal.yaml --width 300
~ select N (0,1), with the largest UCB1, 1.6774, the first of 4 equal ones.

# Usage errors are one message
for CODE | TEXT | ARGUMENTS
    2 | --y cannot be 'left'; expected up or down | mp520 --y left
    2 | --c: c cannot be 'many'                   | mp520 --c many
    2 | selection mean                            | mp520 --selection mean --c 1
    3 | no such file                              | lecture.yaml
$ mcts ARGUMENTS
code CODE
err TEXT

# Usage errors are one message, without arguments
$ mcts
code 2
err FILE
