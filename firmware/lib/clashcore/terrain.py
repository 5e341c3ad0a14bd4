"""Reading a Toy Battle terrain from an object in the terrain format of the card data.

`{"id", "objective", "nodes": [{"id", "type", "side", "effect", "allowed"}], "edges": [[a, b]],
"regions": [{"bases", "medals"}]}`; unknown fields are passed over.
"""

from clashcore.board import KINDS, Board, need


def read_object(board: Board, source: dict) -> None:
    """Fills the board from an object in the terrain format; raises Rejected("terrain") with what is wrong."""
    need(isinstance(source, dict), "not an object")
    name = source.get("id", "")
    need(isinstance(name, str), "id is a text")
    board.id = name
    for key in ("nodes", "edges", "regions"):
        need(isinstance(source.get(key), list), "%s is a list" % key)
    for node in source["nodes"]:
        need(isinstance(node, dict), "a node is an object")
        kind = node.get("type")
        need(kind in ("base", "special", "hq"), "a node's type is base, special or hq")
        name = node.get("id")
        hq = 0
        if kind == "hq":
            side = node.get("side")
            if side is None and isinstance(name, str):
                side = {"R": "red", "B": "blue"}.get(name[:1])
            need(side in ("red", "blue"), "a headquarters' side is red or blue")
            hq = 1 if side == "red" else 2
        board.add(name, hq)
        effect = node.get("effect")
        if effect is not None:
            need(effect in KINDS and effect, "no effect of a base: %s" % (effect,))
            board.special(len(board.ids) - 1, effect, node.get("allowed"))
    for edge in source["edges"]:
        need(isinstance(edge, list) and len(edge) == 2, "a path joins two nodes")
        board.edge(edge[0], edge[1])
    for region in source["regions"]:
        need(isinstance(region, dict), "a region is an object")
        need(isinstance(region.get("bases"), list), "a region has a list of bases")
        board.region(region["bases"], region.get("medals"))
    if source.get("objective") is not None:
        board.set_goal(source["objective"])
