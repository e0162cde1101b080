"""The faults of a cluster."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from .address import Address

_FAULT = "kind nodeName isInForce since until amount factor latency"
_ERRORS = "errors { code message field }"

_LIST = f"query {{ faults {{ {_FAULT} }} }}"
_INJECT = f"mutation ($input: InjectFaultInput!) {{ injectFault(input: $input) {{ nodes {_ERRORS} }} }}"
_CLEAR = f"mutation ($input: ClearFaultsInput!) {{ clearFaults(input: $input) {{ nodes {_ERRORS} }} }}"
_CRASH = f"mutation ($input: CrashNodeInput!) {{ crashNode(input: $input) {{ nodes {_ERRORS} }} }}"


class Faults:
    """The faults of a cluster. Durations are texts such as ``90s`` and ``5m``, in cluster time.

    Nodes are chosen by name, by zone, or by a label selector; with ``share``, a part of them that the seed draws.
    """

    def __init__(self, address: Address) -> None:
        self._address = address

    def inject(
        self,
        kind: str,
        *,
        nodes: Optional[Sequence[str]] = None,
        zone: Optional[str] = None,
        node_selector: Optional[str] = None,
        share: Optional[float] = None,
        duration: Optional[str] = None,
        **further: Any,
    ) -> List[str]:
        """Injects a fault, such as ``HEARTBEATS_STOPPED`` or ``DISK_FILL``, and answers with the nodes that it struck.

        ``further`` are fields of the input ``InjectFaultInput`` as GraphQL spells them: ``amount``, ``after``, ….
        """
        chosen = {**_choice(nodes, zone, node_selector), "share": share, "for": duration, **further}
        given = {"kind": kind, **{name: value for name, value in chosen.items() if value is not None}}
        return self._address.change(_INJECT, "injectFault", {"input": given})["nodes"]

    def stop_heartbeats(self, *nodes: str, zone: Optional[str] = None, duration: Optional[str] = None) -> List[str]:
        """Stops the kubelets of nodes: no heartbeats, no work; their containers go on."""
        return self.inject("HEARTBEATS_STOPPED", nodes=nodes or None, zone=zone, duration=duration)

    def crash(self, node: str, reboot_after: Optional[str] = None) -> None:
        """Switches the machine of a node off, for so long or until the fault is cleared."""
        given = {"name": node, **({} if reboot_after is None else {"rebootAfter": reboot_after})}
        self._address.change(_CRASH, "crashNode", {"input": given})

    def list(self) -> List[Dict[str, Any]]:
        """The faults that are in force or planned."""
        return self._address.ask(_LIST)["faults"]

    def clear(
        self,
        *,
        nodes: Optional[Sequence[str]] = None,
        zone: Optional[str] = None,
        node_selector: Optional[str] = None,
    ) -> None:
        """Ends faults; all of them unless nodes are chosen."""
        self._address.change(_CLEAR, "clearFaults", {"input": _choice(nodes, zone, node_selector)})


def _choice(
    nodes: Optional[Sequence[str]], zone: Optional[str], node_selector: Optional[str]
) -> Dict[str, Any]:
    choice = {"nodes": None if nodes is None else list(nodes), "zone": zone, "nodeSelector": node_selector}
    return {name: value for name, value in choice.items() if value is not None}
