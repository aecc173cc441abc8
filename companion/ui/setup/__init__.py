"""What the table is made of, and how each part is set up."""
