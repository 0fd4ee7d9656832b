"""The view of a search on a canvas of any size: pages and zoom levels."""
