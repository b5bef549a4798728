"""The border: HTTP in, HTTP out. No rules and no SQL."""
