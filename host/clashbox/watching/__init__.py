"""Looks on while a game is played on a box: its events as they happen, what the referee finds back to it."""
