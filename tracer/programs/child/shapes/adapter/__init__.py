"""The child's half of adapters: the loaded adapter, and its driver."""
