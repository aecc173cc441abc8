"""What the people of this tablet like: kept in one file, changed on one page."""
