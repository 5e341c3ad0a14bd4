"""The state of a game from its header, whichever game it is."""


def new_state(header: dict, facts=None):
    """The state at the start of the game that the header (gamefile.py) describes.

    `facts` tells what slugs stand for; its methods (`base`, `titan`, `minion_power`, `terrain` ...) return
    None for what they do not know. Without facts, events must bring their numbers along.
    """
    # Each game is loaded only when one is played: code lies in RAM on the device.
    if header["game"] == "toybattle":
        from clashcore.toybattle import ToyBattle

        return ToyBattle(header, facts)
    from clashcore.smashup import SmashUp

    return SmashUp(header, facts)
