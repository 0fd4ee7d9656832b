"""Exercises: the kinds of topics, one file each, and a student's way through an exercise."""
