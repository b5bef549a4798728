"""What is known of a printed board: its form, its names, what is known, told, asked for and read."""
