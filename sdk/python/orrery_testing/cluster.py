"""One cluster of a server."""

from __future__ import annotations

import base64
import json
import os
import re
import tempfile
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

from .address import Address
from .errors import OrreryError, RefusedError
from .faults import Faults

#: A Kubernetes object as JSON.
Object = Dict[str, Any]

_ERRORS = "errors { code message field }"
_PAGE = "pageInfo { hasNextPage endCursor }"
_PAGE_SIZE = 500
#: Between two looks at a cluster whose clock runs by itself, in seconds of real time.
_LOOK_EVERY_SECONDS = 0.05

_APPLY = f"mutation ($input: ApplyObjectInput!) {{ applyObject(input: $input) {{ objects {{ json }} {_ERRORS} }} }}"
_GET = """query ($apiVersion: String!, $kind: String!, $namespace: String, $name: String!) {
  object(apiVersion: $apiVersion, kind: $kind, namespace: $namespace, name: $name) { json }
}"""
_LIST = f"""query ($apiVersion: String!, $kind: String!, $filter: ResourceFilter, $first: Int, $after: String) {{
  objects(apiVersion: $apiVersion, kind: $kind, filter: $filter, first: $first, after: $after) {{
    nodes {{ json }} {_PAGE}
  }}
}}"""
_DELETE = f"mutation ($input: DeleteObjectInput!) {{ deleteObject(input: $input) {{ {_ERRORS} }} }}"
_CLOCK = "query { clock { mode rate now nextEventAt } }"
_ADVANCE = f"""mutation ($input: AdvanceClockInput!) {{
  advanceClock(input: $input) {{ clock {{ now }} endedBy events {_ERRORS} }}
}}"""
_LOOK = "query ($conditions: [ClockConditionInput!]!) { clock { now } conditionsMet(conditions: $conditions) }"
_EXPLAIN = """query ($input: ExplainSchedulingInput!) {
  explainScheduling(input: $input) {
    schedulerName message feasibleCount evaluatedCount gates preemptionRefused
    selectedNode { metadata { name } } nominated ties { metadata { name } }
    nodes {
      node { metadata { name } } feasible total rank preemption { role reason }
      filters { plugin predicate passed code reasons detail }
      scores { plugin priority raw normalized weight weighted }
    }
  }
}"""
_EVENTS = f"""query ($filter: EventFilter, $first: Int, $after: String) {{
  events(filter: $filter, first: $first, after: $after) {{
    nodes {{
      type reason message count firstTimestamp lastTimestamp eventTime
      involvedObject {{ kind namespace name }} metadata {{ creationTimestamp }}
    }}
    {_PAGE}
  }}
}}"""
_REMOVE = f"mutation ($input: DeleteClusterInput!) {{ deleteCluster(input: $input) {{ {_ERRORS} }} }}"


@dataclass(frozen=True)
class Advance:
    """How far time came."""

    #: Cluster time after it.
    now: datetime
    #: What ended it: ``TIME``, ``CONDITION`` or ``IDLE``.
    ended_by: str
    #: Number of instants at which events were due.
    events: int


