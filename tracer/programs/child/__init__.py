"""The part that runs next to a student's program, in a separate process.

It is loaded by path under another name and imports only the standard library. It knows only the
part of the game that the program has requested: neither the key nor the right answers are in this
process. `loading` reads the program's files, `sandbox` limits it, and `shapes` calls it.
"""
