"""The child's half of the MIT shape: its driver, its classes, and stand-in modules."""
