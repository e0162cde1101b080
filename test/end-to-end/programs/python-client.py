"""What a program with Python's client does in a cluster: it prints a line for each part that went as it should."""

import datetime
import threading

from kubernetes import client, config, dynamic, utils, watch
from kubernetes.client.rest import ApiException
from kubernetes.leaderelection import electionconfig, leaderelection
from kubernetes.leaderelection.resourcelock.configmaplock import ConfigMapLock
from kubernetes.stream import stream

NAMESPACE = "default"
LIMIT_SECONDS = 240
LABELS = {"app": "web"}


def manifest(replicas):
    container = {"name": "web", "image": "nginx", "command": ["sh", "-c", "echo started; sleep 3600"]}
    template = {"metadata": {"labels": LABELS}, "spec": {"containers": [container], "terminationGracePeriodSeconds": 1}}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {"replicas": replicas, "selector": {"matchLabels": LABELS}, "template": template},
    }


def watched(list_function, is_done, **arguments):
    """Events of a list and what follows, until one of them is the last."""
    events = []
    follower = watch.Watch()
    for event in follower.stream(list_function, timeout_seconds=LIMIT_SECONDS, **arguments):
        events.append(event)
        if is_done(event["object"], event["type"]):
            follower.stop()
            return events
    raise AssertionError("the watch ended before what was waited for")


def workloads(core, apps):
    utils.create_from_dict(client.ApiClient(), manifest(2))
    watched(
        apps.list_namespaced_deployment,
        lambda deployment, _type: deployment.status.ready_replicas == 2,
        namespace=NAMESPACE,
    )
    scale = apps.patch_namespaced_deployment_scale("web", NAMESPACE, {"spec": {"replicas": 3}})
    assert scale.spec.replicas == 3, scale
    watched(
        apps.list_namespaced_deployment,
        lambda deployment, _type: deployment.status.ready_replicas == 3,
        namespace=NAMESPACE,
    )
    pods = core.list_namespaced_pod(NAMESPACE, label_selector="app=web", limit=2)
    rest = core.list_namespaced_pod(NAMESPACE, label_selector="app=web", limit=2, _continue=pods.metadata._continue)
    names = sorted(pod.metadata.name for pod in pods.items + rest.items)
    assert len(names) == 3 and len(set(names)) == 3, names
    assert pods.items[0].metadata.creation_timestamp.tzinfo == datetime.timezone.utc or pods.items[
        0
    ].metadata.creation_timestamp.utcoffset() == datetime.timedelta(0)
    print("workloads")
    return names[0]


def containers(core, pod):
    assert core.read_namespaced_pod_log(pod, NAMESPACE) == "started\n"
    command = ["sh", "-c", "echo out; echo err >&2; cat"]
    session = stream(
        core.connect_get_namespaced_pod_exec,
        pod,
        NAMESPACE,
        command=command,
        stdin=True,
        stdout=True,
        stderr=True,
        tty=False,
        _preload_content=False,
    )
    session.write_stdin("typed\n")
    printed = ""
    while session.is_open() and "typed" not in printed:
        session.update(timeout=1)
        printed += session.read_stdout() if session.peek_stdout() else ""
    assert printed == "out\ntyped\n", printed
    assert session.read_stderr() == "err\n"
    session.close()
    failing = stream(
        core.connect_get_namespaced_pod_exec,
        pod,
        NAMESPACE,
        command=["sh", "-c", "exit 3"],
        stdout=True,
        stderr=True,
        _preload_content=False,
    )
    failing.run_forever(timeout=LIMIT_SECONDS)
    assert failing.returncode == 3, failing.returncode
    print("containers")


def errors(core):
    try:
        core.read_namespaced_pod("missing", NAMESPACE)
    except ApiException as error:
        assert error.status == 404 and '"reason":"NotFound"' in error.body, error.body
    else:
        raise AssertionError("a pod that is not there was read")
    labelled = {"metadata": {"name": "taken"}}
    core.create_namespaced_config_map(NAMESPACE, labelled)
    try:
        core.create_namespaced_config_map(NAMESPACE, labelled)
    except ApiException as error:
        assert error.status == 409, error.status
    else:
        raise AssertionError("a name was taken twice")
    stale = core.read_namespaced_config_map("taken", NAMESPACE)
    core.patch_namespaced_config_map("taken", NAMESPACE, {"data": {"a": "1"}})
    stale.data = {"a": "2"}
    try:
        core.replace_namespaced_config_map("taken", NAMESPACE, stale)
    except ApiException as error:
        assert error.status == 409, error.status
    else:
        raise AssertionError("a stale object replaced a newer one")
    print("errors")


def custom_objects():
    schema = {
        "type": "object",
        "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer", "minimum": 1}}}},
    }
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "shelves.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": "shelves", "singular": "shelf", "kind": "Shelf"},
            "versions": [version],
        },
    }
    extensions = client.ApiextensionsV1Api()
    extensions.create_custom_resource_definition(definition)
    watched(
        extensions.list_custom_resource_definition,
        lambda each, _type: any(
            condition.type == "Established" and condition.status == "True"
            for condition in each.status.conditions or []
        ),
        field_selector="metadata.name=shelves.example.com",
    )
    shelf = {"apiVersion": "example.com/v1", "kind": "Shelf", "metadata": {"name": "a"}, "spec": {"size": 3}}
    api = client.CustomObjectsApi()
    api.create_namespaced_custom_object("example.com", "v1", NAMESPACE, "shelves", shelf)
    try:
        api.patch_namespaced_custom_object("example.com", "v1", NAMESPACE, "shelves", "a", {"spec": {"size": 0}})
    except ApiException as error:
        assert error.status == 422, error.status
    else:
        raise AssertionError("a size below its minimum was stored")
    resource = dynamic.DynamicClient(client.ApiClient()).resources.get(api_version="example.com/v1", kind="Shelf")
    assert resource.get(name="a", namespace=NAMESPACE).spec.size == 3
    resource.delete(name="a", namespace=NAMESPACE)
    extensions.delete_custom_resource_definition("shelves.example.com")
    print("custom objects")


def leader_election():
    elected = threading.Event()

    def lead():
        elected.set()

    # The lock of this library has no end of its own: its thread goes with the program.
    lock = ConfigMapLock("leader", NAMESPACE, "python")
    settings = electionconfig.Config(
        lock, lease_duration=17, renew_deadline=15, retry_period=5, onstarted_leading=lead, onstopped_leading=None
    )
    threading.Thread(target=leaderelection.LeaderElection(settings).run, daemon=True).start()
    assert elected.wait(LIMIT_SECONDS)
    print("leader election")


def deletion(core, apps):
    apps.delete_namespaced_deployment("web", NAMESPACE, propagation_policy="Foreground")
    remaining = {pod.metadata.name for pod in core.list_namespaced_pod(NAMESPACE, label_selector="app=web").items}

    def is_last(pod, kind):
        if kind == "DELETED":
            remaining.discard(pod.metadata.name)
        return not remaining

    if remaining:
        watched(core.list_namespaced_pod, is_last, namespace=NAMESPACE, label_selector="app=web")
    print("deletion")


def main():
    config.load_kube_config()
    core, apps = client.CoreV1Api(), client.AppsV1Api()
    print(f"version {client.VersionApi().get_code().major}")
    pod = workloads(core, apps)
    containers(core, pod)
    errors(core)
    custom_objects()
    leader_election()
    deletion(core, apps)


main()
