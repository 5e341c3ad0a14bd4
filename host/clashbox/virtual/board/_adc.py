"""The analogue input of `machine`: in a file of its own, because who reads a battery keeps it all evening."""

import _board


class ADC:
    """An analogue input, in microvolts at the broker."""

    ATTN_0DB = 0
    ATTN_2_5DB = 1
    ATTN_6DB = 2
    ATTN_11DB = 3

    def __init__(self, pin, atten=None):
        self._pin = pin._id if hasattr(pin, "_id") else pin

    def atten(self, atten):
        """Choose the range: all are the same here."""

    def read_uv(self):
        """Return the voltage in microvolts."""
        _board.post(65, self._pin)  # A
        buf = bytearray(4)
        _board.reply(buf)
        return int.from_bytes(buf, "little")

    def read_u16(self):
        """Return the voltage as 0 to 65535 of 3.3 V."""
        return min(65535, self.read_uv() * 65535 // 3300000)

    def read(self):
        """Return the voltage as 0 to 4095."""
        return self.read_u16() >> 4
