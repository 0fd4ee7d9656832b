"""Games, searches, conventions and the visit log; nothing here needs a file or a screen.

Hand trees and their files are in `trees`. Output, grading and export are in `tracer`.
"""
