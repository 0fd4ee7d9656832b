# Usage errors are one message
for CODE | TEXT | ARGUMENTS
    2 | there is no lesson 'alpha'            | alpha
    2 | the full screen needs a terminal      | alpha-beta
    2 | takes one lesson, not 2               | minimax alpha-beta --plain
    2 | --lint and --reset cannot be combined | --lint --reset
    2 | alpha-beta cannot be used with --new  | alpha-beta --new x.yaml
$ learn ARGUMENTS
code CODE
err TEXT

# Commands at the prompt
$ learn worked-example --plain
    back
    skip
    again
    skip
    show
    help
    play
    ⏎
    what
~ This is the first page.
~ The answer is (3, +∞).
~ skip go to the next page without answering
~ You can play a search after you have solved its tree.
~ This costs no try
no err

# List of lessons asks which to open
$ learn --plain
    99
    why-search
~ There is no lesson '99'
~ Page 1 of

# List prompt accepts help list and quit
$ learn --plain
    help
    list
    quit
    7
count 2  1 why-search
~ open the first unfinished lesson
! Page 1 of

# Lesson in ascii prints no other characters
$ learn worked-example --plain --ascii
    B
    quit
~ Right.
ascii

# Unreadable lesson does not stop the check of others
$ learn --new good.yaml
file bad.yaml
    title: x
    pages: 3
file worse.yaml
    title: [
$ learn --lint bad.yaml good.yaml worse.yaml none.yaml
code 3
= good.yaml: 6 pages, no problems
err bad.yaml:2:8 … worse.yaml: … none.yaml

# Missing lesson file is an error
$ learn nowhere.yaml --plain
code 3
err nowhere.yaml

# Answer shown on request is not called wrong
$ learn worked-example --plain
    skip
    skip
    show
~ The answer is (3, +∞).
! No.

# Progress is printed and unknown suffixes are refused
$ learn --export -
json schema "plytrace.lessons/1"
no saved -
$ learn --export p.xlsx
code 2
err .json or .csv
no saved p.xlsx
$ learn --export progress
code 2
err .json or .csv

# Lesson with an unknown suffix is refused
$ learn --new lint.txt
code 2
err ending in .yaml or .yml
no saved lint.txt

# Exercise sheet shows answers and allows going back to a part
$ learn worked-example --plain
    skip
    skip
    skip
    skip
    skip
    skip
    skip
    skip
    skip
    skip
    skip
    skip
    skip
    A B
    back
    A
    show
    show
~ Your earlier answer: A B
~ Your answer for visits: A
~ The answer is
~ Type your answer, or skip to leave the exercise.
~ Your streak starts over
~ Press Enter for the next tree, or type skip to leave the exercise.
