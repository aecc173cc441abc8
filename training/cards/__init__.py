"""Composed scenes, networks and training runs of the card reader."""
