"""Running searches: `trace`, `counted`, and the class `Trace`.

Also search budgets, timing, tree sizes, and the display in notebooks. The parts of a trace that do
not depend on exports are in `recording` and `steps`.
"""
