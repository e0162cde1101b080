// Written by `npm run generate` from libs/api/graphql/schema.graphql; see tools/generate/README.md.
/** Type and description of the fields that an option can give, by mutation. Objects and documents are no options. */
export const ACTION_INPUTS = {
  "createCluster": {
    "name": {
      "type": "String",
      "about": "Name: lower case letters, digits, `-` and `.` (at most 63 characters)."
    },
    "nodes": {
      "type": "Int",
      "about": "Number of simulated nodes (at most 65000, default 0)."
    },
    "record": {
      "type": "Boolean",
      "about": "Records all inputs from the beginning, for `replayRecording`; the clock must be MANUAL or AUTO."
    },
    "seed": {
      "type": "String",
      "about": "Seed (default: the name)."
    },
    "zones": {
      "type": "Int",
      "about": "Number of zones over which the nodes are distributed (default 1)."
    }
  },
  "updateCluster": {
    "name": {
      "type": "String",
      "about": "Its name (default: the requested cluster)."
    },
    "nodes": {
      "type": "Int",
      "about": "Initial nodes. Can be chosen only at creation; another value is refused. See `addNodes`."
    },
    "seed": {
      "type": "String",
      "about": "Seed. Can be chosen only at creation; another value is refused."
    },
    "zones": {
      "type": "Int",
      "about": "Zones of the initial nodes. Can be chosen only at creation; another value is refused."
    }
  },
  "forkCluster": {
    "at": {
      "type": "String",
      "about": "Moment to copy (default: now): a revision, a time (with all that was done at that instant), or how long ago, such as `-10m`."
    },
    "cluster": {
      "type": "String",
      "about": "The other cluster (default: the requested cluster)."
    },
    "name": {
      "type": "String",
      "about": "Name of the new one: lower case letters, digits, `-` and `.` (at most 63 characters)."
    }
  },
  "rewindCluster": {
    "name": {
      "type": "String",
      "about": "Its name (default: the requested cluster)."
    },
    "to": {
      "type": "String",
      "about": "The moment: a revision, a time (with all that was done at that instant), or how long ago, such as `-10m`."
    }
  },
  "deleteCluster": {
    "name": {
      "type": "String",
      "about": "Its name."
    }
  },
  "setClockMode": {
    "mode": {
      "type": "ClockMode",
      "words": [
        "AUTO",
        "MANUAL",
        "REALTIME",
        "SCALED"
      ],
      "about": "How cluster time follows real time."
    },
    "rate": {
      "type": "Float",
      "about": "Cluster seconds per real second (above 0, at most 1000000): for SCALED, and for AUTO at most (default 1000)."
    }
  },
  "pauseClock": {},
  "resumeClock": {
    "rate": {
      "type": "Float",
      "about": "Cluster seconds per real second (default 1)."
    }
  },
  "holdClock": {
    "for": {
      "type": "Duration",
      "about": "Duration after which it expires, in real time (default 30s, at most 1h)."
    },
    "name": {
      "type": "String",
      "about": "Name of the hold; an existing hold of this name is restarted (default: a new name)."
    }
  },
  "releaseClock": {
    "name": {
      "type": "String",
      "about": "Name of the hold."
    }
  },
  "advanceClock": {
    "by": {
      "type": "Duration",
      "about": "Duration to advance by."
    },
    "idleFor": {
      "type": "Duration",
      "about": "Duration without changes that counts as idle (default `1m`)."
    },
    "maxEvents": {
      "type": "Int",
      "about": "Maximum number of instants (default 1000000)."
    },
    "to": {
      "type": "DateTime",
      "about": "Time to advance to."
    },
    "toNextEvent": {
      "type": "Boolean",
      "about": "Advances to the next instant at which an event is due."
    },
    "untilIdle": {
      "type": "Boolean",
      "about": "Advances until nothing but heartbeats has happened for `idleFor`."
    }
  },
  "importState": {
    "asOf": {
      "type": "DateTime",
      "about": "When they were read (default: the latest instant that they say something happened)."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Reports what would be imported and writes nothing (default: false)."
    }
  },
  "saveSnapshot": {
    "cluster": {
      "type": "String",
      "about": "The cluster (default: the requested cluster)."
    },
    "history": {
      "type": "Boolean",
      "about": "Saves the history of the cluster, too (default: false)."
    },
    "name": {
      "type": "String",
      "about": "Name of the snapshot: lower case letters, digits, `-` and `.` (default: that of the cluster and the real time)."
    }
  },
  "restoreSnapshot": {
    "name": {
      "type": "String",
      "about": "Name of the cluster: lower case letters, digits, `-` and `.` (at most 63 characters)."
    },
    "snapshot": {
      "type": "String",
      "about": "Name of the snapshot."
    }
  },
  "deleteSnapshot": {
    "name": {
      "type": "String",
      "about": "Its name."
    }
  },
  "stopRecording": {
    "name": {
      "type": "String",
      "about": "The cluster (default: the requested cluster)."
    }
  },
  "replayRecording": {
    "cluster": {
      "type": "String",
      "about": "The recorded cluster (default: the requested cluster)."
    },
    "keep": {
      "type": "String",
      "about": "Name under which the cluster of the repetition stays (default: it is taken away)."
    },
    "seed": {
      "type": "String",
      "about": "Another seed than that of the recording."
    }
  },
  "stopHeartbeats": {
    "for": {
      "type": "Duration",
      "about": "Duration, in cluster time (default: until cleared)."
    },
    "nodeSelector": {
      "type": "String",
      "about": "Label selector of nodes."
    },
    "nodes": {
      "type": "String",
      "isList": true,
      "about": "Names of nodes."
    },
    "share": {
      "type": "Float",
      "about": "Share of the selected nodes (0-1), drawn with the cluster's seed."
    },
    "zone": {
      "type": "String",
      "about": "Zone of nodes."
    }
  },
  "resumeHeartbeats": {
    "nodeSelector": {
      "type": "String",
      "about": "Label selector of nodes."
    },
    "nodes": {
      "type": "String",
      "isList": true,
      "about": "Names of nodes."
    },
    "share": {
      "type": "Float",
      "about": "Share of the selected nodes (0-1), drawn with the cluster's seed."
    },
    "zone": {
      "type": "String",
      "about": "Zone of nodes."
    }
  },
  "injectFault": {
    "after": {
      "type": "Duration",
      "about": "Delay until the start, in cluster time."
    },
    "amount": {
      "type": "Amount",
      "about": "For MEMORY_HOG, DISK_FILL and PID_HOG: amount to use, such as 6Gi, 200 or 80%."
    },
    "at": {
      "type": "DateTime",
      "about": "Start, in cluster time (default: now)."
    },
    "factor": {
      "type": "Float",
      "about": "For SLOW_HEARTBEAT: factor by which heartbeats are less frequent (at least 1)."
    },
    "for": {
      "type": "Duration",
      "about": "Duration, in cluster time (default: until cleared)."
    },
    "kind": {
      "type": "FaultKind",
      "words": [
        "API_LATENCY",
        "DISK_FILL",
        "HEARTBEATS_STOPPED",
        "LEASE_FROZEN",
        "MEMORY_HOG",
        "NETWORK_NOT_READY",
        "PARTITION",
        "PID_HOG",
        "POWER_OFF",
        "RUNTIME_DOWN",
        "SHUTDOWN",
        "SLOW_HEARTBEAT",
        "STATUS_FROZEN"
      ],
      "about": "Kind of the fault."
    },
    "latency": {
      "type": "Duration",
      "about": "For API_LATENCY: the delay."
    },
    "nodeSelector": {
      "type": "String",
      "about": "Label selector of nodes."
    },
    "nodes": {
      "type": "String",
      "isList": true,
      "about": "Names of nodes."
    },
    "share": {
      "type": "Float",
      "about": "Share of the selected nodes (0-1), drawn with the cluster's seed."
    },
    "zone": {
      "type": "String",
      "about": "Zone of nodes."
    }
  },
  "clearFaults": {
    "kinds": {
      "type": "FaultKind",
      "isList": true,
      "words": [
        "API_LATENCY",
        "DISK_FILL",
        "HEARTBEATS_STOPPED",
        "LEASE_FROZEN",
        "MEMORY_HOG",
        "NETWORK_NOT_READY",
        "PARTITION",
        "PID_HOG",
        "POWER_OFF",
        "RUNTIME_DOWN",
        "SHUTDOWN",
        "SLOW_HEARTBEAT",
        "STATUS_FROZEN"
      ],
      "about": "Kinds of faults."
    },
    "nodeSelector": {
      "type": "String",
      "about": "Label selector of nodes."
    },
    "nodes": {
      "type": "String",
      "isList": true,
      "about": "Names of nodes."
    },
    "zone": {
      "type": "String",
      "about": "Zone of nodes."
    }
  },
  "restartComponent": {
    "component": {
      "type": "Component",
      "words": [
        "CONTROLLER_MANAGER",
        "DESCHEDULER",
        "KUBELET",
        "NODE_LIFECYCLE_CONTROLLER",
        "SCHEDULER"
      ],
      "about": "Input of the mutation."
    }
  },
  "crashNode": {
    "name": {
      "type": "String",
      "about": "Name of the node."
    },
    "rebootAfter": {
      "type": "Duration",
      "about": "Time until the machine boots again (default: when the fault is cleared)."
    }
  },
  "addApiFault": {
    "code": {
      "type": "Int",
      "about": "HTTP code of the answer: 400, 401, 403, 404, 409, 410, 429, 500, 503, 504."
    },
    "latency": {
      "type": "Duration",
      "about": "Delay of the request, in real time."
    },
    "message": {
      "type": "String",
      "about": "Message of the answer with `code`. Default what the real server says."
    },
    "name": {
      "type": "String",
      "about": "Name of the rule; a rule of this name is replaced."
    },
    "names": {
      "type": "String",
      "isList": true,
      "about": "Names of objects; a `*` at the end matches any ending; all if absent."
    },
    "namespaces": {
      "type": "String",
      "isList": true,
      "about": "Namespaces; a `*` at the end matches any ending; all if absent."
    },
    "probability": {
      "type": "Float",
      "about": "Share of the requests, drawn with the seed of the cluster. Default 1."
    },
    "resources": {
      "type": "String",
      "isList": true,
      "about": "Resources: `pods`, `deployments.apps`, `pods/status`; a `*` at the end matches any ending; all if absent."
    },
    "retryAfter": {
      "type": "Duration",
      "about": "Delay after which clients are asked to try again, in whole seconds; only with `code`."
    },
    "times": {
      "type": "Int",
      "about": "Maximum number of requests, counted by each API server since its start; any number if absent."
    },
    "userAgents": {
      "type": "String",
      "isList": true,
      "about": "User-Agent headers of clients; a `*` at the end matches any ending; all if absent."
    },
    "users": {
      "type": "String",
      "isList": true,
      "about": "Names of users; a `*` at the end matches any ending; all if absent."
    },
    "verbs": {
      "type": "String",
      "isList": true,
      "about": "Verbs as in roles: get, list, watch, create, update, …; all if absent."
    },
    "watchLifetime": {
      "type": "Duration",
      "about": "After how much real time watches end with an error event of code 410, so that clients list again."
    }
  },
  "removeApiFault": {
    "name": {
      "type": "String",
      "about": "Name of the rule (default: all rules)."
    }
  },
  "runScenario": {
    "yaml": {
      "type": "String",
      "about": "The scenario, in YAML or JSON."
    }
  },
  "setNodeHealth": {
    "disruptionTargetCondition": {
      "type": "Boolean",
      "about": "Whether pods deleted by the taint manager first get the condition DisruptionTarget."
    },
    "enableTaintManager": {
      "type": "Boolean",
      "about": "False: pods of lost nodes are deleted by the controller itself, and no toleration counts."
    },
    "excludeMasterByName": {
      "type": "Boolean",
      "about": "Whether nodes named like masters do not count in their zone."
    },
    "largeClusterSizeThreshold": {
      "type": "Int",
      "about": "A zone with more counted nodes than this is large."
    },
    "nodeEvictionRate": {
      "type": "Float",
      "about": "Nodes per second that a zone may have tainted NoExecute."
    },
    "nodeMonitorGracePeriod": {
      "type": "Duration",
      "about": "Silence that is allowed once a node has had a Ready condition."
    },
    "nodeMonitorPeriod": {
      "type": "Duration",
      "about": "Period of the health pass."
    },
    "nodeStartupGracePeriod": {
      "type": "Duration",
      "about": "Silence that is allowed, from creation, while a node has no Ready condition."
    },
    "podEvictionTimeout": {
      "type": "Duration",
      "about": "Without a taint manager: how long a node may be lost before its pods are deleted."
    },
    "requeue": {
      "type": "String",
      "about": "Whether a node that is due again replaces its entry in the queue, or gets a second one as in 1.20.2. One of `refresh`, `duplicate`."
    },
    "secondaryNodeEvictionRate": {
      "type": "Float",
      "about": "The same for a large zone in partial disruption."
    },
    "timerRecompute": {
      "type": "String",
      "about": "Whether the first look at a pod fixes its deadline, or the earliest over its taints counts. One of `keep`, `min`."
    },
    "unhealthyZoneThreshold": {
      "type": "Float",
      "about": "Share of not ready nodes from which a zone is partially disrupted."
    }
  },
  "cordonNode": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "name": {
      "type": "String",
      "about": "Name of the node."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "uncordonNode": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "name": {
      "type": "String",
      "about": "Name of the node."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "drainNode": {
    "deleteEmptyDirData": {
      "type": "Boolean",
      "about": "Also evicts pods with emptyDir volumes, whose data is lost."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "force": {
      "type": "Boolean",
      "about": "Also evicts pods without a controller."
    },
    "gracePeriodSeconds": {
      "type": "Int64",
      "about": "Grace period of the pods in seconds (default: their own)."
    },
    "ignoreDaemonSets": {
      "type": "Boolean",
      "about": "Ignores pods of DaemonSets instead of refusing the drain."
    },
    "name": {
      "type": "String",
      "about": "Name of the node."
    },
    "podSelector": {
      "type": "String",
      "about": "Label selector of the pods to evict."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "addNodes": {
    "allocatable": {
      "type": "ResourceList",
      "about": "Allocatable resources (default: the capacity)."
    },
    "annotations": {
      "type": "LabelMap",
      "about": "Additional annotations."
    },
    "capacity": {
      "type": "ResourceList",
      "about": "Capacity by resource, added to the default of 4 CPU, 16Gi memory, 100Gi storage and 110 pods."
    },
    "count": {
      "type": "Int",
      "about": "Number of nodes (1-1000, default 1)."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "firstIndex": {
      "type": "Int",
      "about": "Number of the first node (default 1)."
    },
    "instanceType": {
      "type": "String",
      "about": "Instance type."
    },
    "labels": {
      "type": "LabelMap",
      "about": "Additional labels."
    },
    "name": {
      "type": "String",
      "about": "Name; for several nodes `{index}` in it is replaced by the number, which is otherwise appended."
    },
    "region": {
      "type": "String",
      "about": "Region."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "unschedulable": {
      "type": "Boolean",
      "about": "Marks the nodes unschedulable from the start."
    },
    "zones": {
      "type": "String",
      "isList": true,
      "about": "Zones, assigned to the nodes in turn."
    }
  },
  "removeNode": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "name": {
      "type": "String",
      "about": "Name of the node."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "addTaint": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "effect": {
      "type": "TaintEffect",
      "words": [
        "NoExecute",
        "NoSchedule",
        "PreferNoSchedule"
      ],
      "about": "Effect of the taint."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "key": {
      "type": "String",
      "about": "Key of the taint."
    },
    "name": {
      "type": "String",
      "about": "Name of the node."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "value": {
      "type": "String",
      "about": "Value of the taint."
    }
  },
  "removeTaint": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "effect": {
      "type": "TaintEffect",
      "words": [
        "NoExecute",
        "NoSchedule",
        "PreferNoSchedule"
      ],
      "about": "Effect of the taint; all effects if absent."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "key": {
      "type": "String",
      "about": "Key of the taints."
    },
    "name": {
      "type": "String",
      "about": "Name of the node."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "addPods": {
    "count": {
      "type": "Int",
      "about": "Number of pods (1-1000, default 1)."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "firstIndex": {
      "type": "Int",
      "about": "Number of the first pod (default 1)."
    },
    "image": {
      "type": "String",
      "about": "Image of the container (default: a pause image)."
    },
    "labels": {
      "type": "LabelMap",
      "about": "Labels, added to those of the template."
    },
    "limits": {
      "type": "ResourceList",
      "about": "Limits of the container."
    },
    "name": {
      "type": "String",
      "about": "Name; for several pods `{index}` in it is replaced by the number, which is otherwise appended."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace (default `default`)."
    },
    "nodeName": {
      "type": "String",
      "about": "Node to run on; placed by the scheduler if absent."
    },
    "priorityClassName": {
      "type": "String",
      "about": "Priority class."
    },
    "requests": {
      "type": "ResourceList",
      "about": "Requests of the container."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "schedulerName": {
      "type": "String",
      "about": "Scheduler that places the pods."
    }
  },
  "bindPod": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "name": {
      "type": "String",
      "about": "Name of the pod."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the pod."
    },
    "node": {
      "type": "String",
      "about": "Name of the node; it need not exist."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "uid": {
      "type": "String",
      "about": "UID that the pod must have."
    }
  },
  "evictPod": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "gracePeriodSeconds": {
      "type": "Int64",
      "about": "Grace period in seconds (default: that of the object)."
    },
    "name": {
      "type": "String",
      "about": "Name of the pod."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the pod."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "uid": {
      "type": "String",
      "about": "UID that the pod must have."
    }
  },
  "setNodeUsage": {
    "cpu": {
      "type": "Amount",
      "about": "CPU. A curve: `2Gi`, `0s=1Gi,30s=2Gi` for steps, `1Gi,1m~2Gi` for a climb; empty text removes what was said before."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "imagefs": {
      "type": "Amount",
      "about": "Space on the image disk."
    },
    "imagefsInodes": {
      "type": "Amount",
      "about": "Inodes on the image disk."
    },
    "memory": {
      "type": "Amount",
      "about": "Memory; `80%` is a share of the node's capacity."
    },
    "name": {
      "type": "String",
      "about": "Name of the node."
    },
    "nodefs": {
      "type": "Amount",
      "about": "Space on the root disk of the node."
    },
    "nodefsInodes": {
      "type": "Amount",
      "about": "Inodes on the root disk of the node."
    },
    "processes": {
      "type": "Amount",
      "about": "Number of processes."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "setPodUsage": {
    "container": {
      "type": "String",
      "about": "Name of the container (default: all containers)."
    },
    "cpu": {
      "type": "Amount",
      "about": "CPU. A curve: `2Gi`, `0s=1Gi,30s=2Gi` for steps, `1Gi,1m~2Gi` for a climb; empty text removes what was said before."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "logs": {
      "type": "Amount",
      "about": "Space of the logs."
    },
    "memory": {
      "type": "Amount",
      "about": "Memory; `120%request` and `90%limit` are shares."
    },
    "name": {
      "type": "String",
      "about": "Name of the pod."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the pod."
    },
    "processes": {
      "type": "Amount",
      "about": "Number of processes."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "rootfs": {
      "type": "Amount",
      "about": "Space of the writable layer."
    }
  },
  "setNodeCondition": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "message": {
      "type": "String",
      "about": "Message."
    },
    "name": {
      "type": "String",
      "about": "Name of the node."
    },
    "reason": {
      "type": "String",
      "about": "Reason (default `SetByUser`)."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "status": {
      "type": "String",
      "about": "Status: `True`, `False` or `Unknown`; if absent, the kubelet reports its own observation again."
    },
    "type": {
      "type": "String",
      "about": "Type of the condition, such as `Ready` or `MemoryPressure`."
    }
  },
  "setSchedulerConfig": {
    "dialect": {
      "type": "PolicyDialect",
      "words": [
        "GUIDE",
        "V1_20"
      ],
      "about": "For a Policy (default: GUIDE, or V1_20 if the cluster behaves as Kubernetes 1.20)."
    },
    "disablePreemption": {
      "type": "Boolean",
      "about": "Whether pods of higher priority preempt no other pods."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the configuration without applying it."
    },
    "lenient": {
      "type": "Boolean",
      "about": "Whether text pasted from the guide is repaired."
    },
    "remove": {
      "type": "Boolean",
      "about": "Restores the defaults; an additional scheduler is removed."
    },
    "scheduler": {
      "type": "String",
      "about": "Name of the scheduler (default `default`); another name adds a scheduler."
    },
    "scoreScale": {
      "type": "Int",
      "about": "Highest score of a plugin, if it differs from that of the format."
    },
    "strict": {
      "type": "Boolean",
      "about": "Whether unknown fields are errors."
    }
  },
  "runDescheduler": {
    "compat": {
      "type": "String",
      "isList": true,
      "about": "Overrides of the behaviour of the policy's version, such as `duplicates=Uniform`."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Computes all decisions and evicts nothing."
    }
  },
  "setDeschedulerSchedule": {
    "cron": {
      "type": "String",
      "about": "Cron expression of the cycles, such as `*/10 * * * *`, in UTC of cluster time; one of interval and cron."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Computes all decisions and evicts nothing."
    },
    "interval": {
      "type": "Duration",
      "about": "Duration from the start of one cycle to that of the next, such as `5m`; at least `1s`."
    },
    "remove": {
      "type": "Boolean",
      "about": "Removes the schedule."
    }
  },
  "setAdmissionConfig": {
    "remove": {
      "type": "Boolean",
      "about": "Restores the defaults."
    }
  },
  "createToken": {
    "audiences": {
      "type": "String",
      "isList": true,
      "about": "Audiences of the token (default: this server)."
    },
    "expirationSeconds": {
      "type": "Int",
      "about": "Lifetime in seconds of cluster time (default 3600)."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the service account (default `default`)."
    },
    "serviceAccount": {
      "type": "String",
      "about": "Name of the service account."
    }
  },
  "createObject": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "fieldValidation": {
      "type": "FieldValidation",
      "words": [
        "Ignore",
        "Strict",
        "Warn"
      ],
      "about": "Treatment of unknown fields (default Strict)."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of objects that name none (default `default`)."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "applyObject": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "fieldValidation": {
      "type": "FieldValidation",
      "words": [
        "Ignore",
        "Strict",
        "Warn"
      ],
      "about": "Treatment of unknown fields (default Strict)."
    },
    "force": {
      "type": "Boolean",
      "about": "Takes over fields owned by other managers."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of objects that name none (default `default`)."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "updateObject": {
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "fieldValidation": {
      "type": "FieldValidation",
      "words": [
        "Ignore",
        "Strict",
        "Warn"
      ],
      "about": "Treatment of unknown fields (default Strict)."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of objects that name none (default `default`)."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "subresource": {
      "type": "String",
      "about": "Subresource to write, such as `status`."
    }
  },
  "patchObject": {
    "apiVersion": {
      "type": "String",
      "about": "API version, such as `v1`."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "fieldValidation": {
      "type": "FieldValidation",
      "words": [
        "Ignore",
        "Strict",
        "Warn"
      ],
      "about": "Treatment of unknown fields (default Strict)."
    },
    "kind": {
      "type": "String",
      "about": "Kind, such as `Pod`."
    },
    "name": {
      "type": "String",
      "about": "Name of the object."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the object (default `default`)."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "subresource": {
      "type": "String",
      "about": "Subresource to write, such as `status`."
    },
    "type": {
      "type": "PatchFormat",
      "words": [
        "JSON",
        "MERGE",
        "STRATEGIC"
      ],
      "about": "Format of the patch."
    }
  },
  "deleteObject": {
    "apiVersion": {
      "type": "String",
      "about": "API version, such as `v1`."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "gracePeriodSeconds": {
      "type": "Int64",
      "about": "Grace period in seconds (default: that of the object)."
    },
    "kind": {
      "type": "String",
      "about": "Kind, such as `Pod`."
    },
    "name": {
      "type": "String",
      "about": "Name of the object."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the object (default `default`)."
    },
    "propagationPolicy": {
      "type": "PropagationPolicy",
      "words": [
        "Background",
        "Foreground",
        "Orphan"
      ],
      "about": "Treatment of dependents."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "deleteObjects": {
    "apiVersion": {
      "type": "String",
      "about": "API version of the kind, such as `v1`."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "gracePeriodSeconds": {
      "type": "Int64",
      "about": "Grace period in seconds (default: that of each object)."
    },
    "kind": {
      "type": "String",
      "about": "Kind, such as `Pod`."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of objects that name none (default `default`)."
    },
    "propagationPolicy": {
      "type": "PropagationPolicy",
      "words": [
        "Background",
        "Foreground",
        "Orphan"
      ],
      "about": "Treatment of dependents."
    }
  },
  "setLabels": {
    "annotations": {
      "type": "LabelChanges",
      "about": "Annotations; null removes an annotation."
    },
    "apiVersion": {
      "type": "String",
      "about": "API version, such as `v1`."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "kind": {
      "type": "String",
      "about": "Kind, such as `Pod`."
    },
    "labels": {
      "type": "LabelChanges",
      "about": "Labels; null removes a label."
    },
    "name": {
      "type": "String",
      "about": "Name of the object."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the object (default `default`)."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "scale": {
    "apiVersion": {
      "type": "String",
      "about": "API version of the workload."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "kind": {
      "type": "String",
      "about": "`Deployment`, `ReplicaSet`, `StatefulSet` or `ReplicationController`."
    },
    "name": {
      "type": "String",
      "about": "Name of the workload."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the workload."
    },
    "replicas": {
      "type": "Int",
      "about": "Desired number of replicas."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "rolloutRestart": {
    "apiVersion": {
      "type": "String",
      "about": "API version of the workload."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "kind": {
      "type": "String",
      "about": "`Deployment`, `StatefulSet` or `DaemonSet`."
    },
    "name": {
      "type": "String",
      "about": "Name of the workload."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the workload."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    }
  },
  "rolloutUndo": {
    "apiVersion": {
      "type": "String",
      "about": "API version of the workload."
    },
    "dryRun": {
      "type": "Boolean",
      "about": "Validates the write without persisting it."
    },
    "fieldManager": {
      "type": "String",
      "about": "Field manager (default `graphql`)."
    },
    "kind": {
      "type": "String",
      "about": "`Deployment`, `StatefulSet` or `DaemonSet`."
    },
    "name": {
      "type": "String",
      "about": "Name of the workload."
    },
    "namespace": {
      "type": "String",
      "about": "Namespace of the workload."
    },
    "resourceVersion": {
      "type": "String",
      "about": "Revision that the object must have."
    },
    "toRevision": {
      "type": "Int64",
      "about": "Revision of the rollout (default: the previous one)."
    }
  }
} as const;
