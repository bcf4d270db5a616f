"""Sections of an order file in words, as their owner reads them back."""
