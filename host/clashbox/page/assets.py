"""The page's own files, read once at the start: no path of a request ever reaches the file system."""

import hashlib
import html
from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from clashbox import i18n

_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html"}


@cache
def held() -> dict[str, tuple[bytes, str, str]]:
    """Every file by its name: bytes, type, tag of these bytes."""
    found: dict[str, tuple[bytes, str, str]] = {}
    for entry in files("clashbox.page").joinpath("static").iterdir():
        kind = _TYPES.get(entry.name.rpartition(".")[2])
        if kind:
            data = entry.read_bytes()
            tag = '"' + hashlib.sha256(data).hexdigest()[:20] + '"'
            found[entry.name] = (data, f"{kind}; charset=utf-8", tag)
    return found


def index(lang: str) -> Response:
    """The page, in the language that it begins with."""
    text = held()["index.html"][0].decode().replace("{lang}", lang)
    text = text.replace("{noscript}", html.escape(i18n.t("page.noscript", lang=lang)))
    return Response(text, media_type="text/html", headers={"cache-control": "no-cache"})


async def static(request: Request) -> Response:
    """A file by its name, which is looked up and never opened."""
    found = held().get(request.path_params["name"])
    if found is None or request.path_params["name"] == "index.html":
        return Response("no such file\n", 404, media_type="text/plain")
    data, kind, tag = found
    headers = {"cache-control": "no-cache", "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, headers={**headers, "content-type": kind})


@cache
def words(lang: str) -> dict[str, str]:
    """The page's words in one language, without `page.`."""
    at = i18n.LANGUAGES.index(lang)
    return {key[5:]: both[at] for key, both in i18n.table().items() if key.startswith("page.")}
