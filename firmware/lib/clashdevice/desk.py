"""Settings and names put to work, and what the box says of itself: loaded when wanted. `app` is the App."""

from clashdevice import files, games, settings


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
    app.words.speak(values["language"])
    app.cards.language = values["language"]
    app.display.configure(values["chip"], values["flip"] != 0, values["contrast"])
    app.redraw()


def receive(app, name: str, data: bytes) -> bool:
    """Settings or names from the laptop; False where they cannot be read. Raises OSError (flash full)."""
    if name == "names":
        return settings.take_names(app.settings, data)
    if not settings.take(app.settings, data):
        return False
    settings.save(app.settings)
    _apply(app)
    return True


def about(app) -> list:
    """What the box says of itself: pairs of a word's key and a value."""
    return [
        ("version", app.VERSION),
        ("device", app.device),
        ("games", games.count(app.store)),
        ("free", "%d KB" % (files.free() // 1024)),
    ]
