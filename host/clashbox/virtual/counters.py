"""What the virtual board counts."""

from dataclasses import dataclass, field


@dataclass
class Bus:
    """Counters since the device was made; take two and subtract.

    `i2c_bytes` counts the address bytes too. `pins` lists changes of outputs (ms of the device's clock, pin,
    level), `tones` those of the buzzer (ms, Hz, duty 0 to 1023).
    """

    i2c_bytes: int = 0
    i2c_transactions: int = 0
    i2c_longest: int = 0  # bytes of the longest transaction: so long nothing else runs
    pictures: int = 0  # moments at which the bus was used: the clock stands still while one is sent
    presses: int = 0
    flash_reads: int = 0
    flash_read_bytes: int = 0
    flash_programs: int = 0
    flash_program_bytes: int = 0
    flash_erases: int = 0
    serial_in: int = 0  # bytes from the client that reached the device
    serial_lost: int = 0  # bytes lost because 259 were waiting
    serial_out: int = 0
    resets: int = 0
    pins: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])
    tones: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])
