"""`clashbox ports`: the serial ports, with a verdict for each."""

import click

from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t


@click.command("ports", help=t("help.ports"), epilog=examples("ports", "ports --json"))
@options.as_json
@options.lang
def ports_command(as_json: bool) -> int:
    """Opens only what may be a board by its USB ids, and the virtual devices of this machine."""
    from clashbox.link import ports
    from clashbox.link.advice import Advice

    verdicts = ports.judge_all(ports.candidates())
    if as_json:
        options.print_json(
            [
                {
                    "port": v.found.port,
                    "verdict": v.verdict,
                    "description": v.found.description,
                    "usb": v.found.usb or None,
                    "virtual": v.found.virtual,
                    "device": v.hello.device if v.hello else None,
                    "firmware": v.hello.firmware if v.hello else None,
                    "text": v.say or None,
                }
                for v in verdicts
            ]
        )
        return 0
    for v in verdicts:
        what = t("ports.clashbox", v.hello.device, v.hello.firmware, v.hello.games) if v.hello else v.say
        usual = what.removeprefix(f"{v.found.port}: ")
        beside = ", ".join(filter(None, [v.found.description, v.found.usb]))
        print(f"{v.found.port}: {usual}" + (f" ({beside})" if beside else ""))
    if not any(v.found.usb or v.found.virtual for v in verdicts):
        print(t("ports.none", Advice("none")))
    return 0
