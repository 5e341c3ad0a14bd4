"""Starts the application; Ctrl-C ends it and leaves the prompt."""

# The frame buffer (the picture and a byte) is the first thing allocated, while memory is in one piece.
frame = bytearray(1025)

from clashdevice import memory  # noqa: E402

memory.tidy(True)
from clashdevice.app import main  # noqa: E402

main(frame)
