"""The player: a trace as one self-contained web page that steps through it."""
