"""A real PostgreSQL server for tests: a cluster of its own in a temporary folder, gone afterwards.

PostgreSQL refuses to run as root: as root (as in a container) it runs as `postgres` or `nobody`.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

HINT = (
    "The tests of the history run on a real PostgreSQL server: install it (Debian: sudo apt install "
    "postgresql; macOS: brew install postgresql@16), or put its initdb and postgres on the PATH, "
    "then run this again."
)

_INITDB = ("-U", "clashbox", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
_POSTGRES = ("-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=40")


def tools():
    """The folder of initdb and postgres."""
    for name in ("postgres", "initdb"):
        if shutil.which(name) is None:
            break
    else:
        return Path(shutil.which("initdb")).resolve().parent
    # Debian keeps them off the PATH.
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    raise RuntimeError(HINT)


def _user():
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError("PostgreSQL cannot run as root, and there is neither a user postgres nor nobody")


@contextmanager
def cluster():
    """A running server; gives the folder of its socket. Databases are made by whoever wants one."""
    user = _user()
    who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    folder = Path(tempfile.mkdtemp(prefix="clashbox-pg-", dir="/tmp"))
    data = folder / "data"
    process = None
    try:
        if user:
            os.chown(folder, user.pw_uid, user.pw_gid)
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "cwd": folder, "env": _env(folder)}
        made = subprocess.run(
            [tools() / "initdb", "-D", data, *_INITDB],
            **quiet,
            **who,
        )
        if made.returncode:
            raise RuntimeError(made.stdout.decode())
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [tools() / "postgres", "-D", data, "-k", folder, *_POSTGRES],
                stdout=log,
                stderr=log,
                cwd=folder,
                env=_env(folder),
                **who,
            )
        _wait(process, folder)
        yield folder
    finally:
        if process is not None:
            process.send_signal(2)  # SIGINT: fast shutdown
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _env(folder):
    return {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "LC_ALL": "C.UTF-8"}


def _wait(process, folder):
    import psycopg

    until = time.monotonic() + 30
    while True:
        with suppress(psycopg.OperationalError):
            psycopg.connect(host=str(folder), user="clashbox", dbname="postgres").close()
            return
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError((folder / "log").read_text())
        time.sleep(0.05)


def _admin(socket):
    import psycopg

    return psycopg.connect(host=str(socket), user="clashbox", dbname="postgres", autocommit=True)


def url(socket, name):
    """How clashbox is told of that database."""
    return f"postgresql://clashbox@/{name}?host={socket}"


@contextmanager
def database(socket, name):
    """A database of that server, without any schema; gives its URL."""
    with _admin(socket) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield url(socket, name)
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def empty(found):
    """Empties a database that has the schema, and counts anew from 1."""
    import psycopg
    from clashbox.db import derived, engine

    tables = ", ".join(f'"{table}"' for table in derived.Base.metadata.tables)
    with psycopg.connect(found) as connection:
        connection.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
        connection.execute("UPDATE alembic_version SET version_num = %s", (engine.HEAD,))
