# Usage errors are one message
use variants/
file sheets/b.txt
    student: s124
    Problem 1
    visits: A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3
    cutoffs: none
    Problem 2
    values: A=3 B=3 C=2
file broken/1.yaml
    problems:
      1:
file set2.yaml
    problems:
      1: {sours: lecture}
for CODE | TEXT | ARGUMENTS
    2 | needs --variant NAME                                   | --form keys
    3 | there is no variant 'eve'; expected ann, bob           | --form keys --variant eve
    2 | a folder of keys                                       | --form set.yaml --variant ann
    2 | --variant needs --form                                 | keys sheets --variant ann
    2 | --problem needs --step                                 | keys sheets --problem 2
    3 | sheets: there is no key in this folder                 | sheets sheets/b.txt
    3 | broken/1.yaml:2:3: problem 1: the problem is empty     | broken sheets
    3 | set2.yaml:2:7: problem 1: a problem has no key 'sours' | set2.yaml sheets
$ check ARGUMENTS
code CODE
err TEXT

# The form of a variant
use variants/
$ check --form keys --variant Bob -f text
first Problem set 3
~ Problem set 3 student: variant: bob Problem 1: The tree of the l
$ check --form keys --variant bob -f csv
last ,bob,,,,,

# Folder of keys marks each sheet by its own key
use variants/
file sheets/x.txt
    student: ann
    Problem 2
    values: A=3 B=3 C=2
file sheets/y.txt
    student: bob
    Problem 2
    values: A=3 B=3 C=2
file sheets/zoe.txt
    Problem 2
    values: A=2 B=1 C=2
file sheets/z.txt
    student: eve
    Problem 2
    values: A=3 B=3 C=2
$ check keys sheets -f json
code 1
json 0.sheet "sheets/x.txt"
json 0.score 3
json 1.sheet "sheets/y.txt"
json 1.score 3
json 2.sheet "sheets/z.txt"
~ "error": "keys: there is no key for the student 'eve'
json 3.sheet "sheets/zoe.txt"
json 3.score 3
remember
$ check keys/ sheets -f json --jobs 2
code 1
~ there is no key for the student 'eve'
same
-- keys among the answers are no sheets
file sheets/keys/ann.yaml
    name: "Problem set 3"
    problems:
      1: {name: The tree of the lecture, source: lecture, search: alphabeta, accept: [aima],
          parts: {visits: 4, cutoffs: 4}}
      2: {tree: [[3, 12], [2, 4]], root: max, search: minimax, parts: {values: 3}}
      3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
$ check sheets/keys sheets
code 1
~ sheets/x.txt
! sheets/keys/ann.yaml

# Every report on records works for sets
use variants/
file sheets/a.txt
    Problem 2
    values: A=3 B=3 C=2
file sheets/b.txt
    student: s124
    Problem 1
    visits: A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3
    cutoffs: none
    Problem 2
    values: A=3 B=3 C=2
$ check set.yaml sheets
code 1
~ sheets/b.txt (s124): 7 of 12 refuses-cutoff
$ check set.yaml sheets -f csv
code 1
has
    student,sheet,score,max_score,percent,1 visits,1 cutoffs,2 values,3 utility,convention,
has
    ,sheets/a.txt,3,12,25.0,0,0,3,0,aima,,,
    s124,sheets/b.txt,7,12,58.33,4,0,3,0,aima,refuses-cutoff,
$ check set.yaml sheets/b.txt -f gradescope
code 1
json tests.2.name "2 values"
json tests.2.score 3
json tests.4.name "First mistake"
~ "output": "Problem 1: You list no cutoff at C
$ check set.yaml sheets -f jsonl -o one.jsonl --report r.txt --report r.csv --report r.html
code 1
=
holds r.txt step 11 at C (problem 1)
holds r.csv part,1 visits,
holds r.csv part,1 cutoffs,
holds r.csv part,2 values,
holds r.csv part,3 utility,
lacks r.csv part,visits
remember one.jsonl
file some.jsonl
$ check set.yaml sheets -f jsonl -o some.jsonl --resume
code 1
=
same some.jsonl
$ check set.yaml sheets -f jsonl -o two.jsonl --jobs 2
code 1
=
same two.jsonl
$ check set.yaml sheets/b.txt --feedback score
code 1
! refuses
$ check set.yaml sheets/b.txt
code 1
~ ✗ 3 utility 0 of 1 not answered

# A set may ask about letters and searches
file set.yaml
    problems:
      1: {tree: [[3, 12, 8], [x, 4, 6]], ask: pruned C2, accept: [aima]}
      2: {source: [[3, 12, 8], [x, 4, 6]], ask: move B, whole: true}
      3: {source: lecture, parts: [move]}
$ check set.yaml -
    Problem 1
    numbers: x ≤ 3
    Problem 2
    numbers: x < 4
    Problem 3
    move: B
~ 3 of 3 points
$ check --form set.yaml
~ an inequality, an interval, all or none: the numbers x for which C2 is pruned

# No program answers a question about a letter
file key.yaml
    tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]]
    ask: pruned C2
file p.py
    def f(): pass
$ check-code key.yaml p.py
refused
err is about a letter of the tree
