"""The guided hand: at the simulated table, each step of a hand says what to do and why."""
