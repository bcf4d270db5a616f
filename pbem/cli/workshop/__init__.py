"""Commands for authors and clubs: signatures, soaks, cases, figures."""
