"""The board in a browser: a read-only page of the standard library's HTTP server."""
