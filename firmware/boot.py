"""Nothing to set up before main.py: UART0 stays MicroPython's prompt."""
