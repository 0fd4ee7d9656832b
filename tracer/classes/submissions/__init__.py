"""From a learning platform's download to its gradebook: students, their files, rosters, marks."""
