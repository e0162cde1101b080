"""Servers: those that run already, and those that are started for tests."""

from __future__ import annotations

import atexit
import json
import os
import re
import secrets
import shlex
import shutil
import subprocess
import tempfile
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

from .address import DEFAULT_CLUSTER, Address
from .cluster import Cluster
from .errors import OrreryError, StartError
from .kubeconfig import with_kubeconfig, with_own_kubeconfig
from .reaper import Reaper

_CREATE = """mutation ($input: CreateClusterInput!) {
  createCluster(input: $input) { cluster { name } errors { code message field } }
}"""
_CLUSTERS = "query { clusters { name } }"
_STOP_SECONDS = 30

#: Says where the server is, and waits for the end of its input: `orrery exec` stops the server with it.
_HOLD = (
    "const { ORRERY_URL: url, KUBECONFIG } = process.env;"
    "console.log(JSON.stringify({ url, kubeconfig: require('node:fs').readFileSync(KUBECONFIG, 'utf8') }));"
    "process.stdin.resume(); process.stdin.on('end', () => process.exit(0));"
    "for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0));"
)


class Orrery:
    """A server."""

    def __init__(self, address: Address, stop: Callable[[], None] = lambda: None, *, outlives: bool = True) -> None:
        #: Where it is.
        self.address = address
        self._stop = stop
        self._outlives = outlives
        self._reaper: Optional[Reaper] = None

    def cluster(
        self,
        name: Optional[str] = None,
        *,
        nodes: int = 3,
        zones: int = 1,
        seed: str = "orrery",
        clock: str = "manual",
        start_at: Optional[str] = None,
        bundle: Optional[str] = None,
        settings: Optional[Mapping[str, Any]] = None,
    ) -> Cluster:
        """Makes a cluster. It has nothing in common with others but the server, and is removed when this process ends.

        name: lower case letters, digits, ``-`` and ``.``; one that no other cluster has if absent.
        clock: ``manual``, ``real``, ``auto`` (goes to the next event by itself; ``auto:200x`` at most so fast), or a rate such
        as ``60x``. start_at: the time at which it begins, in ISO 8601.
        bundle: ``okd-legacy``, ``k8s-1.20``, ``modern`` or ``k8s-1.36``. settings: as ``createCluster`` of GraphQL
        takes them.
        """
        chosen = name if name is not None else f"test-{secrets.token_hex(6)}"
        when = _clock(clock) if start_at is None else {**_clock(clock), "startAt": start_at}
        given: Dict[str, Any] = {"name": chosen, "nodes": nodes, "zones": zones, "seed": seed, "clock": when}
        behaviour = {**(settings or {}), **({} if bundle is None else {"bundle": bundle})}
        if behaviour:
            given["settings"] = behaviour
        reaper = self._reaper_of()
        # Before there is a cluster: this process may be killed while the server makes it. A name that was given may be
        # that of another one's cluster, as long as the server has not said that it is ours.
        if reaper is not None and name is None:
            reaper.add(chosen)
        self.address.change(_CREATE, "createCluster", {"input": given})
        if reaper is None:
            return Cluster(chosen, self.address)
        reaper.add(chosen)
        return Cluster(chosen, self.address, lambda: reaper.remove(chosen))

    def attach(self, name: str = DEFAULT_CLUSTER) -> Cluster:
        """A cluster that exists; the one at the root of the server if no name is given."""
        return Cluster(name, self.address)

    def cluster_names(self) -> List[str]:
        """The names of all clusters."""
        return [each["name"] for each in self.address.ask(_CLUSTERS)["clusters"]]

    def close(self) -> None:
        """Stops a server that was started here; of another one it removes the clusters that were made here."""
        if self._reaper is not None:
            self._reaper.close()
            self._reaper = None
        self._stop()

    def __enter__(self) -> "Orrery":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _reaper_of(self) -> Optional[Reaper]:
        if self._reaper is None and self._outlives:
            self._reaper = Reaper(self.address)
        return self._reaper


def connect(url: Optional[str] = None, *, token: Optional[str] = None, ca: Optional[str] = None) -> Orrery:
    """A server that runs already: at an address, or at ``$ORRERY_URL``, which ``orrery exec`` sets.

    token and ca: who asks, and the authority of the server in PEM, for a server with users. If neither is given, they are
    those of the current context of ``$KUBECONFIG``, where that is the same server.
    """
    found = url or os.environ.get("ORRERY_URL")
    if not found:
        raise OrreryError("no server is known: give its address, or set ORRERY_URL")
    found = re.sub(r"(?<!/)/+$", "", found)
    return Orrery(with_own_kubeconfig(found) if token is None and ca is None else Address(found, token, ca))


def start(*options: str) -> Orrery:
    """Starts a server with a database of its own, which stops with this process, however that ends.

    The command line is ``$ORRERY_BIN``, else ``orrery`` of the path, else ``npx @orrery-dev/orrery``; ``options`` are
    those of ``orrery exec``. Raises StartError.
    """
    command = [*_command(), "exec", "--nodes", "0", *options, "--", "node", "-e", _HOLD]
    with tempfile.TemporaryFile() as words:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=words,
                # Ctrl-C reaches the tests alone, which end the server in order.
                start_new_session=True,
            )
        except OSError as error:
            raise StartError(f"{command[0]} cannot be run: {error}") from error
        assert process.stdin is not None and process.stdout is not None
        line = process.stdout.readline()
        if not line:
            code = process.wait()
            words.seek(0)
            said = words.read().decode(errors="replace").strip()
            raise StartError(said or f"the server ended with {code}")
    stop = _stopper(process)
    atexit.register(stop)
    place = json.loads(line)
    return Orrery(with_kubeconfig(place["url"], place["kubeconfig"]), stop, outlives=False)


def _stopper(process: "subprocess.Popen[bytes]") -> Callable[[], None]:
    def stop() -> None:
        if process.poll() is not None:
            return
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

    return stop


def _command() -> Sequence[str]:
    given = os.environ.get("ORRERY_BIN")
    if given:
        return shlex.split(given)
    return ["orrery"] if shutil.which("orrery") else ["npx", "--yes", "@orrery-dev/orrery"]


def _clock(clock: str) -> Dict[str, Any]:
    if clock == "real":
        return {"mode": "REALTIME"}
    if clock == "manual":
        return {"mode": "MANUAL"}
    if clock == "auto":
        return {"mode": "AUTO"}
    rate = re.fullmatch(r"(auto:)?(\d+(?:\.\d+)?)x", clock)
    if rate is None or float(rate[2]) <= 0:
        raise OrreryError(f"the clock {clock!r} does not exist: give real, manual, auto or a rate such as 60x")
    return {"mode": "AUTO" if rate[1] else "SCALED", "rate": float(rate[2])}
