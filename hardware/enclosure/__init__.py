"""The case: parameters and places by the standard library; solids, checks, files by build123d."""
