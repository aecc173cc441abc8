"""What the table did in, what the rules say out; the only writer of the journal."""
