"""Pages: reports as HTML that needs no network and no script, from the house's templates or a club's own."""
