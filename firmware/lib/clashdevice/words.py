"""The device's words in one language, kept as one block of bytes read from words.tsv."""


class Words:
    """Looks up a word by its key; a key without a word stands for itself."""

    def __init__(self, path: str = "/data/words.tsv", language: str = "vi") -> None:
        self.language = language
        column = 2 if language == "vi" else 1
        parts = []
        try:
            with open(path, "rb") as file:
                while True:
                    line = file.readline()
                    if not line:
                        break
                    cells = line.rstrip(b"\r\n").split(b"\t")
                    if len(cells) > 2:
                        parts.append(b"\n" + cells[0] + b"\t" + cells[column])
        except OSError:
            print("words", path, "cannot be read")
        parts.append(b"\n")
        self._blob = b"".join(parts)

    def t(self, key: str, *args) -> str:
        """The word for `key` with {0}, {1}.. replaced by the arguments."""
        blob = self._blob
        mark = b"\n" + key.encode() + b"\t"
        at = blob.find(mark)
        if at < 0:
            return key
        at += len(mark)
        text = blob[at : blob.find(b"\n", at)].decode()
        for i in range(len(args)):
            text = text.replace("{%d}" % i, str(args[i]))
        return text
