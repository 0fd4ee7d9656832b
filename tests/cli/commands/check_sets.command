# Usage errors are one message
file set.yaml
    name: "Problem set 3"
    problems:
      1: {name: The tree of the lecture, source: lecture, search: alphabeta, accept: [aima],
          parts: {visits: 4, cutoffs: 4}}
      2: {tree: [[3, 12], [2, 4]], root: max, search: minimax, parts: {values: 3}}
      3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
file keys/ann.yaml
    name: "Problem set 3"
    problems:
      1: {name: The tree of the lecture, source: lecture, search: alphabeta, accept: [aima],
          parts: {visits: 4, cutoffs: 4}}
      2: {tree: [[3, 12], [2, 4]], root: max, search: minimax, parts: {values: 3}}
      3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
file keys/bob.yaml
    name: "Problem set 3"
    problems:
      1: {name: The tree of the lecture, source: lecture, search: alphabeta, accept: [aima],
          parts: {visits: 4, cutoffs: 4}}
      2: {tree: [[3, 13], [2, 4]], root: max, search: minimax, parts: {values: 3}}
      3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
file keys/zoe.yaml
    name: "Problem set 3"
    problems:
      1: {name: The tree of the lecture, source: lecture, search: alphabeta, accept: [aima],
          parts: {visits: 4, cutoffs: 4}}
      2: {tree: [[3, 1], [2, 4]], root: max, search: minimax, parts: {values: 3}}
      3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
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
file set.yaml
    name: "Problem set 3"
    problems:
      1: {name: The tree of the lecture, source: lecture, search: alphabeta, accept: [aima],
          parts: {visits: 4, cutoffs: 4}}
      2: {tree: [[3, 12], [2, 4]], root: max, search: minimax, parts: {values: 3}}
      3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
file keys/ann.yaml
    name: "Problem set 3"
    problems:
      1: {name: The tree of the lecture, source: lecture, search: alphabeta, accept: [aima],
          parts: {visits: 4, cutoffs: 4}}
      2: {tree: [[3, 12], [2, 4]], root: max, search: minimax, parts: {values: 3}}
      3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
file keys/bob.yaml
    name: "Problem set 3"
    problems:
      1: {name: The tree of the lecture, source: lecture, search: alphabeta, accept: [aima],
          parts: {visits: 4, cutoffs: 4}}
      2: {tree: [[3, 13], [2, 4]], root: max, search: minimax, parts: {values: 3}}
      3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
file keys/zoe.yaml
    name: "Problem set 3"
    problems:
      1: {name: The tree of the lecture, source: lecture, search: alphabeta, accept: [aima],
          parts: {visits: 4, cutoffs: 4}}
      2: {tree: [[3, 1], [2, 4]], root: max, search: minimax, parts: {values: 3}}
      3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
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
$ check --form keys --variant Bob -f text
first Problem set 3
~ Problem set 3 student: variant: bob Problem 1: The tree of the l
$ check --form keys --variant bob -f csv
last ,bob,,,,,
