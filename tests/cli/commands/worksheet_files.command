# Files are found beside the spec and copied with the key
file mine.yaml
    tree: [[1, 2], [3, 4]]
file sub/mine.yaml
    tree: [[5, 6], [7, 8]]
file s.yaml
    title: T
    variants: 1
    problems:
    - {source: mine.yaml, parts: [utility]}
    - {source: sub/mine.yaml, parts: [utility]}
$ worksheet s.yaml -o out
holds out/keys/1.yaml ../sources/mine.yaml
holds out/keys/1.yaml ../sources/mine-2.yaml
files out/sources: mine.yaml mine-2.yaml
file answers.txt
    Problem 1
    utility: 3
    Problem 2
    utility: 7
$ check out/keys/1.yaml answers.txt
~ 2 of 2 points

# Evaluation from a file is stated without its path
file own.yaml
    table: [[9, -3, -3, 9], [-3, 0, 0, -3], [-3, 0, 0, -3], [9, -3, -3, 9]]
    weights: {positional: 1, mobility: 0.5}
file s.yaml
    title: T
    problems: [{source: "reversi:4", depth: 1, evaluation: own.yaml, parts: [move]}]
$ worksheet s.yaml
~ 9 -3 -3 9; -3 0 0 -3
~ 0.5 times mobility (B's moves minus W's
! own

# Suggested files have the right type and a similar name
file class1.csv
    tree: [1]
file r.json
    tree: [1]
file ties.yaml
    tree: [1]
file s.yaml
    title: T
    problems: [{matrix: nofile.yaml, parts: [dominant]}]
file other.yaml
    title: T
    problems: [{matrix: tie.yaml, parts: [dominant]}]
for SPEC | MORE | TEXT
    s.yaml     | --class class.csv -o out  | Did you mean class1.csv?
    s.yaml     | --class nobody.csv -o out | The folder has: class1.csv
    s.yaml     |                           | The folder has: other.yaml, r.json, s.yaml, ties.yaml
    other.yaml |                           | Did you mean ties.yaml?
$ worksheet SPEC MORE
code 3
err TEXT

# Platforms are listed, and written with keys and notes
$ worksheet --formats
~ moodle
~ qti
~ prairielearn
file set.yaml
    title: T
    problems:
    - {generate: {plies: 3, cutoffs: 1, unique: true}, search: alphabeta, parts: [visits]}
    - {source: lecture, search: alphabeta, parts: [visits, move]}
$ worksheet set.yaml -f moodle -f qti -f prairielearn --variants 2 -o out
holds out/keys/1.yaml tree:
holds out/moodle.xml Problem 1
$ worksheet set.yaml -f moodle -f qti -f prairielearn --variants 2 -o out --quiet
no err
= 
