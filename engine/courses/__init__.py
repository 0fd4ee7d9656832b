"""The functions and classes that course sheets require, run by `engine.searches`."""
