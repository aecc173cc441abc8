"""Looking back at a match: its calls with their evidence, read again and judged; statistics, score sheet, report."""
