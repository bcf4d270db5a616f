"""The acts of a person in the cabin: each takes plain data and gives plain data, or changes nothing at all."""
