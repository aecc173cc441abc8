"""The command line, one file a command; each prints for people, or one line of JSON for programs."""
