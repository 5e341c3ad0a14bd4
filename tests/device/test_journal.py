"""Journal and games on littlefs: cuts at every flash operation, full flash, spoilt files, wear."""

import json

from tests.micropython import run


def script(name: str, what: str = "main", heap: str = "64M"):
    out = run(f"from device import {name}\n{name}.{what}()", heap=heap)
    return json.loads(out.splitlines()[-1])


def test_a_cut_at_any_flash_operation_loses_nothing_that_was_committed():
    found = script("cut_script")
    assert found["steps"] > 60
    assert found["folds"] >= 1
    assert found["cuts"] == 2 * found["operations"] > 400


def test_a_game_of_300_events_costs_at_most_a_tenth_of_an_erase_each():
    found = script("wear_script", "wear")
    assert found["events"] >= 300 and found["undone"] > 3
    assert found["erases"] <= 0.1 * found["events"], found
    assert found["same"]
    assert found["replayed"] < 32, "a restart replays little, however long the game is"
    assert found["pieces"] >= 1 and found["segments"] <= 17
    assert found["longest"] <= 120


def test_a_game_with_checkpoints_of_an_earlier_version_comes_back_and_keeps_them_anew():
    found = script("wear_script", "earlier")
    assert found["same"] and found["undone"] == 100, found
    assert not [name for name in found["left"] if name != "c"], "what nobody reads any more is gone"
    assert found["one"] > 0 and found["kept"] > 0, "all checkpoints are in one file"


def test_a_long_game_takes_no_more_memory_after_2000_events_than_after_500():
    found = script("heap_script", "growth", "800k")
    assert len(found) == 21
    # It differs from moment to moment: what is compared is the least around 700 and around 1,900 events.
    assert min(found[-5:]) <= min(found[4:9]) + 1024, found


def test_no_undo_down_to_the_start_applies_more_than_seven_events_again():
    found = script("wear_script", "undos", "800k")
    assert len(found) > 800
    replayed, loaded, looked = zip(*found, strict=True)
    assert max(replayed) == 7, "the nearest checkpoint is at most seven events away, all the way back"
    assert sum(loaded) < len(found) / 10, "what looks back stays while there is room"
    assert max(looked) == 1 and sum(looked) < len(found) / 6, "a checkpoint that was read stays at hand"


def test_a_full_flash_refuses_and_loses_nothing():
    found = script("wear_script", "full")
    assert found["failed"] == 3 and found["wrong"] == 0
    assert found["notices"] == ["store.full"] * 3
    assert found["restart"] and found["still"]
    assert not found["new_game"], "a new game needs room for the old one's archive"
    assert found["works"] and found["again"]


def test_spoilt_files_are_kept_aside_and_never_stop_a_start():
    found = script("wear_script", "spoilt")
    for place, good, counted, _ in found:
        assert good and counted, place
    places = {place.rsplit("/", 1)[1][0] for place, *_ in found}
    assert {"l", "h", "s"} <= places
    assert sum(1 for *_, aside in found if aside) >= len(found) // 2


def test_a_new_game_can_be_taken_back_until_it_has_begun():
    found = script("wear_script", "back")
    assert found["listed"] == ["00000000000000aa"], "the host can fetch it all the time"
    assert found["undone"] == {"ev": "new"} and found["taken"] == [True]
    assert found["same"] and found["gone"]
    assert found["later"] == "vp" and found["kept"] and found["whole"]
    assert found["safe"] == [True, 2] and found["empty"] == [] and found["unknown"] is False


def test_a_hundred_finished_games_of_usual_length_fit_into_512_kb_and_are_listed_from_the_index():
    found = script("shelf_script")
    assert found["games"] == 100 and found["whole"] == 10
    assert found["index"] == 17 * 100, "one small file lists them all"
    assert found["shown"][-1] == ["Nguyễn Thị Ánh", [129, 15, 12, 100 % 15, 3, 100]]
    assert found["largest"] < 4096 and found["free"] > 0, found
