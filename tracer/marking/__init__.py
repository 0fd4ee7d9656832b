"""Check homework: find mistakes, locate them, and name the likely misconceptions."""
