"""A tree for print: its `contents`, its `layout` in points, and its drawing as SVG (`svg`)."""
