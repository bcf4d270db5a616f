"""The moderator's folder: public files, sealed private files, the book, orders as they are held."""
