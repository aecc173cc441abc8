"""The page on which the app opens."""
