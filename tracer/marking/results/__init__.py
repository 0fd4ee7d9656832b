"""Records of marked sheets, written as text, JSON, a gradebook or Gradescope results."""
