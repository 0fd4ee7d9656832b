# Mistake about a letter is named in texts and in class reports
file key.yaml
    tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]]
    ask: pruned C2
    accept: [aima]
file a.txt
    numbers: x < 3
file b.txt
    numbers: x <= 3
$ check key.yaml a.txt
code 1
~ A likely reason
~ It may also be this: the test is strict
$ check key.yaml a.txt --feedback hint
code 1
! x ≤ 3
~ What does the search do if the letter equals this number?
$ check key.yaml a.txt --no-diagnosis
code 1
! likely reason
$ check key.yaml a.txt b.txt --report class.md
code 1
~ tie-reversed
holds class.md end of an interval is treated the wrong way

# Right answer in a set refutes a mistake about a letter
file set.yaml
    problems:
      - {tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]], ask: pruned C2, accept: [aima]}
      - {tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]], ask: move B, accept: [aima]}
-- of an end alone, the right answer speaks; a strict test would not show in the move
for ONE | OTHER | SAYS | NEVER
    x < 3 | x < 3 | Problem 1: An end of an interval is treated the wrong way | nothing
    x < 3 | x <= 3 | The test is strict instead of non-strict | An end of an interval
    x < 3 | x > 3 | 1 numbers | likely reason
file sheet.txt
    Problem 1
    numbers: ONE
    Problem 2
    numbers: OTHER
$ check set.yaml sheet.txt
code 1
~ SAYS
! NEVER
