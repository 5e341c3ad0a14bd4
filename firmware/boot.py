"""UART0 stays MicroPython's prompt. An update that was cut off is finished before anything else runs."""

try:
    import switch  # type: ignore[import-not-found]  # noqa: F401  (left by clashbox deploy until all is in place)
except ImportError:
    pass
except Exception as error:
    print("update:", repr(error))
