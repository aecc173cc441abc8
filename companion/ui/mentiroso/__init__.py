"""The Mentiroso table: one hand after another, followed live."""
