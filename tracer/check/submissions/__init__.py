"""From a learning platform's download to its gradebook: students, their files, rosters, marks.

Each platform is one record in `platforms`: how its downloads and its tables are recognised.
"""
