"""The rules of 1805: Sea of Glory, a module or more for each chapter."""