class Cluster:
    """A cluster. Every method raises RefusedError, in the words of the server, or UnreachableError."""

    def __init__(self, name: str, server: Address, removed: Callable[[], None] = lambda: None) -> None:
        #: Its name on the server.
        self.name = name
        #: Where it is reached: its ``url`` is that of the Kubernetes API.
        self.address = server.of_cluster(name)
        self.faults = Faults(self.address)
        self._server = server
        self._removed = removed

    @property
    def url(self) -> str:
        """Where the Kubernetes API of the cluster is, for any client."""
        return self.address.url

    def kubeconfig(self) -> str:
        """A kubeconfig of this cluster, as JSON, which is YAML as well."""
        token, ca = self.address.token, self.address.ca
        trust: Dict[str, Any] = {"insecure-skip-tls-verify": True}
        if ca is not None:
            trust = {"certificate-authority-data": base64.b64encode(ca.encode()).decode()}
        return json.dumps(
            {
                "apiVersion": "v1",
                "kind": "Config",
                "clusters": [{"name": self.name, "cluster": {"server": self.url, **trust}}],
                "users": [{"name": "admin", "user": {} if token is None else {"token": token}}],
                "contexts": [
                    {"name": self.name, "context": {"cluster": self.name, "user": "admin", "namespace": "default"}}
                ],
                "current-context": self.name,
            }
        )

    def kubeconfig_file(self, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        """Writes the kubeconfig to a file that its owner alone can read, a new one if none is given; its path."""
        file = os.path.join(tempfile.mkdtemp(prefix="orrery-"), "kubeconfig") if path is None else os.fspath(path)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
            stream.write(self.kubeconfig())
        return file

    def api_client(self) -> Any:
        """A ``kubernetes.client.ApiClient`` of this cluster; needs the package ``kubernetes``."""
        from kubernetes import config

        return config.new_client_from_config_dict(json.loads(self.kubeconfig()))

    def query(self, query: str, variables: Optional[Mapping[str, Any]] = None) -> Any:
        """The data of any operation of the cluster's GraphQL API."""
        return self.address.ask(query, variables)

    def apply(self, objects: Union[str, Mapping[str, Any], Sequence[Mapping[str, Any]]]) -> List[Object]:
        """Applies objects, or documents in YAML, as ``kubectl apply --server-side --force-conflicts`` does."""
        given: Dict[str, Any] = {"force": True, "fieldManager": "orrery-testing"}
        if isinstance(objects, str):
            given["yaml"] = objects
        else:
            given["objects"] = [objects] if isinstance(objects, Mapping) else list(objects)
        return [each["json"] for each in self.address.change(_APPLY, "applyObject", {"input": given})["objects"]]

    def get(self, api_version: str, kind: str, name: str, namespace: Optional[str] = None) -> Optional[Object]:
        """An object; None if there is none. The namespace is ``default`` where the kind has namespaces."""
        names = _named(api_version, kind, name, namespace)
        try:
            found = self.address.ask(_GET, names)["object"]
        except RefusedError as error:
            if error.code == "NOT_FOUND":
                return None
            raise
        return None if found is None else found["json"]

    def list(self, api_version: str, kind: str, **filter: Any) -> List[Object]:
        """All objects of a kind that match a filter, whose fields GraphQL spells: ``labelSelector``, ``namespace``, …."""
        variables = {"apiVersion": api_version, "kind": kind, "filter": filter}
        return [each["json"] for each in self._every_page(_LIST, "objects", variables)]

    def delete(self, api_version: str, kind: str, name: str, namespace: Optional[str] = None) -> None:
        """Deletes an object."""
        self.address.change(_DELETE, "deleteObject", {"input": _named(api_version, kind, name, namespace)})

    def now(self) -> datetime:
        """Current cluster time."""
        return _time(self.clock()["now"])

    def clock(self) -> Dict[str, Any]:
        """``mode`` (``MANUAL``, ``SCALED``, ``REALTIME``, ``AUTO``), ``rate``, ``now`` and ``nextEventAt``."""
        return self.address.ask(_CLOCK)["clock"]

    def advance(self, by: str) -> Advance:
        """Lets so much cluster time pass (``90s``, ``5m``); the clock must be ``manual``."""
        return self._advance({"by": by})

    def settle(self) -> Advance:
        """Lets time pass until nothing but heartbeats happens."""
        return self._advance({"untilIdle": True})

    def until(
        self,
        kind: str,
        *,
        name: Optional[str] = None,
        namespace: Optional[str] = None,
        api_version: Optional[str] = None,
        label_selector: Optional[str] = None,
        matches: Optional[Mapping[str, Any]] = None,
        count: Optional[int] = None,
        within: str = "1h",
    ) -> Advance:
        """Waits until the cluster has objects as described, at most ``within`` of cluster time.

        A ``manual`` clock is advanced to the very instant at which it has them; otherwise time passes by itself.
        """
        fields = {
            "kind": kind,
            "name": name,
            "namespace": namespace,
            "apiVersion": api_version,
            "labelSelector": label_selector,
            "matches": matches,
            "count": count,
        }
        return self.until_all([{key: value for key, value in fields.items() if value is not None}], within=within)

    def until_all(self, conditions: Sequence[Mapping[str, Any]], *, within: str = "1h") -> Advance:
        """Waits for several conditions at once, each an input ``ClockConditionInput`` of GraphQL."""
        if self.clock()["mode"] == "MANUAL":
            reached = self._advance({"until": list(conditions), "by": within})
        else:
            reached = self._watch(conditions, within)
        if reached.ended_by != "CONDITION":
            raise RefusedError(f"cluster {self.name}: not within {within}: {json.dumps(list(conditions))}")
        return reached

    def explain(self, pod: Union[str, Mapping[str, Any]], namespace: str = "default") -> Dict[str, Any]:
        """Why a pod is placed where it is: the name of one, or an object that need not exist."""
        given = {"pod": {"name": pod, "namespace": namespace}} if isinstance(pod, str) else {"object": pod}
        return self.address.ask(_EXPLAIN, {"input": given})["explainScheduling"]

    def events(self, **filter: Any) -> List[Dict[str, Any]]:
        """All events that match a filter, whose fields GraphQL spells: ``reasons``, ``type``, …."""
        return self._every_page(_EVENTS, "events", {"filter": filter})

    def remove(self) -> None:
        """Removes the cluster with everything in it."""
        self._server.change(_REMOVE, "deleteCluster", {"input": {"name": self.name}})
        self._removed()

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def _advance(self, given: Mapping[str, Any]) -> Advance:
        payload = self.address.change(_ADVANCE, "advanceClock", {"input": given})
        return Advance(_time(payload["clock"]["now"]), payload["endedBy"], payload["events"])

    def _watch(self, conditions: Sequence[Mapping[str, Any]], within: str) -> Advance:
        end = self.now() + _duration(within)
        while True:
            seen = self.address.ask(_LOOK, {"conditions": list(conditions)})
            now = _time(seen["clock"]["now"])
            if seen["conditionsMet"]:
                return Advance(now, "CONDITION", 0)
            if now >= end:
                return Advance(now, "TIME", 0)
            time.sleep(_LOOK_EVERY_SECONDS)

    def _every_page(self, query: str, field: str, variables: Mapping[str, Any]) -> List[Dict[str, Any]]:
        items: List[Dict[str, Any]] = []
        after: Optional[str] = None
        while True:
            page = self.address.ask(query, {**variables, "first": _PAGE_SIZE, "after": after})[field]
            items.extend(page["nodes"])
            if not page["pageInfo"]["hasNextPage"]:
                return items
            after = page["pageInfo"]["endCursor"]


def _named(api_version: str, kind: str, name: str, namespace: Optional[str]) -> Dict[str, Any]:
    names = {"apiVersion": api_version, "kind": kind, "name": name}
    return names if namespace is None else {**names, "namespace": namespace}


def _time(text: str) -> datetime:
    # Python 3.9 and 3.10 read neither Z nor fractions that are not of three or six digits.
    whole, _, fraction = text.rstrip("Z").partition(".")
    return datetime.fromisoformat(f"{whole}.{(fraction + '000000')[:6]}+00:00")


_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}


def _duration(text: str) -> timedelta:
    if not re.fullmatch(r"(?:\d+(?:\.\d+)?(?:h|ms|m|s))+", text):
        raise OrreryError(f"{text!r} is not a duration such as 90s or 1h30m")
    parts = re.findall(r"(\d+(?:\.\d+)?)(h|ms|m|s)", text)
    return timedelta(seconds=sum(float(amount) * _UNITS[unit] for amount, unit in parts))
