"""The size of a whole game tree: counted, or estimated by random probes.

The size of a search is counted from its log, in `engine.log.counts`.
"""
