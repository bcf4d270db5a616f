"""The play engine: what a rule may ask, and the driver that answers it from record, orders and defaults."""
