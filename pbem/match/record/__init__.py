"""The parts of the public record that guardians and rulings add."""
