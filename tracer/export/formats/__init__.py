"""The formats, one module each, with `write` and the record `FORMAT`."""
