"""The view of a search on a canvas of any size: pages, zoom levels, the icicle of visits."""
