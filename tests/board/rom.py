"""A chip's boot loader on a pty, as far as esptool asks for it, with a flash behind it.

Written from Espressif's description of the serial protocol (esptool's documentation, "Serial Protocol"). What
it says of itself is made up, what it is told to write is kept.
"""

import hashlib
import os
import pty
import select
import struct
import threading
import tty
import zlib

from clashbox.link.client import POKE

SIZE = 4 * 1024 * 1024
_FLASH_ID = 0x1640EF  # a Winbond of 4 MB
_MAGIC_REGISTER = 0x40001000
_KINDS = {
    "ESP32": {"magic": 0x00F01D83, "id": None, "spi": 0x3FF42000, "word": 0x80, "regs": {0x3FF40014: 347}},
    "ESP32-S3": {"magic": 0x9, "id": 9, "spi": 0x60002000, "word": 0x58, "regs": {}},
}
SYNC, WRITE_REG, READ_REG, MEM_END, MD5, SECURITY = 0x08, 0x09, 0x0A, 0x06, 0x13, 0x14
DEFL_BEGIN, DEFL_DATA, ERASE_ALL, BEGIN, DATA = 0x10, 0x11, 0xD0, 0x02, 0x03


class Rom:
    """`port` is to be opened by esptool; `flash` is what lies there then, `erased` counts whole erases."""

    def __init__(self, kind: str = "ESP32"):
        self._kind = _KINDS[kind]
        self._regs: dict[int, int] = {_MAGIC_REGISTER: self._kind["magic"], **self._kind["regs"]}
        self.flash = bytearray(b"\x00" * SIZE)
        self.erased = 0
        self.commands: list[int] = []
        self._stub = False
        self._written = False
        self._at = 0
        self._inflate = zlib.decompressobj()
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._stopped, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        os.write(self._stop, b"x")
        self._thread.join(5)
        for end in (self._master, self._slave, self._stopped, self._stop):
            os.close(end)

    def _run(self) -> None:
        packet: bytearray | None = None
        escaped = False
        while True:
            ready, _, _ = select.select([self._master, self._stopped], [], [])
            if self._stopped in ready:
                return
            data = os.read(self._master, 65536)
            if self._written and data.endswith(POKE):
                packet = None
                os.write(self._master, b"\r\n>>> ")  # what was written runs
                continue
            for byte in data:
                if byte == 0xC0:
                    if packet:
                        self._take(bytes(packet))
                        packet = None
                    else:
                        packet = bytearray()
                elif packet is not None:
                    if escaped:
                        packet.append({0xDC: 0xC0, 0xDD: 0xDB}[byte])
                        escaped = False
                    elif byte == 0xDB:
                        escaped = True
                    else:
                        packet.append(byte)

    def _send(self, data: bytes) -> None:
        os.write(
            self._master, b"\xc0" + data.replace(b"\xdb", b"\xdb\xdd").replace(b"\xc0", b"\xdb\xdc") + b"\xc0"
        )

    def _answer(self, command: int, value: int = 0, data: bytes = b"", status: bytes = b"\0\0") -> None:
        body = data + status + (b"" if self._stub else b"\0\0")
        self._send(struct.pack("<BBHI", 1, command, len(body), value) + body)

    def _take(self, packet: bytes) -> None:
        if len(packet) < 8 or packet[0] != 0:
            return
        command, _, _ = struct.unpack("<xBHI", packet[:8])
        body = packet[8:]
        self.commands.append(command)
        if command == SYNC:
            self._stub = False  # the lines that reset a board are not there on a pty
            for _ in range(8):
                self._answer(command, 0x20120707)
        elif command == READ_REG:
            self._answer(command, self._regs.get(struct.unpack("<I", body[:4])[0], 0))
        elif command == WRITE_REG:
            address, value = struct.unpack("<II", body[:8])
            self._write(address, value)
            self._answer(command)
        elif command == SECURITY:
            if self._kind["id"] is None:
                self._answer(command, status=b"\x01\x05")
            else:
                self._answer(command, data=struct.pack("<IB7xII", 0, 0, self._kind["id"], 0))
        elif command == MEM_END:
            self._answer(command)
            if struct.unpack("<II", body[:8])[1]:
                self._stub = True
                self._send(b"OHAI")
        elif command == MD5:
            self._written = True
            at, size = struct.unpack("<II", body[:8])
            self._answer(command, data=hashlib.md5(self.flash[at : at + size]).digest())
        else:
            self._to_flash(command, body)
            self._answer(command)

    def _write(self, address: int, value: int) -> None:
        base = self._kind["spi"]
        self._regs[address] = value
        if address == base:  # a command to the flash: it is done at once
            self._regs[base] = 0
            self._regs[base + self._kind["word"]] = _FLASH_ID

    def _to_flash(self, command: int, body: bytes) -> None:
        if command == ERASE_ALL:
            self.erased += 1
            self.flash[:] = b"\xff" * SIZE
        elif command in (DEFL_BEGIN, BEGIN):
            self._at = struct.unpack("<IIII", body[:16])[3]
            self._inflate = zlib.decompressobj()
        elif command in (DEFL_DATA, DATA):
            length = struct.unpack("<I", body[:4])[0]
            data = body[16 : 16 + length]
            data = self._inflate.decompress(data) if command == DEFL_DATA else data
            self.flash[self._at : self._at + len(data)] = data
            self._at += len(data)
