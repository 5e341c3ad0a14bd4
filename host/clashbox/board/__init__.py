"""Care for the board: MicroPython onto it (flash), the firmware onto it (deploy), how it does (doctor)."""
