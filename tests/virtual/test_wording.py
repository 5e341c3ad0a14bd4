"""Keys of words put in as numbers: the words that come out are the same."""

from clashbox import firmware
from clashbox.wording import keys, put_in

TABLE = "# words\na.one\tOne\tMột\nb.two\tTwo {0}\tHai {0}\n"


def test_keys_become_the_numbers_of_their_lines():
    text = 'x = app.t("a.one"), t("b.two", "a.one"), a.t("c"), s("a.one"), t(\n  "ế"), t("b.two" + x), t()\n'
    wanted = 'x = app.t(1), t(2, "a.one"), a.t("c"), s("a.one"), t(\n  "ế"), t("b.two" + x), t()\n'
    assert put_in(text, keys(TABLE)) == wanted


def test_a_source_that_does_not_parse_is_left_to_the_compiler():
    assert put_in('def (t("a.one")', keys(TABLE)) == 'def (t("a.one")'


def test_every_word_of_the_box_is_found_by_its_number():
    table = (firmware.directory() / "data" / "words.tsv").read_text(encoding="utf-8")
    lines = table.split("\n")
    found = keys(table)
    assert len(found) > 200
    for key, number in found.items():
        assert lines[number].split("\t")[0] == key
