"""The files of a program, and what of them runs."""
