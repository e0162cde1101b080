"""What a kubeconfig says of a server."""

import base64
import json
import os

import pytest
from orrery_testing import Address, connect
from orrery_testing.kubeconfig import with_kubeconfig, with_own_kubeconfig

URL = "https://127.0.0.1:8443"
OTHER = "https://127.0.0.1:8444"
CA = "-----BEGIN CERTIFICATE-----\n"
DATA = base64.b64encode(CA.encode()).decode()
CONFIG = {
    "clusters": [
        {"name": "first", "cluster": {"server": OTHER}},
        {"name": "second", "cluster": {"server": f"{URL}/", "certificate-authority-data": DATA}},
    ],
    "users": [{"name": "nobody", "user": {}}, {"name": "admin", "user": {"token": "secret"}}],
    "contexts": [
        {"name": "a", "context": {"cluster": "first", "user": "nobody"}},
        {"name": "b", "context": {"cluster": "second", "user": "admin"}},
    ],
    "current-context": "b",
}


def test_the_current_context_says_who_asks_and_whom_to_trust():
    assert with_kubeconfig(URL, json.dumps(CONFIG)) == Address(URL, "secret", CA)
    yaml = pytest.importorskip("yaml")
    assert with_kubeconfig(URL, yaml.safe_dump(CONFIG)) == Address(URL, "secret", CA)


ELSEWHERE = [json.dumps({**CONFIG, "current-context": "a"}), json.dumps({**CONFIG, "contexts": None})]


@pytest.mark.parametrize("text", ["", "[]", "{", "a: [", "- b", *ELSEWHERE])
def test_a_kubeconfig_of_something_else_says_nothing(text):
    assert with_kubeconfig(URL, text) == Address(URL)


def test_no_user_and_no_authority_are_needed():
    assert with_kubeconfig(OTHER, json.dumps({**CONFIG, "current-context": "a"})) == Address(OTHER)


def test_the_first_file_of_the_environment_counts(tmp_path, monkeypatch):
    file = tmp_path / "kubeconfig"
    file.write_text(json.dumps(CONFIG))
    monkeypatch.setenv("KUBECONFIG", os.pathsep.join(["", str(file), "other"]))
    assert with_own_kubeconfig(URL) == Address(URL, "secret", CA)
    assert connect(f"{URL}/").address == Address(URL, "secret", CA)
    assert connect(URL, token="mine").address == Address(URL, "mine")
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "none"))
    assert with_own_kubeconfig(URL) == Address(URL)
    monkeypatch.delenv("KUBECONFIG")
    assert with_own_kubeconfig(URL) == Address(URL)
