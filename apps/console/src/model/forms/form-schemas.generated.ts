// Written by `npm run reference` from the inputs of actions (libs/api/actions); test/architecture/console-schemas.spec.ts compares it.
/** Values that forms ask for, by action and path in its input. */
export const FORM_SCHEMAS = {
  "createCluster": {
    "seed": {
      "kind": "text",
      "about": "Seed (default: the name)."
    },
    "clock.rate": {
      "kind": "number",
      "about": "Cluster seconds per real second, for SCALED."
    },
    "clock.startAt": {
      "kind": "text",
      "about": "Initial cluster time (default: now; 2025-01-01T00:00:00Z if it is MANUAL).",
      "format": "time"
    },
    "clock.mode": {
      "kind": "text",
      "about": "How cluster time follows real time.",
      "words": {
        "MANUAL": "Cluster time stands still until it is advanced.",
        "REALTIME": "Cluster time runs at the speed of real time.",
        "SCALED": "Cluster time runs faster or slower than real time.",
        "AUTO": "Cluster time jumps to the next event while the cluster and its clients are idle."
      }
    },
    "nodes": {
      "kind": "integer",
      "about": "Number of simulated nodes (at most 65000, default 0).",
      "min": 0,
      "max": 65000,
      "rule": "must be between 0 and 65000"
    },
    "zones": {
      "kind": "integer",
      "about": "Number of zones over which the nodes are distributed (default 1).",
      "min": 1,
      "max": 65000,
      "rule": "must be between 1 and 65000"
    },
    "settings.bundle": {
      "kind": "text",
      "about": "Generation of behaviour: okd-legacy, k8s-1.20, modern, k8s-1.36.",
      "preset": "modern",
      "words": {
        "okd-legacy": "",
        "k8s-1.20": "",
        "modern": "",
        "k8s-1.36": ""
      }
    },
    "settings.leftOut": {
      "kind": "list",
      "about": "Components that the cluster is without, so that others take their place: `scheduler`, `kubelet`, `controller-manager`, or single controllers by their names in kube-controller-manager."
    },
    "record": {
      "kind": "flag",
      "about": "Records all inputs from the beginning, for `replayRecording`; the clock must be MANUAL or AUTO."
    },
    "name": {
      "kind": "text",
      "about": "Name: lower case letters, digits, `-` and `.` (at most 63 characters).",
      "isRequired": true
    }
  },
  "addApiFault": {
    "users": {
      "kind": "list",
      "about": "Names of users; a `*` at the end matches any ending; all if absent."
    },
    "userAgents": {
      "kind": "list",
      "about": "User-Agent headers of clients; a `*` at the end matches any ending; all if absent."
    },
    "verbs": {
      "kind": "list",
      "about": "Verbs as in roles: get, list, watch, create, update, …; all if absent."
    },
    "resources": {
      "kind": "list",
      "about": "Resources: `pods`, `deployments.apps`, `pods/status`; a `*` at the end matches any ending; all if absent."
    },
    "namespaces": {
      "kind": "list",
      "about": "Namespaces; a `*` at the end matches any ending; all if absent."
    },
    "names": {
      "kind": "list",
      "about": "Names of objects; a `*` at the end matches any ending; all if absent."
    },
    "code": {
      "kind": "integer",
      "about": "HTTP code of the answer: 400, 401, 403, 404, 409, 410, 429, 500, 503, 504."
    },
    "message": {
      "kind": "text",
      "about": "Message of the answer with `code`.",
      "preset": "what the real server says"
    },
    "retryAfter": {
      "kind": "text",
      "about": "Delay after which clients are asked to try again, in whole seconds; only with `code`.",
      "format": "duration",
      "rule": "must be at least 1s"
    },
    "latency": {
      "kind": "text",
      "about": "Delay of the request, in real time.",
      "format": "duration",
      "rule": "must be between 1ms and 10m"
    },
    "watchLifetime": {
      "kind": "text",
      "about": "After how much real time watches end with an error event of code 410, so that clients list again.",
      "format": "duration",
      "rule": "must not be negative"
    },
    "probability": {
      "kind": "number",
      "about": "Share of the requests, drawn with the seed of the cluster.",
      "min": 0,
      "max": 1,
      "rule": "must be between 0 and 1",
      "preset": "1"
    },
    "times": {
      "kind": "integer",
      "about": "Maximum number of requests, counted by each API server since its start; any number if absent.",
      "min": 1,
      "rule": "must be at least 1"
    },
    "name": {
      "kind": "text",
      "about": "Name of the rule; a rule of this name is replaced.",
      "isRequired": true
    }
  },
  "addNodes": {
    "dryRun": {
      "kind": "flag",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "kind": "text",
      "about": "Field manager (default `graphql`)."
    },
    "resourceVersion": {
      "kind": "text",
      "about": "Revision that the object must have."
    },
    "count": {
      "kind": "integer",
      "about": "Number of nodes (1-1000, default 1)."
    },
    "firstIndex": {
      "kind": "integer",
      "about": "Number of the first node (default 1)."
    },
    "zones": {
      "kind": "list",
      "about": "Zones, assigned to the nodes in turn."
    },
    "region": {
      "kind": "text",
      "about": "Region."
    },
    "instanceType": {
      "kind": "text",
      "about": "Instance type."
    },
    "unschedulable": {
      "kind": "flag",
      "about": "Marks the nodes unschedulable from the start."
    },
    "name": {
      "kind": "text",
      "about": "Name; for several nodes `{index}` in it is replaced by the number, which is otherwise appended.",
      "isRequired": true
    }
  }
} as const;
