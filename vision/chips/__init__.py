"""The chip reader: piles of chips told by colour and counted."""
