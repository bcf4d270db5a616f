"""The sections of an order file as rows of its table: plans, the sea, the shore, the yard, Orders."""
