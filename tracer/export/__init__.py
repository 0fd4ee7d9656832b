"""Export of a trace for other programs, documents and slides: `formats` has one module each."""
