"""The stepper's parts: what a person can do on it, one idea in a file."""
