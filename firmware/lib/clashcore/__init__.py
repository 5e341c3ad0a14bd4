"""The portable core: events, state, arithmetic of the rules, codecs. For CPython and MicroPython."""
