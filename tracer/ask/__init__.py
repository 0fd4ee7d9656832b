"""Questions of exams about a tree: unknown leaves, orders of children, possible pruning."""
