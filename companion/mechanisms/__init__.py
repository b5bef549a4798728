"""The mechanisms of the hobby, one to a file, in the hobby's words. What differs between games is an argument."""
