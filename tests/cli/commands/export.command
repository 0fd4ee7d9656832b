# Usage errors are one message
for CODE | TEXT | ARGUMENTS
    2 | expected -f NAME, or -o with a file's name               | lecture
    2 | Did you mean json                                        | lecture -f jsno
    2 | the name x.doc does not determine the format             | lecture -o x.doc
    2 | svg does not support summary                             | lecture -f svg --summary
    2 | there is no format 'parquet'; expected one of text, json | lecture -f parquet
    2 | csv does not support step                                | lecture -f csv --step 3
    2 | expected fragment with latex                             | lecture -f csv --fragment
    3 | Did you mean lecture                                     | lectur -f csv
    3 | there is no tree, game or file 'gone.trace'              | gone.trace -f csv
$ export ARGUMENTS
code CODE
err TEXT
files

# Trace refuses export formats and names the right command
$ trace lecture -f latex
code 2
err expected one of text, json, jsonl, csv, md. Try: plytrace export lecture -f latex

# Search options apply to an export
$ export lecture -c cs188 --order right-to-left -o x.json
no err
$ export lecture -c cs188 --order right-to-left -f json
json convention "cs188"
json options {"order": "right-to-left"}
json visits.0.id "A"
json visits.1.id "D"
json visits.2.id "D3"
remember
same x.json

# Saved trace is accepted as a source
$ trace tic-tac-toe@xo.|xo.|... -a minimax --summary --save x.trace
$ trace tic-tac-toe@xo.|xo.|... -a minimax -f json
remember
$ export x.trace -f json
same
$ export x.trace -f json -a minimax
code 2
err is a saved trace, which has its own search options

# List of formats names the command that accepts each
$ list formats
~ (trace, export -f; .csv)

# Errors of frames are one message
file there.txt
    mine
file folder/kept
    mine
for CODE | TEXT | ARGUMENTS
    2 | frames need a folder; expected -o FOLDER          | -f svg --frames
    2 | frames need a folder, and there.txt is a file     | -f svg --frames -o there.txt
    3 | cannot be created                                 | -f svg --frames -o there.txt/f
    2 | csv does not support frames                       | -f csv --frames -o f
    2 | cannot be combined                                | -f svg --frames --step 3 -o f
    2 | expected A..B                                     | -f svg --frames --steps 3-5 -o f
    2 | expected -3..-1                                   | -f svg --frames --steps -1..-3 -o f
    2 | steps from 0 to 21                                | -f svg --frames --steps -30..3 -o f
    2 | frames need a folder; expected -o FOLDER          | -f svg --frames -o -
    2 | expected 3..5                                     | -f svg --frames --steps 5..3 -o f
    2 | steps from 0 to 21                                | -f svg --frames --steps 3..99 -o f
    2 | --steps and --every need --frames                 | -f svg --steps 3..5
    2 | svg does not support dpi; expected dpi with png   | -f svg --dpi 90
    2 | expected 18 to 2,400                              | -f png --dpi 9 -o x.png
    2 | folder is a folder; expected -o FILE, or --frames | -f svg -o folder
$ export lecture ARGUMENTS
code CODE
err TEXT
files folder there.txt
saved there.txt
    mine

# Frames of an earlier export are reported
$ export lecture -f dot --frames -o f
no err
-- all of them are written anew
$ export lecture -f dot --frames -o f
no err
$ export lecture -f dot --frames -o f --steps 0..3 -c cs188
err plytrace: note: f also contains 18 frames of an earlier export: lecture-004.dot to lecture-021.dot
$ export lecture -f dot --frames -o f --steps 0..3 --quiet
no err

# Selected steps of a saved trace are written
$ trace lecture --save x.trace --summary
$ export x.trace -f dot --frames --steps 4..9 --every 2 -o f
no err
for STEP: 004 006 008 009
holds f/lecture-STEP.dot graph tree
no saved f/lecture-003.dot
no saved f/lecture-005.dot
no saved f/lecture-007.dot
no saved f/lecture-010.dot

# Frames of negative steps count from the end
for STEPS | FILES
    -3..-1 | lecture-019.dot lecture-020.dot lecture-021.dot
    -1 | lecture-021.dot
    20..-1 | lecture-020.dot lecture-021.dot
$ export lecture -f dot --frames --steps STEPS -o f
no err
files f: FILES
$ export lecture -f dot --step -1 -o last.dot
remember last.dot
same f/lecture-021.dot
