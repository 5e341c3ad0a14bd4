"""The laptop's end of the serial link: ports, opening, hello, repeated requests. The numbers stand in
clashcore.wire.
"""
