"""Reports of any title: chapters, entries, questions and the frame, as text and as data for a page."""
