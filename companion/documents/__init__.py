"""What is shown of a table, as plain data with texts in it; the border puts them into words."""
