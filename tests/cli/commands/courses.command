# Zero ends the game
$ cs480 2 X 1
    0
remember
$ cs480 2 X 1
same
first Last Name, First Name, AXXXXXXXX solution:
~ Algorithm: MiniMax with alpha-beta pruning First: X Mode: human versus computer
last X's move. What is your move (possible moves at the moment are: 1, 2, 3, 4, 5, 6, 7, 8, 9 | enter 0 to exit the game)?
lines 10

# Computer against computer prints no empty board and ends in a tie
$ cs480 2 O 2
~ First: O Mode: computer versus computer O's selected move: 1. Number of search tree nodes generated: 18297
-- from the empty board MAX's window makes the same visits whoever begins
count 5 O's selected move
count 4 X's selected move
last TIE

# Computer moves first if O begins against a human
$ cs480 2 O 1 --name "Doe, Jo" --id A1
    0
first Doe, Jo, A1 solution:
~ O's selected move: 1.
last X's move.…

# Other command lines print the sheets error
for ARGUMENTS
    2
    2 X
    2 X 1 1
    3 X 1
    2 x 1
    2 X 3
    -1 X 1
$ cs480 ARGUMENTS
code 2
= ERROR: Not enough/too many/illegal input arguments.
no err

# No arguments print the sheets error too
$ cs480
code 2
= ERROR: Not enough/too many/illegal input arguments.
no err

# Report is printed in machine readable formats
$ report mp520 --board 'reversi@....|BBBB|WWWW|....' -f json --quiet
json rows.0.value 10
json rows.1.value 10
no err

# Arguments that a report does not accept are refused
for ARGUMENTS | TEXT
    cs188                     | COURSE cannot be 'cs188'
    lab3 --x best             | report lab3 has no --x
    cs480 --board reversi:4   | report cs480 has no --board
    mp520 --board tic-tac-toe | is not a Reversi board
$ report ARGUMENTS
code 2
err TEXT

# Game against alpha-beta prints the sheet's lines
$ cs480 2 X 1
    1
    10
    ⏎
    3
    4
=
    Last Name, First Name, AXXXXXXXX solution:
    Algorithm: MiniMax with alpha-beta pruning
    First: X
    Mode: human versus computer
       |   |   
    ---+---+---
       |   |   
    ---+---+---
       |   |   
    X's move. What is your move (possible moves at the moment are: 1, 2, 3, 4, 5, 6, 7, 8, 9 | enter 0 to exit the game)?
     X |   |   
    ---+---+---
       |   |   
    ---+---+---
       |   |   
    O's selected move: 5. Number of search tree nodes generated: 2338
     X |   |   
    ---+---+---
       | O |   
    ---+---+---
       |   |   
    X's move. What is your move (possible moves at the moment are: 2, 3, 4, 6, 7, 8, 9 | enter 0 to exit the game)?
    X's move. What is your move (possible moves at the moment are: 2, 3, 4, 6, 7, 8, 9 | enter 0 to exit the game)?
    X's move. What is your move (possible moves at the moment are: 2, 3, 4, 6, 7, 8, 9 | enter 0 to exit the game)?
     X |   | X 
    ---+---+---
       | O |   
    ---+---+---
       |   |   
    O's selected move: 2. Number of search tree nodes generated: 112
     X | O | X 
    ---+---+---
       | O |   
    ---+---+---
       |   |   
    X's move. What is your move (possible moves at the moment are: 4, 6, 7, 8, 9 | enter 0 to exit the game)?
     X | O | X 
    ---+---+---
     X | O |   
    ---+---+---
       |   |   
    O's selected move: 8. Number of search tree nodes generated: 28
     X | O | X 
    ---+---+---
     X | O |   
    ---+---+---
       | O |   
    X LOST
no err
