"""What the screens ask of a game besides its state: extra plays, what should come first, undo by name."""

from clashdevice import memory


def extra(state, p, kind):
    """Whether a play of p is extra (SB-04): outside p's Play Cards phase, or the regular one is used."""
    return state.turn != p or state.phase not in ("start", "play") or state.used(kind)


def before_turn(state):
    """What should come before the next turn: (what, slot), the first first; empty where nothing should."""
    found = []
    if loot_due(state):
        found.append(("loot", 0))
    if state.scoring:
        found.append(("scoring", state.scoring))
    for b in state.ready():
        if b != state.scoring:
            found.append(("ready", b))
    for owed in state.owed:
        found.append(("clash", owed[0]))
    if state.leader():
        found.append(("end", 0))
    return found


def loot_due(state):
    """Whether treasures of the base that scored last wait to be dealt (MT-06)."""
    due = state.debts.get("score")
    return due is not None and due[0] != due[1]


def redo(app):
    """Bring back what the newest undo took and say what it was."""
    return told(app, app.game.redo(), True)


def told(app, event, again=False):
    """Say what an undo or redo has changed; returns whether there was anything."""
    if not event:
        app.refuse(app.t("redo.none" if again else "undo.none"))
        return False
    # Loaded only now: going back itself needs the memory.
    from clashdevice.screens import _say

    app.beep("ok")
    app.toast(app.t("redo.done" if again else "undo.done", _say.say(app, event)))
    memory.drop("clashdevice.screens._say")
    return True
