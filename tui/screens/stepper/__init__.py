"""The stepper: alone, beside an answer sheet, or for two searches side by side.

`tracer.steps` defines the steps; these screens show them. The panes are in `tui.panes`.
"""
