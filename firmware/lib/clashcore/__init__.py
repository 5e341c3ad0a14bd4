"""The portable core: events, state, arithmetic of the rules, codecs. Runs on CPython and MicroPython alike."""
