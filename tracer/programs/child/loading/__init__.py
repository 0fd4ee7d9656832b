"""The files of a program, the code kept from notebooks, and modules not installed.

Nothing of a program is executed here.
"""
