"""The list of files that go onto a device, shared by the virtual device and the deployment."""

from pathlib import Path

import pytest
from clashbox import firmware
from clashbox.virtual import image


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lib" / "pack").mkdir(parents=True)
    (tmp_path / "data").mkdir()
    (tmp_path / "main.py").write_text("import pack\n")
    (tmp_path / "README.md").write_text("not for the device")
    (tmp_path / "lib" / "pack" / "__init__.py").write_text("X = 1\n")
    (tmp_path / "lib" / "pack" / "__pycache__").mkdir()
    (tmp_path / "lib" / "pack" / "__pycache__" / "old.pyc").write_bytes(b"x")
    (tmp_path / "data" / "words.tsv").write_text("a\tb\n")
    return tmp_path


def test_libraries_are_compiled_and_all_else_is_as_it_is(folder: Path):
    files = firmware.files(folder)
    assert list(files) == ["/data/names.txt", "/data/words.tsv", "/lib/pack/__init__.mpy", "/main.py"]
    assert files["/main.py"] == b"import pack\n"
    assert files["/lib/pack/__init__.mpy"][:2] == b"M\x06"


def test_a_change_is_seen_in_spite_of_the_cache(folder: Path):
    before = firmware.files(folder)["/lib/pack/__init__.mpy"]
    assert firmware.files(folder)["/lib/pack/__init__.mpy"] == before
    (folder / "lib" / "pack" / "__init__.py").write_text("X = 12345\n")
    assert firmware.files(folder)["/lib/pack/__init__.mpy"] != before


def test_what_does_not_compile_is_named(folder: Path):
    (folder / "lib" / "pack" / "bad.py").write_text("def (:\n")
    with pytest.raises(firmware.FirmwareError, match=r"lib/pack/bad\.py does not compile: .*SyntaxError"):
        firmware.files(folder)


def test_the_product_is_found_and_complete():
    files = firmware.files()
    assert {"/boot.py", "/main.py", "/data/words.tsv", "/lib/clashcore/frames.mpy"} <= set(files)
    assert not [name for name in files if name.endswith(".md")]


def test_an_image_that_goes_from_the_cache_meanwhile_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(image, "cache_directory", lambda: tmp_path)
    gone = tmp_path / "flash-gone.img"
    gone.symlink_to(tmp_path / "nowhere")  # in the list, and not there any more
    for number in range(image.KEPT):
        (tmp_path / f"flash-{number}.img").write_bytes(b"")
    made = image.fresh({"/main.py": b"pass\n"}, size=256 * 1024)
    assert image.fresh({"/main.py": b"pass\n"}, size=256 * 1024) == made
    assert not gone.is_symlink(), "what is no longer there is the first to be forgotten"
