"""The sandbox of a program: its limits, and three layers that let it use few files and calls."""
