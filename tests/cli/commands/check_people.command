# Pending parts alone exit with 1 and wait unless they are 0
use pending_class/
$ check key.yaml sheets/a.yaml sheets/c.txt
code 1
err 1 pending (sheets/c.txt)
~ c.txt (s125): 7 of 7 so far pending: cutoffs
$ check key.yaml sheets -f csv
code 1
~ s125,sheets/c.txt,
$ check key.yaml sheets -f csv --pending zero
code 1
~ s125,sheets/c.txt,7,11
$ check key.yaml sheets/c.txt -f gradescope
code 1
~ no total yet, since a person will mark cutoffs

# Marks by hand are in every output and kept
use pending_class/
file overrides.yaml
    s125: {cutoffs: 4, remark: read by hand}
    s9: {move: 1}
    s124: {moves: 1}
$ check key.yaml sheets -f jsonl -o out.jsonl
code 1
err s124 has no part 'moves'; there is no sheet of 's9'
holds out.jsonl "overridden": ["cutoffs"]
$ check key.yaml sheets -f jsonl -o out.jsonl
code 1
err s124 has no part 'moves'; there is no sheet of 's9'
$ check key.yaml sheets/c.txt
no err s9
~ marked by hand
~ read by hand
$ check key.yaml sheets --report r.csv
code 1
~ s125
err s9
holds r.csv report,,marked by hand,1
holds r.csv report,,pending,0

# Pending sheets come first in every listing
use pending_class/
for OPTIONS | TOTAL
    --quiet         | 7 of 7 so far
    -f text --quiet | 7 of 7 points so far, under the convention aima; 4 more wait for
$ check key.yaml sheets OPTIONS
code 1
~ TOTAL
order s125, s123
order s125, s124

# The report lists pending sheets first and leaves them out
use pending_class/
for ENDING: txt md html
$ check key.yaml sheets --report r.ENDING --report r.csv --quiet
code 1
~ s125
ordered r.ENDING Sheets that a person must, Scores
holds r.csv pending,sheets/c.txt,pending,cutoffs

# Feedback files are replaced unless they were edited
use pending_class/
$ check key.yaml sheets --feedback-to out
code 1
~ s125
holds out/s123.html <
holds out/s125.md s125
files key.yaml sheets out .out.plytrace.json
files out: s123.html s123.md s124.html s124.md s125.html s125.md
$ check key.yaml sheets --feedback-to out --jobs 2
code 1
~ s125
no err cannot be written
file out/s124.md
    my own words
$ check key.yaml sheets --feedback-to out
code 3
~ s125
err add --force
saved out/s124.md
    my own words
$ check key.yaml sheets --feedback-to out --force
code 1
~ s125
holds out/s124.md You wrote
$ check key.yaml sheets --feedback-to sheets/out
code 2
err among the answers
$ check key.yaml sheets --force
code 2
err --force

# A review that makes no sense is refused
file key.yaml
    source: lecture
    parts: {move: 1}
file sheets/a.txt
    move: B
for TEXT | ARGUMENTS
    --review needs a terminal                            | key.yaml sheets
    --review needs a key in a file                       | lecture sheets
    --review cannot read answers from standard input     | key.yaml -
    there are no answers to check                        | key.yaml
    --review cannot be combined with -f                  | key.yaml sheets -f csv
    --review cannot be combined with -o                  | key.yaml sheets -o x
    --review cannot be combined with --jobs              | key.yaml sheets --jobs 2
    --review cannot be combined with --step              | key.yaml sheets --step
    --review cannot be combined with --form              | key.yaml sheets --form
    --review cannot be combined with --report            | key.yaml sheets --report r.md
    --review cannot be combined with --feedback-to       | key.yaml sheets --feedback-to out
    --review cannot be combined with --resume            | key.yaml sheets --resume
$ check ARGUMENTS --review
code 2
err TEXT
no saved overrides.yaml

# Mark by hand changes nobody if two students share the name
file key.yaml
    source: lecture
    accept: [aima, cs188]
    parts: {visits: 4, cutoffs: 4, values: 2, move: 1}
file sheets/leekim_127_99_hw.txt
    visits: A B B1 B2 B3 C C1 D D1 D2 D3
    move: B
    values: A=3 B=3 C=2 D=2
    cutoffs: the usual
file sheets/leekim_128_99_hw.txt
    visits: A B B1 B2 B3 C C1 D D1 D2 D3
    move: B
    values: A=3 B=3 C=2 D=2
    cutoffs: the usual
file overrides.yaml
    leekim: {cutoffs: 3}
$ check key.yaml sheets -f jsonl
code 1
err leekim names several sheets
! overridden
file overrides.yaml
    leekim_127_99_hw.txt: {cutoffs: 3}
$ check key.yaml sheets -f jsonl
code 1
no err overrides.yaml
json 0.overridden ["cutoffs"]
count 1 overridden
