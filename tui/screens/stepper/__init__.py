"""The stepper: alone, beside an answer sheet, or for two searches side by side."""
