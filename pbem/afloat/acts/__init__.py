"""What a person does in the cabin: each act takes plain data and gives plain data, or changes nothing at all."""
