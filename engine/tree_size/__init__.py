"""The size of a whole game tree: counted, or estimated by random probes."""
