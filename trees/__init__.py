"""Hand trees: reading, writing and naming game trees that people draw."""
