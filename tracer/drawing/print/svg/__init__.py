"""A laid-out diagram as SVG, with its colours and its legend."""
