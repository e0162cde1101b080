"""Clusters for tests: a Kubernetes-style control plane whose clock and faults a test controls.

With pytest the fixture ``cluster`` is all that is needed. Without it::

    with start() as orrery, orrery.cluster(nodes=2) as cluster:
        cluster.apply(pod)
        cluster.until("Pod", name="web", matches={"status": {"phase": "Running"}})
"""

from .address import Address
from .cluster import Advance, Cluster
from .errors import OrreryError, RefusedError, StartError, UnreachableError
from .faults import Faults
from .server import Orrery, connect, start

__all__ = [
    "Address",
    "Advance",
    "Cluster",
    "Faults",
    "Orrery",
    "OrreryError",
    "RefusedError",
    "StartError",
    "UnreachableError",
    "connect",
    "start",
]
