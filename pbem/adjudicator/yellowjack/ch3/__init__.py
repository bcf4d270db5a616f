"""The rules of chapter 3: Orders, Amphibious Assaults."""
