"""The functions and classes that course sheets ask for, run by our own searches."""
