"""The view of a search on a canvas of any size: pages, zoom levels, and the icicle of all visits."""
