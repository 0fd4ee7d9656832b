"""The courses' tables that `plytrace report` prints."""
