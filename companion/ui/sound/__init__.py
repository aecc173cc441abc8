"""What is heard: a short tone for each event, and a voice where one is installed. The game never waits for either."""
