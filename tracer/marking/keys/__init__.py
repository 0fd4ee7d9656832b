"""Answer keys: a problem, a set of problems, or a folder of variants, read from their files."""
