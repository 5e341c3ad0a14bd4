"""The case: parameters and places with the standard library alone, solids and their checks with build123d (`make hardware`)."""
