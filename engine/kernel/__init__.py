"""The compiled kernel: the sources that `engine/_kernel.pyx` includes, and how it is loaded."""
