"""Programs are run and watched, and their visits become an answer sheet.

`submissions` holds the files handed in, `numbered_nodes` the game as a program receives it. The
visits are derived from its calls. Grading is done by `tracer.check`; only `child` runs in the
process of a program.
"""
