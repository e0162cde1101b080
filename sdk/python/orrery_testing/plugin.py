"""Fixtures for pytest."""

from __future__ import annotations

import os
from typing import Any, Iterator

import pytest

from .cluster import Cluster
from .errors import OrreryError
from .server import Orrery, connect, start


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker that says how the cluster of a test is made."""
    config.addinivalue_line(
        "markers", "orrery(nodes=3, zones=1, clock='manual', …): how the cluster of the test is made (Orrery.cluster)"
    )


@pytest.fixture(scope="session")
def orrery() -> Iterator[Orrery]:
    """The server of all tests of this process: that of ``$ORRERY_URL``, else one that is started and stopped with them."""
    with connect() if os.environ.get("ORRERY_URL") else start() as server:
        yield server


@pytest.fixture
def cluster(orrery: Orrery, request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """A cluster of the test's own, as ``@pytest.mark.orrery(…)`` says; it is removed after the test."""
    marker = request.node.get_closest_marker("orrery")
    with orrery.cluster(**({} if marker is None else marker.kwargs)) as made:
        yield made


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Shows with a test that failed what happened in its cluster."""
    outcome: Any = yield
    report = outcome.get_result()
    made = getattr(item, "funcargs", {}).get("cluster")
    if report.when != "call" or not report.failed or not isinstance(made, Cluster):
        return
    try:
        report.sections.append((f"events of the cluster {made.name}", _events(made)))
    except OrreryError as error:
        # The failure of the test is what counts; that its cluster is gone may be the reason.
        report.sections.append((f"events of the cluster {made.name}", str(error)))


def _events(made: Cluster) -> str:
    lines = [f"{made.now().isoformat()}  the test failed"]
    for event in made.events():
        about = event["involvedObject"]
        at = event["lastTimestamp"] or event["eventTime"] or event["metadata"]["creationTimestamp"]
        name = "/".join(filter(None, [about["namespace"], about["name"]]))
        lines.append(f"{at}  {event['type']} {event['reason']} {about['kind']} {name}: {event['message']}")
    return "\n".join(sorted(lines))
