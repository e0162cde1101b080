"""A process that removes clusters of tests when the process of the tests is gone, however it ended.

Reads lines of JSON: the address of the server, then ``["add", NAME]`` and ``["remove", NAME]``; at the end of its input
it removes what is left.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from typing import Set

from .address import Address
from .errors import RefusedError, UnreachableError

_REMOVE = "mutation ($input: DeleteClusterInput!) { deleteCluster(input: $input) { errors { code message field } } }"
#: A cluster that was asked for at the last moment may still come into being.
_ATTEMPTS = 4
_BETWEEN_SECONDS = 0.5


class Reaper:
    """The side of the tests."""

    def __init__(self, server: Address) -> None:
        package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "orrery_testing.reaper"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            # What ends the tests is not to end it before it has tidied up.
            start_new_session=True,
            text=True,
        )
        self._tell({"url": server.url, "token": server.token, "ca": server.ca})

    def add(self, cluster: str) -> None:
        """From now on this cluster is to be removed."""
        self._tell(["add", cluster])

    def remove(self, cluster: str) -> None:
        """This cluster is gone."""
        self._tell(["remove", cluster])

    def close(self) -> None:
        """Removes what is left, and ends the process."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()

    def _tell(self, what: object) -> None:
        assert self._process.stdin is not None
        # Without it tests go on, and remove their clusters themselves.
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(what) + "\n")
            self._process.stdin.flush()


def _remove(server: Address, cluster: str) -> None:
    for attempt in range(_ATTEMPTS):
        try:
            server.change(_REMOVE, "deleteCluster", {"input": {"name": cluster}})
            return
        except RefusedError:
            if attempt + 1 < _ATTEMPTS:
                time.sleep(_BETWEEN_SECONDS)
        except UnreachableError:
            # A server that is gone has taken its clusters with it.
            return


def main() -> None:
    """Runs until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = Address(**json.loads(sys.stdin.readline()))
    clusters: Set[str] = set()
    for line in sys.stdin:
        what, name = json.loads(line)
        if what == "add":
            clusters.add(name)
        else:
            clusters.discard(name)
    for name in clusters:
        _remove(server, name)


if __name__ == "__main__":
    main()
