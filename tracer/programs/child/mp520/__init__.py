"""MP 520's modules: their own rules are wrapped, and held against right ones."""
