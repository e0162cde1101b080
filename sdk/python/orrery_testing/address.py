"""How a server is reached, and how it is asked in GraphQL."""

from __future__ import annotations

import json
import re
import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass, replace
from typing import Any, Mapping, Optional
from urllib.parse import urlsplit

from .errors import RefusedError, UnreachableError

#: The cluster that answers at the root of its server.
DEFAULT_CLUSTER = "default"

#: A response may take as long as the advance of a clock that it waits for, in seconds of real time.
_TIMEOUT_SECONDS = 600


@dataclass(frozen=True)
class Address:
    """A server, or one of its clusters."""

    #: Without a slash at its end.
    url: str
    #: Says who asks, to a server with users.
    token: Optional[str] = None
    #: Certificate of the server's authority in PEM, if it is not a public one.
    ca: Optional[str] = None

    def of_cluster(self, name: str) -> "Address":
        """The address of a cluster of this server, which may be named by the address of another of its clusters."""
        if name == DEFAULT_CLUSTER:
            return self
        server = re.sub(r"/clusters/[^/]+$", "", self.url)
        return replace(self, url=f"{server}/clusters/{name}")

    def ask(self, query: str, variables: Optional[Mapping[str, Any]] = None) -> Any:
        """The data that an operation in GraphQL answers with. Raises RefusedError and UnreachableError."""
        answer = self._post(json.dumps({"query": query, "variables": variables or {}}).encode())
        errors = answer.get("errors")
        if errors:
            code = (errors[0].get("extensions") or {}).get("code")
            raise RefusedError("\n".join(error["message"] for error in errors), code)
        return answer["data"]

    def change(self, mutation: str, name: str, variables: Optional[Mapping[str, Any]] = None) -> Any:
        """The payload of a mutation that was carried out. Raises RefusedError for one that was not."""
        payload = self.ask(mutation, variables)[name]
        errors = payload.get("errors")
        if errors:
            message = "\n".join(error["message"] for error in errors)
            raise RefusedError(message, errors[0].get("code"), errors[0].get("field"))
        return payload

    def _post(self, body: bytes) -> Any:
        target = f"{self.url}/graphql"
        headers = {"content-type": "application/json"}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(target, data=body, headers=headers)
        try:
            with self._opener().open(request, timeout=_TIMEOUT_SECONDS) as response:
                text = response.read()
        except urllib.error.HTTPError as error:
            # Refusals are answered with a body like any other.
            text = error.read()
        except OSError as error:
            raise UnreachableError(f"the server at {target} cannot be reached: {error}") from error
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or not ("data" in answer or "errors" in answer):
            raise UnreachableError(f"{target} answered no GraphQL: is it an Orrery server?")
        return answer

    def _opener(self) -> urllib.request.OpenerDirector:
        context = ssl.create_default_context(cadata=self.ca)
        handlers: list[urllib.request.BaseHandler] = [urllib.request.HTTPSHandler(context=context)]
        if urlsplit(self.url).hostname in ("localhost", "127.0.0.1", "::1"):
            # A proxy cannot reach what is on this machine.
            handlers.append(urllib.request.ProxyHandler({}))
        return urllib.request.build_opener(*handlers)
