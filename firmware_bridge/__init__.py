"""The box: its firmware, the protocol, the link, and a box made of software."""
