"""Records of marked sheets, written as text, JSON, a gradebook or Gradescope results.

Nothing here reads or marks; many sheets together are counted in `report`.
"""
