# Errors are one message
file bad.txt
    plytrace match 1
    game: tic-tac-toe
    1. X 0
file good.txt
    plytrace match 1
    game: tic-tac-toe
    1. X 5
for CODE | TEXT | ARGUMENTS
    2 | cannot be used with --resume | tic-tac-toe --resume x.txt
    3 | there is no tree, game or file 'foo' | foo
    3 | 3 cells | tic-tac-toe@xyz
    2 | Did you mean search | tic-tac-toe --o serch
    2 | Did you mean depth | tic-tac-toe --o alphabeta:depht=3
    2 | no evaluation | nim --o alphabeta:depth=2
    2 | take no cells | nim --cells number
    2 | standard input | -
    2 | --seed 1000000000000000000 cannot be used; expected a whole number from -999 | nim --seed 1000000000000000000
    3 | there is no such file | --resume none.txt
    3 | bad.txt:3: '0' is not a legal move here | --resume bad.txt
    2 | --depth cannot be used with --resume | --resume good.txt --depth 2
    2 | --seed cannot be used with --resume | --resume good.txt --seed 2
    2 | good.txt already exists | tic-tac-toe --save good.txt
    3 | cannot be written | tic-tac-toe --save no/such/folder.txt
$ play ARGUMENTS --plain
code CODE
err TEXT
saved good.txt
    plytrace match 1
    game: tic-tac-toe
    1. X 5

# Game is missing
$ play --plain
code 2
err GAME is missing

# Full screen needs a terminal and saves automatically
$ play tic-tac-toe
code 2
err the full screen needs a terminal. Try: plytrace play tic-tac-toe --plain
$ play tic-tac-toe --save x.txt
code 2
err --save needs --plain

# No resume hint is shown if nothing was played or the game is over
$ play tic-tac-toe --o human --plain
    quit
! Resume with
! Saved in
$ play tic-tac-toe --o human --plain
! Resume with
! Saved in
$ play tic-tac-toe --o human --plain
    1
    4
    2
    5
    3
    quit
! Resume with
! Saved in
$ play tic-tac-toe --o human --plain
    1
    4
    2
    5
    3
! Resume with
! Saved in

# Quitting asks again if the game cannot be saved
file file
    not a folder
environ PLYTRACE_STATE_DIR file
$ play tic-tac-toe --o human --plain
    5
    quit
    help
    quit
    quit
    4
count 3 This game could not be kept:
count 2 quit again to leave it
! O 4

# Ascii output has no other characters
$ play tic-tac-toe@xo.|.x.|..o --o alphabeta --ascii --plain
    hint
    6
ascii
$ play lecture --o random --ascii --plain
    é
    B
~ '\xe9'

# Saved game is resumed and overwrites no other file
file mine.txt
    precious
$ play tic-tac-toe --o alphabeta --plain
    5
    save mine.txt
    save
    save game.txt
    quit
~ mine.txt already exists
~ The file name is missing.
~ Saved to game.txt. X to move> quit
~ Resume with: plytrace play --plain --resume game.txt
saved mine.txt
    precious
$ play --resume game.txt --plain
    2
    save game.txt
~ 1. X 5 2. O 1: value 0 for X
holds game.txt 3. X 2

# Chess game is saved after every move
needs chess
$ play chess --o alphabeta:depth=1 --save g.txt --plain
    e2e4
    nc3
holds g.txt 1. White e4
holds g.txt 3. White Nc3
~ --resume g.txt
$ play --resume g.txt --x random --o random --plain

# Options supply defaults for the players
$ play tic-tac-toe --x search --o minimax:depth=1 -a pvs --depth 3 -c mit --cells row-col --plain
~ X is pvs:depth=3,convention=mit, O is minimax:depth=1,convention=mit.
~ 1. X (

# Random moves depend on the seed
$ play tic-tac-toe --x random --o random --seed 1 --plain
remember
$ play tic-tac-toe --x random --o random --seed 1 --plain
same
$ play tic-tac-toe --x random --o random --seed 2 --plain
changed
