"""The rules of Guerra a Muerte, a module or more for each chapter."""
