"""What a kubeconfig says of a server: who asks, and whom to trust."""

from __future__ import annotations

import base64
import json
import os
from typing import Any, List, Mapping

from .address import Address


def with_kubeconfig(url: str, text: str) -> Address:
    """The address, with token and authority if the current context of the kubeconfig is the same server.

    JSON is read as it is, as ``orrery exec`` writes it; YAML where the package ``yaml`` is (``kubernetes`` needs it).
    """
    config = _parsed(text)
    context = _named(config, "contexts", "context", config.get("current-context"))
    cluster = _named(config, "clusters", "cluster", context.get("cluster"))
    if str(cluster.get("server", "")).rstrip("/") != url:
        return Address(url)
    ca = cluster.get("certificate-authority-data")
    token = _named(config, "users", "user", context.get("user")).get("token")
    return Address(url, token, None if ca is None else base64.b64decode(ca).decode())


def with_own_kubeconfig(url: str) -> Address:
    """The address, with what the first file of ``$KUBECONFIG`` knows of it, which may be about anything, or be absent."""
    for file in filter(None, os.environ.get("KUBECONFIG", "").split(os.pathsep)):
        try:
            with open(file, encoding="utf-8") as stream:
                return with_kubeconfig(url, stream.read())
        except (OSError, UnicodeDecodeError):
            break
    return Address(url)


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        config = json.loads(text)
    except ValueError:
        config = _parsed_yaml(text)
    return config if isinstance(config, dict) else {}


def _parsed_yaml(text: str) -> Any:
    try:
        import yaml
    except ImportError:
        return None
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return None


def _named(config: Mapping[str, Any], listed: str, field: str, name: Any) -> Mapping[str, Any]:
    """The entry of a list that has a name."""
    entries: List[Any] = config.get(listed) or []
    return next((each.get(field) or {} for each in entries if each.get("name") == name), {})
