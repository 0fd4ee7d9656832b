"""The sandbox of a program: allowed files, forbidden actions and limits.

`allowed_paths` lists the files that may be used. Three layers enforce this: `audit_hook` refuses in
Python, with a message; those of `kernel` use the Linux kernel, if it supports them, and stop
what gets past the hook. `limits` sets up all of them and the limits of the process.
"""
