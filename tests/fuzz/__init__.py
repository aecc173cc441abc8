"""Hostile input for every parser of something from outside.

`test_parsers.py` tries a little of each with hypothesis in every run of the suite; `python -m tests.fuzz` goes on for
as long as it is told to, and with atheris installed (`--atheris`) it follows the branches that are taken. SECURITY.md
has the counts of the last long run.
"""
