"""The one kind of error that users see: a sentence of the host's table of words, and the exit status it
means.
"""

from clashbox import i18n


class Trouble(Exception):
    """Something went wrong that the user can mend: `key` names the sentence, `args` fill it in.

    The text is made when it is shown, so that it comes in the language that is then set.
    """

    def __init__(self, key: str, *args: object, status: int = 1):
        super().__init__(key, *args)
        self.key = key
        self.values = args
        self.status = status

    def __str__(self) -> str:
        return i18n.t(self.key, *self.values)
