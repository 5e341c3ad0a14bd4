"""Settings and names put to work, and what the box says of itself: loaded when wanted. `app` is the App."""

import gc

from clashdevice import files, games, settings

_MOST = 24  # games that are offered for deletion at a time


def change(app, key: str, value) -> None:
    """Change a setting, keep it, put it to work."""
    if settings.put(app.settings, key, value):
        try:
            settings.save(app.settings)
        except OSError:
            app.refuse(app.t("store.full"))
    _apply(app)


def _apply(app) -> None:
    values = app.settings
    app.sound.on = values["sound"] != 0
    app.keys.turned = values["flip"]
    app.words.speak(values["language"])
    app.cards.language = values["language"]
    app.display.configure(values["chip"], values["flip"] != 0, values["contrast"])
    app.redraw()


def take_in(app) -> None:
    """Put to work what the laptop sent; what finds no room waits for the next start."""
    for name in ("settings", "names", "draft", "terrains"):
        path = files.SAVE + "/new." + name
        if not files.exists(path):
            continue
        if name == "terrains":
            try:
                app.cold("terrains", "take", path)
            except OSError:
                app.refuse(app.t("store.full"))
            continue
        try:
            with open(path, "rb") as file:
                data = file.read(min(files.size(path), 2048))  # no more is taken from the host
        except OSError:
            files.set_aside(path)
            continue
        try:
            if name == "names":
                settings.take_names(app.settings, data)
            elif name == "draft":
                files.save(settings.DRAFT, data)  # looked at when a new game begins
            elif settings.take(app.settings, data):
                settings.save(app.settings)
            files.remove(path)
        except OSError:
            app.refuse(app.t("store.full"))
        except MemoryError:
            files.set_aside(path)  # deep brackets: they would stop every start
    _apply(app)


def about(app) -> list:
    """What the box says of itself: pairs of a word's key and a value."""
    return [
        ("device", app.device),
        ("games", games.count(app.store)),
        ("free", "%d KB" % (files.free() // 1024)),
    ]


def probe(app, what: str) -> list:
    """What the self-test says of `what`: a word's key and its arguments for each line."""
    if what == "sound":
        return [("self.tones",), ("self.loud" if app.sound.on else "self.silent",)]
    if what == "flash":
        written = "self.good" if _writes() else "self.fails"
        return [("about.free", "%d KB" % (files.free() // 1024)), (written,)]
    frames, bad, repeats = app.link.counted()
    battery = app.battery
    first = ("self.volts", battery.millivolts, battery.percent) if battery else ("self.nobattery",)
    gc.collect()
    memory = ("self.memory", gc.mem_free() // 1024)
    return [first, ("self.link", frames, bad, repeats), memory, ("about.version", app.VERSION)]


def _writes() -> bool:
    """Whether a small file comes back from flash as it was written."""
    path = files.SAVE + "/test"
    data = bytes(range(100))
    try:
        files.save(path, data)
        return files.load(path) == data
    except OSError:
        return False
    finally:
        files.remove(path)


def spare_games(app, gone: str) -> list:
    """Delete the finished game `gone`; then the oldest that the host holds whole: (id, game, events)."""
    app.link.forget()  # it may have that game open
    if gone:
        try:
            games.delete(app.store, gone)
        except OSError as error:
            print("index:", error)
    found = []
    for row in games.listed(app.store):
        if (
            row["safe"] == row["events"]
            and row["id"] not in (app.store.previous, app.store.parked)
            and row["id"] != gone
        ):
            found.append((row["id"], row["game"], row["events"]))
            if len(found) == _MOST:
                break
    return found
