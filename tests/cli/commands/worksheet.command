# Spec errors are one message
use set.yaml
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
use set.yaml
$ worksheet
code 2
err SPEC is missing

# Fill without a page is refused
use set.yaml
for ARGUMENTS | TEXT
    --fill                  | --fill needs a format that can be filled in; expected -f html beside --fill
    --fill -f moodle -o out | expected -f html beside --fill
    --fill -f html --key    | --fill and --key cannot be combined
$ worksheet set.yaml ARGUMENTS
code 2
err TEXT
files set.yaml

# Fewer variants keep the old files with a note
use small_set.yaml
$ worksheet small_set.yaml --variants 3 -o o
$ worksheet small_set.yaml --variants 2 -o o
err from an earlier set remain: forms/3.txt
no err so all variants are the same

# Variants of a set without generated trees are the same
file set.yaml
    title: Set
    problems: [{source: lecture, parts: {move: 1}}]
$ worksheet set.yaml --variants 2 -o o
err no problem has generate:, so all variants are the same
$ worksheet set.yaml --variants 1 -o one
no err so all variants are the same

# Class list is an export of a platform
use small_set.yaml
file class.csv
    First name,Surname,Email address,ID number
    Ann,Lee,ann@x.edu,1
    ,,,3
    Bob,Kay,bob@x.edu,4
$ worksheet small_set.yaml --class class.csv -o out
holds out/keys/Ann-Lee.yaml tree:
holds out/keys/Bob-Kay.yaml tree:
holds out/keys/3.yaml tree:

# Worksheet or its key is printed
use set.yaml
$ worksheet set.yaml
first # Set
! A B B1
no err
remember
$ worksheet -
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
same
$ worksheet set.yaml --seed other
changed
$ worksheet set.yaml --key
~ **visits:** A B B1 B2 B3 C C1 D D1 D2 D3
$ worksheet set.yaml -f html
first <!DOCTYPE html>…
~ Set
$ worksheet set.yaml -f latex
~ Set

# Files that worksheet did not write are never overwritten
use small_set.yaml
file out/key.md
    mine
$ worksheet small_set.yaml -o out
code 3
err key.md: the file already exists
saved out/key.md
    mine
no saved out/key.yaml
$ worksheet small_set.yaml -o out --force
replace out/key.yaml problems: => problems: # my own remark
$ worksheet small_set.yaml -o out
code 3
err key.yaml: the file was changed since it was written
holds out/key.yaml my own remark

# Page to fill in replaces the printed page and no key
use set.yaml
$ worksheet set.yaml -f html -o a
lacks a/worksheet.html <input
remember a/key.yaml
$ worksheet set.yaml -f html -f md --fill -o b
same b/key.yaml
holds b/worksheet.html <input id="p2-windows-0-1"
holds b/worksheet.md # Set
remember b/worksheet.html
$ worksheet set.yaml -f html --fill
no err
same

# Key and forms of a worksheet are worked by hand
file spec.yaml
    title: Two trees
    problems:
      - {title: one, tree: [[3, 12], [2, 4]], parts: {visits: 2}, cover: no}
      - {title: two, matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
      - {title: three, generate: {plies: 2}, search: minimax, parts: {values: 2}}
for FORM: form.txt form.yaml
$ worksheet spec.yaml -o out
ordered out/FORM --problem 1 --sheet NAME.yaml, --problem 3 --sheet NAME.yaml
lacks out/FORM --problem 2
holds out/FORM or: plytrace work key.yaml --problem 1
$ check out/key.yaml out/FORM -f json
code 1
json score 0
$ work --plain out/key.yaml --sheet a.yaml --problem 1
    visit B
~ children left B1 = 3, B2 = 12>
$ work --plain out/key.yaml --sheet a.yaml --problem 3
    visit B
~ children left B1, B2
! B1 =
