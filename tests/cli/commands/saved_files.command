-- a file that names Python code does not run it: the code leaves the file it-ran behind

# Game that differs from the files is refused before it runs
use pile.py
for GIVEN | SAVED
    other.py:Other | pile.py:Pile
    pile.py:Pile:9 | pile.py:Pile:7
    pile.py:Pile@2 | pile.py:Pile@4
    pile.py        | pile.py:Pile
    Pile           | pile.py:Pile
    pile.py:Pile   | nim:3,5
file other.py
    from pathlib import Path
    Path(__file__).with_name("it-ran").touch()
file m.txt
    plytrace match 1
    game: SAVED
$ play --plain --resume m.txt --game GIVEN
code 3
err --game names GIVEN
no saved it-ran

# Game option without a saved match is the game to play
use pile.py
$ play --plain --game pile.py:Pile 3
    quit
files it-ran pile.py

# Match does not read its game from standard input
file m.txt
    plytrace match 1
    game: -
$ play --plain --resume m.txt
    tree: [1, 2]
code 3
err m.txt:2: a game from standard input

# Lesson runs a game only if the user names it
use pile.py
for ABOUT
    pile.py:Pile
    {source: pile.py:Pile, search: minimax}
file l.yaml
    title: A pile
    about: ABOUT
    pages:
      - say: Look.
$ learn l.yaml --plain
    quit
refused
err plytrace learn l.yaml --game pile.py:Pile
no saved it-ran
$ learn l.yaml --plain --game pile.py:Pile
    quit
files it-ran l.yaml pile.py
