# Spec errors are one message
file set.yaml
    title: Set
    seed: week 3
    problems:
      - title: The lecture's
        source: lecture
        parts: {visits: 4, cutoffs: 4, values: 2, move: 1}
      - generate: {plies: 3, branching: [2, 3], cutoffs: 2, unique: true}
        search: alphabeta
        parts: {visits: 4, windows: 4}
      - matrix: mp520
        parts: {equilibria: 2}
for CODE | TEXT | ARGUMENTS
    3 | no such file            | nix.yaml
    3 | cs480, lab3, mit, mp520 | nix
    2 | md, latex, pdf, html    | set.yaml -f doc
    2 | -o FOLDER               | set.yaml -f pdf
    2 | -o FOLDER               | set.yaml --variants 2
    2 | cannot be combined      | set.yaml --variants 2 --class x
    3 | no such file            | set.yaml --class x.txt -o o
    2 | --key                   | set.yaml --key -o o
    2 | --seed                  | set.yaml --seed '' -o o
    2 | file                    | set.yaml -o set.yaml
    3 | cs480                   | --show nix
$ worksheet ARGUMENTS
code CODE
err TEXT

# Spec errors are one message, without arguments
file set.yaml
    title: Set
    seed: week 3
    problems:
      - title: The lecture's
        source: lecture
        parts: {visits: 4, cutoffs: 4, values: 2, move: 1}
      - generate: {plies: 3, branching: [2, 3], cutoffs: 2, unique: true}
        search: alphabeta
        parts: {visits: 4, windows: 4}
      - matrix: mp520
        parts: {equilibria: 2}
$ worksheet
code 2
err SPEC is missing

# Fill without a page is refused
file set.yaml
    title: Set
    seed: week 3
    problems:
      - title: The lecture's
        source: lecture
        parts: {visits: 4, cutoffs: 4, values: 2, move: 1}
      - generate: {plies: 3, branching: [2, 3], cutoffs: 2, unique: true}
        search: alphabeta
        parts: {visits: 4, windows: 4}
      - matrix: mp520
        parts: {equilibria: 2}
for ARGUMENTS | TEXT
    --fill                  | --fill needs a format that can be filled in; expected -f html beside --fill
    --fill -f moodle -o out | expected -f html beside --fill
    --fill -f html --key    | --fill and --key cannot be combined
$ worksheet set.yaml ARGUMENTS
code 2
err TEXT
files set.yaml

# Fewer variants keep the old files with a note
file set.yaml
    title: Set
    seed: week 3
    problems:
      - title: The lecture's
        source: lecture
        parts: {visits: 4, cutoffs: 4, values: 2, move: 1}
      - generate: {plies: 3, branching: [2, 3], cutoffs: 2, unique: true}
        search: alphabeta
        parts: {visits: 4, windows: 4}
      - matrix: mp520
        parts: {equilibria: 2}
$ worksheet set.yaml --variants 3 -o o
$ worksheet set.yaml --variants 2 -o o
err from an earlier set remain: forms/3.txt

# Class list rows without a name are reported
file set.yaml
    title: Set
    seed: week 3
    problems:
      - title: The lecture's
        source: lecture
        parts: {visits: 4, cutoffs: 4, values: 2, move: 1}
      - generate: {plies: 3, branching: [2, 3], cutoffs: 2, unique: true}
        search: alphabeta
        parts: {visits: 4, windows: 4}
      - matrix: mp520
        parts: {equilibria: 2}
file class.csv
    id2,name,section
    1,Ann,A
    3,,A
    ,,
    4,Bob,B
    5,  ,B
$ worksheet set.yaml --class class.csv -o out
err plytrace: note: class.csv: rows without a name are skipped: lines 3, 6
holds out/keys/Ann.yaml tree:
holds out/keys/Bob.yaml tree:
$ worksheet set.yaml --class class.csv -o quiet --quiet
no err
file class.csv
    name,x
    Ann,1
    Bob,
    ,,
$ worksheet set.yaml --class class.csv -o whole
no err without a name
