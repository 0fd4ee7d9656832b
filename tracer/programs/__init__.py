"""Programs are run and watched, and their visits become an answer sheet."""
