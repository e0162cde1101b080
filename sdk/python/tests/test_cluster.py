"""Every method of a cluster, on a server."""

import json
import os
import stat
from datetime import datetime, timezone

import pytest
from orrery_testing import OrreryError, RefusedError, UnreachableError, connect
from orrery_testing.cluster import _duration

POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "web"},
    "spec": {"containers": [{"name": "web", "image": "nginx"}]},
}
RUNNING = {"status": {"phase": "Running"}}


@pytest.mark.orrery(nodes=2)
def test_a_lost_node_loses_its_pods_after_five_minutes(cluster):
    assert cluster.apply(POD)[0]["metadata"]["namespace"] == "default"
    cluster.until("Pod", name="web", matches=RUNNING)
    node = cluster.get("v1", "Pod", "web")["spec"]["nodeName"]
    assert cluster.faults.stop_heartbeats(node) == [node]
    evicted = cluster.until("Event", matches={"reason": "TaintManagerEviction"})
    assert evicted.now == datetime(2025, 1, 1, 0, 6, 5, tzinfo=timezone.utc)
    assert {event["reason"] for event in cluster.events(reasons=["TaintManagerEviction"])} == {"TaintManagerEviction"}


@pytest.mark.orrery(nodes=1)
def test_objects_are_applied_listed_and_deleted(cluster):
    maps = "\n---\n".join(
        json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "labels": {"app": name}}})
        for name in ("a", "b")
    )
    assert [each["metadata"]["name"] for each in cluster.apply(maps)] == ["a", "b"]
    assert [each["metadata"]["name"] for each in cluster.list("v1", "ConfigMap", labelSelector="app=b")] == ["b"]
    cluster.delete("v1", "ConfigMap", "a")
    assert cluster.get("v1", "ConfigMap", "a") is None
    with pytest.raises(RefusedError) as refused:
        cluster.delete("v1", "ConfigMap", "a")
    assert refused.value.code == "NOT_FOUND"
    with pytest.raises(RefusedError, match="metadata.name"):
        cluster.apply({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "A_"}})
    with pytest.raises(RefusedError, match="nonsense"):
        cluster.query("query { nonsense }")


@pytest.mark.orrery(nodes=2, zones=2)
def test_time_passes_when_it_is_told_to(cluster):
    begin = cluster.now()
    assert (cluster.advance("90s").now - begin).total_seconds() == 90
    assert cluster.settle().ended_by == "IDLE"
    with pytest.raises(RefusedError, match=r"not within 2m: .*\"web\""):
        cluster.until("Pod", name="web", within="2m")
    cluster.apply([POD, {**POD, "metadata": {"name": "other"}}])
    both = [{"kind": "Pod", "name": name, "matches": RUNNING} for name in ("web", "other")]
    assert cluster.until_all(both).ended_by == "CONDITION"


@pytest.mark.orrery(nodes=1, clock="60x", seed="other")
def test_a_clock_that_runs_is_waited_for(cluster):
    assert cluster.clock()["mode"] == "SCALED"
    cluster.apply(POD)
    assert cluster.until("Pod", name="web", matches=RUNNING).ended_by == "CONDITION"
    with pytest.raises(RefusedError, match="not within 10s"):
        cluster.until("Pod", name="none", within="10s")


@pytest.mark.orrery(nodes=3)
def test_faults_come_and_go(cluster):
    assert cluster.faults.inject("DISK_FILL", nodes=["node-1"], amount="99%", duration="5m") == ["node-1"]
    cluster.faults.crash("node-2", reboot_after="10m")
    assert sorted({fault["nodeName"] for fault in cluster.faults.list()}) == ["node-1", "node-2"]
    cluster.faults.clear(nodes=["node-1"])
    assert {fault["nodeName"] for fault in cluster.faults.list()} == {"node-2"}
    cluster.faults.clear()
    assert cluster.faults.list() == []
    with pytest.raises(RefusedError, match="node-9"):
        cluster.faults.stop_heartbeats("node-9")


def test_a_placement_is_explained(cluster):
    huge = {**POD, "spec": {"containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": "512"}}}]}}
    # New nodes are ready a moment later.
    cluster.settle()
    why = cluster.explain(huge)
    assert (why["feasibleCount"], why["evaluatedCount"]) == (0, 3)
    assert "Insufficient cpu" in why["message"]
    cluster.apply(POD)
    cluster.until("Pod", name="web", matches=RUNNING)
    assert len(cluster.explain("web")["nodes"]) == 3


@pytest.mark.orrery(start_at="2030-01-01T00:00:00Z", bundle="k8s-1.20")
def test_clients_find_the_cluster(cluster, tmp_path):
    file = cluster.kubeconfig_file(tmp_path / "kubeconfig")
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(cluster.kubeconfig_file()).st_mode) == 0o600
    kubernetes = pytest.importorskip("kubernetes")
    nodes = kubernetes.client.CoreV1Api(cluster.api_client()).list_node().items
    assert [node.metadata.name for node in nodes] == ["node-1", "node-2", "node-3"]
    assert cluster.now().year == 2030


def test_clusters_are_listed_attached_and_removed(orrery):
    with orrery.cluster("named", nodes=0) as made:
        assert "named" in orrery.cluster_names()
        assert orrery.attach("named").url == made.url
        with pytest.raises(RefusedError, match="named"):
            orrery.cluster("named")
    assert "named" not in orrery.cluster_names()
    with pytest.raises(RefusedError):
        orrery.cluster("Not A Name")


def test_a_clock_goes_by_itself(orrery):
    with orrery.cluster(nodes=1, clock="auto:200x") as made:
        assert (made.clock()["mode"], made.clock()["rate"]) == ("AUTO", 200)
        made.apply(POD)
        assert made.until("Pod", name="web", matches=RUNNING).ended_by == "CONDITION"


def test_a_server_may_be_named_by_one_of_its_clusters(orrery):
    with orrery.cluster(nodes=0) as one, connect(one.url, token=one.address.token, ca=one.address.ca) as server:
        with server.cluster(nodes=0) as other:
            assert other.now().year == 2025
            assert one.name in server.cluster_names()
        assert server.attach().url == one.url


def test_what_is_wrong_is_said(orrery, monkeypatch):
    with pytest.raises(OrreryError, match="sundial"):
        orrery.cluster(clock="sundial")
    with pytest.raises(UnreachableError, match="cannot be reached"):
        connect("http://127.0.0.1:1").cluster_names()
    with pytest.raises(UnreachableError, match="no GraphQL"):
        connect(f"{orrery.address.url}/readyz").cluster_names()
    monkeypatch.delenv("ORRERY_URL", raising=False)
    with pytest.raises(OrreryError, match="ORRERY_URL"):
        connect()


@pytest.mark.parametrize("text, seconds", [("90s", 90), ("1h30m", 5400), ("250ms", 0.25), ("1.5m", 90)])
def test_durations(text, seconds):
    assert _duration(text).total_seconds() == seconds


@pytest.mark.parametrize("text", ["", "5", "m", "1h x"])
def test_texts_that_are_no_durations(text):
    with pytest.raises(OrreryError, match="not a duration"):
        _duration(text)
