"""Numbers and quoted text in files and messages, independent of any format."""
