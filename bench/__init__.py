"""Load programs: what a move costs, and how long it takes until everybody has seen it. See RESULTS.md."""
