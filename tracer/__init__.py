"""Traces of searches: replay, narration, pseudocode, figures and exports."""
