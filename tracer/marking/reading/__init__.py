"""Read answer sheets from files and text: formats, headings, tables, unlabelled lines."""
