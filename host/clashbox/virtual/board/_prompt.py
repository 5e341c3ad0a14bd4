"""The prompt of the virtual board: friendly for people, raw for mpremote, after MicroPython's own.

Ctrl-A raw, Ctrl-B friendly, Ctrl-C drops the line, Ctrl-D runs what was sent or restarts softly, Ctrl-E
starts a raw paste with a window of 128 bytes.
"""

import sys

import _board

_WINDOW = 128
_BANNER = 'MicroPython v%s on a virtual board; ESP32\r\nType "help()" for more information.\r\n'
_RAW = "raw REPL; CTRL-B to exit\r\n>"
_get = sys.stdin.buffer.read
_put = sys.stdout.write


def _interrupt(on):
    _board.post(75, on)  # K


def _read():
    """Return one byte as a number; the channel is told first that the board waits at its prompt."""
    byte = _get(1)
    if not byte:
        raise SystemExit
    return byte[0]


def _run(text, names, kind="exec"):
    """Run text; returns the exception that ended it, or None."""
    _interrupt(1)
    _board.post(77, 2)  # M: a program from the prompt runs
    try:
        exec(compile(text, "<stdin>", kind), names)
        return None
    except BaseException as error:
        return error
    finally:
        _board.post(77, 1)
        _interrupt(0)


def tell(error):
    """Say how a program ended; leaving it on purpose restarts."""
    if isinstance(error, SystemExit):
        _restart(False)
    sys.print_exception(error, sys.stdout)


def _restart(raw):
    _put("MPY: soft reboot\r\n")
    _board.post(88, 6 if raw else 5)  # X
    while True:
        _board.reply(bytearray(1))


def _paste():
    """Read a program in windows; returns it, or None where it was given up."""
    sys.stdout.buffer.write(b"R\x01\x80\x00\x01")
    text = bytearray()
    left = _WINDOW
    while True:
        byte = _read()
        if byte == 3:
            _put("\x04")
            return None
        if byte == 4:
            _put("\x04")
            return text
        text.append(byte)
        left -= 1
        if not left:
            _put("\x01")
            left = _WINDOW


def _raw(names):
    _put(_RAW)
    line = bytearray()
    while True:
        byte = _read()
        if byte == 1:
            if line == b"\x05A":
                text = _paste()
                if text is None:
                    _put("\x04\x04>")
                else:
                    _finish(_run(str(text, "utf-8"), names))
            else:
                _put(_RAW)
            line = bytearray()
        elif byte == 2:
            _put("\r\n")
            return
        elif byte == 3:
            line = bytearray()
        elif byte == 4:
            if not line:
                _put("\r\n")
                _restart(True)
            text = str(line, "utf-8")
            line = bytearray()
            _put("OK")
            _finish(_run(text, names))
        else:
            line.append(byte)


def _finish(error):
    _put("\x04")
    if error is not None:
        if isinstance(error, SystemExit):
            _put("\x04>")
            _restart(True)
        sys.print_exception(error, sys.stdout)
    _put("\x04>")


def _friendly(names):
    """One command; returns the control character that ended it, if any."""
    text = ""
    prompt = ">>> "
    while True:
        _put(prompt)
        line = bytearray()
        while True:
            byte = _read()
            if byte in (1, 2, 4) and not line:
                return byte
            if byte == 3:
                _put("\r\n")
                return 0
            if byte == 13:
                _put("\r\n")
                break
            if byte in (8, 127):
                if line:
                    line = line[:-1]
                    _put("\b \b")
            elif byte >= 32 or byte == 9:
                line.append(byte)
                sys.stdout.buffer.write(bytes([byte]))
        try:
            line = str(line, "utf-8")
        except UnicodeError:
            line = ""
        text += line + "\n"
        if line.rstrip().endswith(":") or (prompt == "... " and line):
            prompt = "... "
            continue
        if text.strip():
            error = _run(text, names, "single")
            if error is not None:
                tell(error)
        return 0


def serve(names, raw):
    """Serve the prompt until the board is restarted."""
    _interrupt(0)
    banner = _BANNER % sys.version.split()[2]
    if not raw:
        _put(banner)
    while True:
        if raw:
            _raw(names)
            raw = False
            _put(banner)
        key = _friendly(names)
        if key == 1:
            raw = True
        elif key == 2:
            _put("\r\n" + banner)
        elif key == 4:
            _put("\r\n")
            _restart(False)
