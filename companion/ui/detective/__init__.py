"""The page of Detective Poker: the table as a picture, the panel of the moment beside it, the points."""
