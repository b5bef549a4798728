"""Numbers, sentences and refusals: what everything else is said with."""
