"""Classes of students: downloads, class lists, reports, gradebooks, review, autograders."""
