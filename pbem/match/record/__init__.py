"""What guardians and rulings add to the public record."""
