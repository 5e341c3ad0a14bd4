"""From pins.toml and parts.toml to everything that a maker needs, and the checks of it.

`make generated` makes, and `make lint` checks, all that the standard library is enough for. `electrical`,
`kicad` and `pictures` need the tools that `make hardware` installs.
"""
