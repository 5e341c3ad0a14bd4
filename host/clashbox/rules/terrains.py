"""What is wrong with a terrain of one's own, in Vietnamese: the core, which finds it, speaks English."""

import re

_SENTENCES = {
    "not an object": "không phải một đối tượng",
    "id is a text": "id phải là văn bản",
    "%s is a list": "%s phải là danh sách",
    "a node is an object": "mỗi nút phải là một đối tượng",
    "a node's type is base, special or hq": "type của nút phải là base, special hoặc hq",
    "a headquarters' side is red or blue": "side của HQ phải là red hoặc blue",
    "no effect of a base: %s": "không có hiệu ứng base nào là %s",
    "a path joins two nodes": "mỗi đường phải nối hai nút",
    "a region is an object": "mỗi khu vực phải là một đối tượng",
    "a region has a list of bases": "khu vực phải có danh sách base",
    "no headquarters of player %d": "người chơi %d không có HQ",
    "a node's id is a short text": "id của nút phải là văn bản ngắn",
    "node %s stands twice": "nút %s có hai lần",
    "more than %d nodes": "nhiều hơn %d nút",
    "no node %s": "không có nút %s",
    "a path from %s to itself": "đường từ %s về chính nó",
    "a region's medals are a number from 0": "số huy chương của khu vực phải từ 0 trở lên",
    "%s is a headquarters, no base": "%s là HQ, không phải base",
    "a region without bases": "khu vực không có base",
    "the objective is a number from 1": "mục tiêu phải là số từ 1 trở lên",
    "a headquarters can only have a gate": "HQ chỉ có thể có cổng",
    "a gate has a list of what it admits": "cổng phải có danh sách những gì nó cho qua",
    "a gate admits strengths from 1 to 7": "cổng cho qua sức mạnh từ 1 đến 7",
    "a place lies within the board": "vị trí phải nằm trong bàn",
    "a headquarters is R or B": "HQ phải là R hoặc B",
}


def in_vietnamese(english: str) -> str:
    """The core's sentence in Vietnamese; as it is where there is none."""
    for template, vietnamese in _SENTENCES.items():
        pattern = ".*".join(re.escape(part) for part in re.split("%[sd]", template))
        if re.fullmatch(pattern, english, re.DOTALL):
            before, _, after = re.sub("%d", "%s", template).partition("%s")
            value = english[len(before) : len(english) - len(after)]
            return value.join(re.split("%[sd]", vietnamese))
    return english
