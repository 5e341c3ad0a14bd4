"""The `clashbox` command: languages, errors as one line, no tracebacks; the commands themselves stand in
cli/.
"""

import gc
import os
import re
import sys
from typing import NoReturn

import click

from clashbox import i18n
from clashbox.text import shown
from clashbox.trouble import Trouble

STATUS_USAGE = 2
STATUS_INTERNAL = 70
"""As sysexits.h has it: an error inside the program."""
STATUS_IO = 74
"""As sysexits.h has it: reading or writing failed. Not 1, which says that a game broke a rule."""
STATUS_INTERRUPT = 130
STATUS_PIPE = 141


def _language_asked(arguments: list[str]) -> str | None:
    """What `--lang` says, wherever it stands: help and errors speak that language too."""
    for at, word in enumerate(arguments):
        value = ""
        if word == "--":
            break
        if word == "--lang" and at + 1 < len(arguments):
            value = arguments[at + 1]
        elif word.startswith("--lang="):
            value = word.removeprefix("--lang=")
        if value in i18n.LANGUAGES:
            return value
    return None


def _say(line: object, before: str = "clashbox: ") -> None:
    try:
        # One line, whatever it repeats of what was typed or stands in a file; nothing steers a terminal.
        print(f"{before}{shown(line, 2_000)}", file=sys.stderr, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _drop_output() -> None:
    # The reader went away, or nothing more fits: what is still buffered must not raise again when the
    # interpreter closes stdout.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _stand_in() -> None:
    """Whoever started us closed standard streams (`<&-`, `>&-`): the null device stands in for them, so that
    no file that is opened later takes their numbers.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            try:
                os.fstat(number)
            except OSError:
                os.dup2(opened, number)
                os.close(opened)
                opened = number
            setattr(sys, name, os.fdopen(opened, "w" if number else "r", encoding="utf-8"))


def _near(name: str, context: click.Context | None) -> list[str]:
    """The commands that are written much like that one. (Click knows no command that is not imported yet.)"""
    from difflib import get_close_matches

    if context is None or not isinstance(context.command, click.Group):
        return []
    return get_close_matches(name, context.command.list_commands(context))


def _asked(error: click.UsageError, arguments: list[str]) -> str:
    """The command whose help is of use; what click says of a missing value names none."""
    from clashbox.cli import COMMANDS

    if error.ctx:
        return error.ctx.command_path
    return " ".join(["clashbox", *[word for word in arguments if word in COMMANDS][:1]])


def _wrong(error: click.UsageError) -> str:
    """What is wrong with the command line, in our words."""
    if isinstance(error, click.NoSuchOption | click.exceptions.NoSuchCommand):
        option = isinstance(error, click.NoSuchOption)
        name = error.option_name if option else error.command_name
        said = i18n.t("usage.option" if option else "usage.command", name)
        meant = error.possibilities if option else _near(name, error.ctx)
        return f"{said}. {i18n.t('usage.meant', ', '.join(meant))}" if meant else said
    if isinstance(error, click.BadParameter):
        hint = error.param.get_error_hint(error.ctx) if error.param and error.ctx else ""
        missing = isinstance(error, click.MissingParameter)
        return i18n.t("usage.missing" if missing else "usage.value", hint, error.message.rstrip("."))
    return error.format_message().rstrip(".")


def _brief(said: str) -> str:
    """With the middle of a word left out that is longer than a line: what was typed can be a whole file."""
    return re.sub(r"\S{120,}", lambda word: f"{word[0][:60]}…{word[0][-20:]}", said)


def run(arguments: list[str]) -> int:
    """Runs one command line and gives its exit status; whatever goes wrong is one line on standard error."""
    i18n.set_language(_language_asked(arguments))
    output = sys.stdout
    try:
        from clashbox.cli import click_words, group

        click_words.speak()
        result: object = group.main(arguments, prog_name="clashbox", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except Trouble as trouble:
        # A line of a file is named as compilers do, so that editors can jump to it.
        _say(trouble, "" if trouble.key == "file.line" else "clashbox: ")
        return trouble.status
    except click.exceptions.NoArgsIsHelpError as asked:
        print(asked.ctx.get_help() if asked.ctx else "", file=sys.stderr)
        return STATUS_USAGE
    except click.UsageError as error:
        _say(i18n.t("usage", _brief(_wrong(error)), _asked(error, arguments)))
        return STATUS_USAGE
    except click.ClickException as error:
        _say(error.format_message())
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _say(i18n.t("interrupted"))
        return STATUS_INTERRUPT
    except BrokenPipeError:
        _drop_output()
        return STATUS_PIPE
    except SystemExit:
        if sys.stdout is output:
            raise
        # click's own answer to a reader that goes away: it wraps the stream and ends with 1, which means
        # something else here.
        sys.stdout = output
        _drop_output()
        return STATUS_PIPE
    except RecursionError:
        _say(i18n.t("internal", "RecursionError"))
        return STATUS_INTERNAL
    except MemoryError:
        _say(i18n.t("memory"))
        return STATUS_INTERNAL
    except OSError as error:
        if "CLASHBOX_DEBUG" in os.environ:
            raise
        where = f"{error.filename}: " if error.filename else ""
        _say(i18n.t("system", f"{where}{i18n.reason(error)}"))
        return STATUS_IO
    except Exception as error:
        if "CLASHBOX_DEBUG" in os.environ:
            raise
        _say(i18n.t("internal", f"{type(error).__name__}: {error}"))
        return STATUS_INTERNAL


def main() -> NoReturn:
    """The entry point of the console script."""
    # What a start makes stays: it need not be looked through for waste again and again, a tenth of a command.
    gc.set_threshold(50_000, 20, 20)
    _stand_in()
    for stream in (sys.stdout, sys.stderr):
        # JSON and names are UTF-8 everywhere; a file name that is none must not stop a message about it.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    status = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:
        # Said already where run() met it first.
        _drop_output()
        status = STATUS_PIPE if isinstance(error, BrokenPipeError) else STATUS_IO
    sys.exit(status)


if __name__ == "__main__":
    main()
