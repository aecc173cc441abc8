"""The slow second look: every taught face is tried in every place. For what the networks leave in doubt."""
