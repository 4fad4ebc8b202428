"""Databases of a site, from outside: what became of its jobs, each told once by a trigger."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg


class Database(Protocol):
    """A site's database and the notes that a trigger takes there."""

    variables: dict[str, str]

    def query(self, sql: str) -> list[Any]:
        """The rows."""

    def take_notes(self) -> None:
        """From now on every write of a job's state is noted in ``drill_note``."""


READ_PATIENCE = 60.0  # seconds


class SqliteDatabase:
    def __init__(self, var: Path) -> None:
        self.variables: dict[str, str] = {}
        self._path = var / "ubongo.sqlite3"

    def query(self, sql: str) -> list[Any]:
        # Read-only, so that looking never delays the site; after a kill -9 it waits until a
        # writer has put the log in order.
        address = f"file:{self._path}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=READ_PATIENCE)) as connected:
            return connected.execute(sql).fetchall()

    def take_notes(self) -> None:
        with closing(sqlite3.connect(self._path, timeout=20)) as connected:
            connected.executescript(
                """
                CREATE TABLE drill_note (job char(32), state text);
                CREATE TRIGGER drill_insert AFTER INSERT ON puzzles_job BEGIN
                    INSERT INTO drill_note VALUES (NEW.id, NEW.state);
                END;
                CREATE TRIGGER drill_update AFTER UPDATE OF state ON puzzles_job BEGIN
                    INSERT INTO drill_note VALUES (NEW.id, NEW.state);
                END;
                """
            )


class PostgresqlDatabase:
    def __init__(self, url: str) -> None:
        self.variables = {"DATABASE_URL": url}
        self._connected = psycopg.connect(url, autocommit=True)

    def query(self, sql: str) -> list[Any]:
        return self._connected.execute(sql.encode()).fetchall()

    def take_notes(self) -> None:
        self._connected.execute(
            """
            CREATE TABLE drill_note (job uuid, state text);
            CREATE FUNCTION drill_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO drill_note VALUES (NEW.id, NEW.state);
                RETURN NULL;
            END $$;
            CREATE TRIGGER drill_note AFTER INSERT OR UPDATE OF state ON puzzles_job
                FOR EACH ROW EXECUTE FUNCTION drill_note();
            """
        )

    def close(self) -> None:
        self._connected.close()


@contextmanager
def new_database(server: str) -> Iterator[str]:
    """The address of an empty database on the PostgreSQL server."""
    name = f"drill_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connected:
        connected.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connected.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
