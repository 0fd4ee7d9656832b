"""The functions and classes that course sheets require, run by the searches of `engine.searches`.

The conventions of these courses are in `engine.conventions`.
"""
