"""Chips: nothing is trained; what is measured."""
