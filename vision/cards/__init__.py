"""The card reader: corner indices found, stood up, classified, and joined into cards."""
