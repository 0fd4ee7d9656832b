"""Question banks for learning platforms: Moodle, Canvas and PrairieLearn."""
