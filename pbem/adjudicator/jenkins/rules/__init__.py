"""The rules of The War of Jenkins' Ear, a module or more for each chapter."""
