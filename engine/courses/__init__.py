"""The functions and classes that course sheets require, run by the searches of `engine.searches`."""
