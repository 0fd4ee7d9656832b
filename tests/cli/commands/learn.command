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

# Lesson resumes on the page where it was left
$ learn worked-example --plain
    skip
    quit
~ Page 2 of
~ Continue with: plytrace learn worked-example
$ learn 8 --plain
~ Page 2 of
! Page 1 of
$ learn 8 --plain --restart
~ Page 1 of

# Progress is exported and cleared
$ learn why-search --plain
    skip
    quit
$ learn --export far.json
$ learn --export -
json schema "plytrace.lessons/1"
json lessons.0.lesson "why-search"
json lessons.0.page 1
json lessons.1.page 0
json lessons.# 27
$ learn --export far.csv
holds far.csv why-search,1,
$ learn --reset why-search
$ learn --export -
json lessons.0.page 0
holds far.json "page": 1

# Clearing all progress without a terminal asks nothing
$ learn 8 --plain
    skip
$ learn --reset
$ learn --export -
! "page": 1
$ learn --yes
code 2

# Finished lesson stays finished when it is opened again
$ learn why-search --plain
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
$ learn --export -
json lessons.0.finished true
remember
$ learn why-search --plain
    quit
~ Page 1 of
$ learn --export -
same
$ learn why-search --plain
    skip
    quit
$ learn --export -
json lessons.0.finished true
$ learn why-search --plain
~ Page 2 of

# Restarting a lesson resets its score
$ learn worked-example --plain
    skip
    skip
    0, 1
    quit
$ learn --export -
json lessons.7.lesson "worked-example"
json lessons.7.wrong 1
$ learn worked-example --plain --restart
    quit
$ learn --export -
json lessons.7.page 0
json lessons.7.wrong 0

# Custom lesson is started, checked and played from its file
$ learn --new mine.yaml
err to run it: plytrace learn mine.yaml
$ learn --lint mine.yaml
= mine.yaml: 6 pages, no problems
$ learn mine.yaml --plain
    quit
~ Continue with: plytrace learn mine.yaml
$ learn --new mine.yaml
code 2
replace mine.yaml value of C1: 2 => value of C1: 4
$ learn --lint mine.yaml
code 1
~ value of C1 is 2, and the page claims 4
file mine.yaml
    title: x
    pages: 3
$ learn --lint mine.yaml
code 3
err mine.yaml:2:8

# Progress in a custom lesson belongs to its path
$ learn --new one/minimax.yaml
code 3
file one/minimax.yaml
    title: One
    summary: It is mine.
    pages:
    - say: First.
    - say: Second.
file two/minimax.yaml
    title: Two
    summary: It is another.
    pages:
    - say: First.
    - say: Second.
$ learn one/minimax.yaml --plain
    ⏎
    quit
$ learn two/minimax.yaml --plain
~ Page 1 of
$ learn minimax --plain
~ Page 1 of
$ learn ./one/../one/minimax.yaml --plain
~ Page 2 of
$ learn --reset one/minimax.yaml
err reset
$ learn --reset one/minimax.yaml
err there is no progress
$ learn one/minimax.yaml --plain
~ Page 1 of
