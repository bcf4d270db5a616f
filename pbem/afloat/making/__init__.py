"""The build of the cabin's page: Python for browsers, the program's own files, and the script around them."""
