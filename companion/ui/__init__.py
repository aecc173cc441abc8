"""The screen: draws the referee's state and posts events. Only this package imports Kivy."""
