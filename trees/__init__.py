"""Hand trees and all other sources: reading, naming, checking and editing.

Trees are searched in `engine` and written to files in `tracer.export`.
"""
