# Errors are one message
file CHANGELOG.md
    mine
for CODE | TEXT | ARGUMENTS
    2 | --plies … from 1 to 12                           | --plies x
    2 | --branching … each of the 3 plies                | --branching 3,3
    2 | --apart … Did you mean root-reset?               | --apart root-rest
    2 | a YAML file cannot hold 2 trees … -o FOLDER      | --count 2
    2 | --seed … on one line                             | --seed ''
    2 | --seed … on one line                             | --seed 'a	b'
    2 | --output … .jsonl                                | --count 2 -f json -o s.json
    3 | CHANGELOG.md … cannot be created                 | --count 2 -o CHANGELOG.md/
    3 | cannot be created                                | --count 2 -o CHANGELOG.md/sub/
    3 | seed hard-1: no tree                             | --values 0..1 --cutoffs 6 --unique --seed hard --tries 9 --count 2 -f inline
    2 | --branching … 262,144 leaves                     | --plies 9 --branching 4
    3 | asked for 9 cutoffs                              | --plies 2 --branching 2 --cutoffs 9 --tries 30
    3 | nowhere.yaml … no such file                      | nowhere.yaml
    3 | 40 tries; asked for 6 cutoffs … nearest tree has | --values 0..1 --cutoffs 6 --unique --seed hard --tries 40
$ generate ARGUMENTS
code CODE
err TEXT

# Malformed file is reported with its line: the file has no key generate
file o.yaml
    tree: [1, 2]
$ generate o.yaml
code 3
err o.yaml:1:1
err the file has no key generate

# Malformed file is reported with its line: a request in one line
for REQUEST | TEXT
    [1]                                              | o.yaml:1:1 … is not a mapping of constraints
    {plys: 2}                                        | o.yaml:1:12: plys … Did you mean plies?
    {plies: 2, branching: 2, unique: true, chance: 0} | o.yaml:1:36: unique
file o.yaml
    generate: REQUEST
$ generate o.yaml
code 3
err TEXT

# Malformed file is reported with its line: o.yaml:3:3: cutoffs
file o.yaml
    generate:
      plies: 2
      cutoffs: x
$ generate o.yaml
code 3
err o.yaml:3:3: cutoffs

# Malformed file is reported with its line, also below an empty one
file o.yaml

    generate: {plies: 2, deep: -1}
$ generate o.yaml
code 3
err o.yaml:2:22: deep: -1 is out of bounds

# Malformed file is reported with its line: a seed beside the request
for SEED | TEXT
    sed: a    | o.yaml:2:1 … Did you mean seed?
    seed: [a] | o.yaml:2:1 … the seed is not text
file o.yaml
    generate: {}
    SEED
$ generate o.yaml
code 3
err TEXT

# File with a generate request is not a tree
file o.yaml
    generate: {plies: 2}
$ trace o.yaml
code 3
err this is a generator's settings (generate:) … To read it, use plytrace generate

# File gives the request and options override it
file order.yaml
    seed: s
    generate: {plies: 2, branching: [2, 3], cutoffs: 1}
$ generate order.yaml
remember
$ generate --plies 2 --branching 2..3 --seed s --cutoffs 1
same
$ generate -
    seed: s
    generate: {plies: 2, branching: [2, 3], cutoffs: 1}
same
$ generate order.yaml --cutoffs 0
changed
remember
$ generate --plies 2 --branching 2..3 --seed s --cutoffs 0
same

# File named after a seed is never hidden
for SEED | NAME
    ../../etc/x | etc-x-1
    .           | 1
$ generate --count 1 --seed SEED -o ./
files NAME.yaml

# Several trees go to a folder and each can be regenerated
$ generate --count 3 --seed "a b" -o set
=
no err
holds set/a-b-1.yaml tree:
holds set/a-b-3.yaml tree:
$ generate --seed "a b-2"
remember
same set/a-b-2.yaml
