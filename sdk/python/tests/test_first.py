import pytest
from kubernetes import client


@pytest.mark.orrery(nodes=2)
def test_a_lost_node_loses_its_pods(cluster):
    pods = client.CoreV1Api(cluster.api_client())
    container = {"name": "web", "image": "nginx"}
    pods.create_namespaced_pod("default", {"metadata": {"name": "web"}, "spec": {"containers": [container]}})
    cluster.until("Pod", name="web", matches={"status": {"phase": "Running"}})
    cluster.faults.stop_heartbeats(pods.read_namespaced_pod("web", "default").spec.node_name)
    evicted = cluster.until("Event", matches={"reason": "TaintManagerEviction"})
    assert evicted.now.isoformat() == "2025-01-01T00:06:05+00:00"
