"""Data kept between two runs: settings, lesson progress, scores, matches, recent sources."""
