"""The scoreboard that is read from three metres: on this screen, or on another one by `companion board --serve`."""
