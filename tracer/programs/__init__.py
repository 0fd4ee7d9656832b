"""Checking programs by what they visit: they are run and watched, and a sheet is made of it."""
