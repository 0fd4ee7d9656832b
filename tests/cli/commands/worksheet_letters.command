# Key of a letter has the answer and earns all points
for ASKED | QUESTION | ANSWER | SHOWN
    pruned C2 | For which numbers x does the search prune C2? | x ≤ 3 | x ≤ 3
    visited C2 | For which numbers x does the search visit C2? | x > 3 | x \> 3
    move B | For which numbers x does the search choose the move B? | x ≤ 3 | x ≤ 3
    value C=3 | For which numbers x does C return 3? | x = 3 | x = 3
    true value C=4, whole: true | For which whole numbers x is 4 the minimax value of C? | x ≥ 4 | x ≥ 4
    pruned C2, convention: 'aima,cutoff=>' | For which numbers x does the search prune C2? | x < 3 | x \< 3
file set.yaml
    title: Letters
    problems:
      - {tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]], ask: ASKED, parts: {numbers: 2}}
file answers.txt
    numbers: ANSWER
$ worksheet set.yaml -o out/
holds out/worksheet.md **a)** QUESTION
holds out/worksheet.md The value x is unknown.
lacks out/worksheet.md SHOWN
holds out/key.md **numbers:** SHOWN
holds out/worksheet-figure-1.svg >x<
$ check out/key.yaml answers.txt
~ 2 of 2 points

# Every format asks about a letter, and the key explains the bands and common mistakes
file set.yaml
    title: Letters
    problems:
      - {tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]], ask: pruned C2, parts: {numbers: 2}}
$ worksheet set.yaml -f md -f latex -f html -f moodle -f prairielearn -o out/
holds out/worksheet.tex does the search prune C2
holds out/worksheet.html does the search prune C2
holds out/moodle.xml does the search prune C2
holds out/prairielearn/letters-1/spec.yaml ask: pruned C2
holds out/key.md - x ≤ 3: skipped C2, C3, the root has the value 3, the move is
holds out/key.md - 3 \< x ≤ 4: skipped nothing, the root has the value x, the move is
holds out/key.md - x \> 4: skipped nothing, the root has the value 4, the move is
ordered out/key.md ### Common mistakes, - **The answer has the numbers for which it does not hold.**
ordered out/key.md ### Common mistakes,   - **numbers**: x \> 3,   - Earns 0 of 2 points.
ordered out/key.md ### Common mistakes, an end of an interval is treated the wrong way
lacks out/worksheet.md Common mistakes

# Problem about a letter that cannot be made is refused
for PROBLEM | TEXT
    tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]], ask: pruned Q | problem 1: … no node 'Q'
    tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]], ask: orders | problem 1: a key cannot ask 'orders'
    tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]], ask: value C | 'C' has no value
    tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]] | leaves have letters instead of values: x
    tree: [[1, 2], [3, 4]], ask: pruned C2 | problem 1: the tree has no letter
file set.yaml
    title: Letters
    problems: [{PROBLEM, parts: {numbers: 2}}]
$ worksheet set.yaml -o out/
code 3
err TEXT

# Generated letter differs from student to student
file set.yaml
    title: Letters
    problems: [{generate: {plies: 2, band: 'C1:pruned=C2'}, ask: pruned C2, whole: true, parts: {numbers: 2}}]
$ worksheet set.yaml --variants 2 -o out/
holds out/keys/1.yaml tree: [[
remember out/keys/1.yaml
changed out/keys/2.yaml
