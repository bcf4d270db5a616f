"""The proof page: one HTML file that checks a finished or running game in the reader's own browser."""
