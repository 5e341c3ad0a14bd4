"""The device's words in one language: read by offset from words.tsv, the last ones kept at hand."""

# pyright: reportOptionalMemberAccess=false

from array import array
from binascii import crc32

from micropython import const

_AT_HAND = const(16)


class Words:
    """Looks up a word by its key; a key without a word stands for itself."""

    def __init__(self, path: str = "/data/words.tsv", language: str = "vi") -> None:
        self.speak(language)
        self._index = array("H")  # pairs: 16 bits of the key's CRC, offset of its line
        self._file = None
        try:
            file = open(path, "rb")
            while True:
                at = file.tell()
                line = file.readline()
                if not line:
                    break
                self._index.append(crc32(line[: line.find(b"\t")]) & 0xFFFF)
                self._index.append(at)
            self._file = file
        except OSError:
            print("words", path, "cannot be read")

    def speak(self, language: str) -> None:
        """Give the words in that language from now on."""
        self.language = language
        self._column = 2 if language == "vi" else 1
        self._last = {}

    def forget(self) -> None:
        """Give the memory of the words at hand back."""
        self._last = {}

    def _cells(self, at: int) -> list:
        self._file.seek(at)
        return self._file.readline().rstrip(b"\r\n").split(b"\t")

    def _find(self, key) -> str:
        index = self._index
        try:
            if isinstance(key, int):
                return self._cells(index[2 * key + 1])[self._column].decode()
            raw = key.encode()
            want = crc32(raw) & 0xFFFF
            for i in range(0, len(index), 2):
                if index[i] == want:
                    cells = self._cells(index[i + 1])
                    if cells[0] == raw and len(cells) > 2:
                        return cells[self._column].decode()
        except (OSError, IndexError):
            pass
        return str(key)

    def t(self, key, *args) -> str:
        """The word for `key` with {0}, {1}.. replaced by the arguments.

        `key` is a text, or the number of its line: the compiler puts that in (host/clashbox/wording.py).
        """
        text = self._last.get(key)
        if text is None:
            text = self._find(key)
            if len(self._last) >= _AT_HAND:
                self._last.clear()
            self._last[key] = text
        for i in range(len(args)):
            text = text.replace("{%d}" % i, str(args[i]))
        return text
