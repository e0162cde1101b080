"""What is left when tests end, in order or not."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from orrery_testing import StartError, UnreachableError, connect, start

PACKAGE = str(Path(__file__).parent.parent)

HOLDS_A_CLUSTER = """
import sys
from orrery_testing import connect
cluster = connect(sys.argv[1]).cluster(sys.argv[2], nodes=0)
print("made", flush=True)
sys.stdin.read()
"""


def test_a_cluster_of_a_killed_process_is_removed(orrery):
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDS_A_CLUSTER, orrery.address.url, "orphan"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": PACKAGE},
    )
    assert child.stdout.readline() == b"made\n"
    assert "orphan" in orrery.cluster_names()
    child.send_signal(signal.SIGKILL)
    child.wait()
    deadline = time.monotonic() + 60
    while "orphan" in orrery.cluster_names():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_what_was_left_is_removed_at_the_end(orrery):
    with connect(orrery.address.url) as other:
        other.cluster("left", nodes=0)
    assert "left" not in orrery.cluster_names()


def test_a_server_is_started_and_stopped():
    # With users, of whom the tests are one, and an authority that only its kubeconfig names.
    with start("--tls", "--authorization-mode", "RBAC") as server:
        url = server.address.url
        assert url.startswith("https:") and server.address.token
        with server.cluster(nodes=1) as made:
            assert len(made.list("v1", "Node")) == 1
    with pytest.raises(UnreachableError):
        connect(url).cluster_names()


def test_a_server_that_does_not_start_says_why(monkeypatch):
    with pytest.raises(StartError, match="--zoness"):
        start("--zoness", "2")
    monkeypatch.setenv("ORRERY_BIN", "/nonexistent/orrery")
    with pytest.raises(StartError, match="/nonexistent/orrery"):
        start()


def test_a_failure_shows_what_happened_in_the_cluster(pytester, orrery, monkeypatch):
    monkeypatch.setenv("ORRERY_URL", orrery.address.url)
    pytester.makeconftest('pytest_plugins = ["orrery_testing.plugin"]')
    pytester.makepyfile(
        """
        def test_fails(cluster):
            cluster.apply({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "lonely"},
                           "spec": {"nodeSelector": {"a": "b"}, "containers": [{"name": "c", "image": "i"}]}})
            cluster.settle()
            assert cluster.get("v1", "Pod", "lonely")["status"]["phase"] == "Running"
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*events of the cluster test-*", "*FailedScheduling Pod default/lonely: 0/3 nodes*"])
