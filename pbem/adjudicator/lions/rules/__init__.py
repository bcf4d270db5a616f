"""The rules of When Lions Sailed, a module or more for each chapter."""
