"""The walls around a program: what it may read and write, and what it may not do at all.

`places` says which files are whose. Three walls are built of that: `hook` refuses in Python, with
words; `landlock` and `seccomp` are the kernel's, where it has them, and hold what gets past the
first.
"""
