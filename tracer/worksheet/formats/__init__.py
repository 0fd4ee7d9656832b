"""The formats: data of a sheet, the printed formats, and question banks for platforms."""
