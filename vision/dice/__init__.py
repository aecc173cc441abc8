"""Dice in pictures: teaching a set, reading a throw with it, and a careful guess without."""
