"""Orders under way: locked, enveloped, opened, and which of them count."""
