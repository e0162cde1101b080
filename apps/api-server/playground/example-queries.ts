/** A tab of the playground: operations about one subject, of which its user chooses one to send. */
export interface ExampleTab {
  /** Title of the tab. */
  readonly title: string;
  /** A GraphQL document of named operations. */
  readonly query: string;
}

const NODES = /* GraphQL */ `
  # Send an operation by the button above it, or put the cursor in it and press Ctrl+Enter.

  query Overview {
    clusterSummary {
      nodes {
        total
        ready
      }
      pods {
        total
        running
        pending
      }
      utilization {
        cpuPercent
        memoryPercent
      }
    }
    clock {
      mode
      now
    }
  }

  query Nodes {
    nodes(first: 20) {
      nodes {
        metadata {
          name
          labels
        }
        spec {
          unschedulable
          taints {
            key
            effect
          }
        }
        status {
          allocatable
        }
      }
    }
  }

  mutation AddNodes {
    addNodes(input: { name: "big", count: 2, zones: ["zone-1", "zone-2"], capacity: "cpu=32,memory=128Gi" }) {
      nodes {
        metadata {
          name
        }
      }
      errors {
        field
        message
      }
    }
  }
`;

const PODS = /* GraphQL */ `
  mutation Deploy {
    applyObject(
      input: {
        yaml: """
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec:
          replicas: 3
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec:
              containers:
                - name: web
                  image: nginx
                  resources: { requests: { cpu: 250m, memory: 64Mi } }
        """
      }
    ) {
      objects {
        kind
        metadata {
          name
        }
      }
      errors {
        field
        message
      }
    }
  }

  query Pods {
    pods(first: 50, filter: { namespace: "default" }) {
      totalCount
      nodes {
        metadata {
          name
        }
        spec {
          nodeName
        }
        status {
          phase
        }
      }
    }
  }

  mutation Scale {
    scale(input: { kind: "Deployment", name: "web", replicas: 5 }) {
      replicas
      errors {
        message
      }
    }
  }
`;

const CLOCK = /* GraphQL */ `
  query Clock {
    clock {
      mode
      rate
      now
      nextEventAt
    }
  }

  # Time stands still until it is advanced.
  mutation PauseClock {
    pauseClock(input: {}) {
      clock {
        mode
        now
      }
      errors {
        message
      }
    }
  }

  # Every timer of these five minutes fires at its exact instant.
  mutation AdvanceClock {
    advanceClock(input: { by: "5m" }) {
      events
      clock {
        now
      }
      errors {
        message
      }
    }
  }

  mutation RunSixtyTimesAsFast {
    setClockMode(input: { mode: SCALED, rate: 60 }) {
      clock {
        mode
        rate
      }
      errors {
        message
      }
    }
  }
`;

const FAULTS = /* GraphQL */ `
  # The kubelet of node-1 falls silent. Its node is not ready after the grace period (40 to 50 s); its pods are evicted five
  # minutes later.
  mutation StopHeartbeats {
    stopHeartbeats(input: { nodes: ["node-1"] }) {
      faults {
        kind
        nodeName
        since
      }
      errors {
        message
      }
    }
  }

  query Health {
    zones {
      name
      state
      nodes
      unhealthyNodes
      evictionRate
    }
    faults {
      kind
      nodeName
      isInForce
    }
    events(first: 20, filter: { namespace: "default" }) {
      nodes {
        reason
        message
      }
    }
  }

  mutation DrainNode {
    drainNode(input: { name: "node-2", ignoreDaemonSets: true }) {
      isDrained
      pods {
        outcome
        reason
        pod {
          metadata {
            name
          }
        }
      }
      errors {
        message
      }
    }
  }

  mutation ClearFaults {
    clearFaults(input: {}) {
      nodes
      errors {
        message
      }
    }
    uncordonNode(input: { name: "node-2" }) {
      errors {
        message
      }
    }
  }
`;

const WHY = /* GraphQL */ `
  # Where would this pod go, and why not to the other nodes? Nothing is written.
  query ExplainScheduling {
    explainScheduling(
      input: {
        yaml: """
        apiVersion: v1
        kind: Pod
        metadata: { name: maybe }
        spec:
          containers:
            - name: main
              image: nginx
              resources: { requests: { cpu: "2" } }
        """
      }
    ) {
      message
      selectedNode {
        metadata {
          name
        }
      }
      nodes {
        node {
          metadata {
            name
          }
        }
        feasible
        total
        filters {
          plugin
          passed
          reasons
        }
        scores {
          plugin
          weighted
        }
      }
    }
  }

  query Decisions {
    schedulingDecisions(first: 20) {
      nodes {
        podName
        outcome
        nodeName
        message
        best {
          nodeName
          total
        }
      }
    }
  }

  query SchedulerConfiguration {
    schedulerConfig {
      bundle
      profiles {
        schedulerName
      }
      document
    }
  }
`;

const WATCH = /* GraphQL */ `
  # Subscriptions tell what happens until they are stopped.

  subscription WatchPods {
    podEvents(filter: { namespace: "default" }) {
      type
      object {
        metadata {
          name
        }
        spec {
          nodeName
        }
        status {
          phase
        }
      }
    }
  }

  subscription WatchNodes {
    nodeEvents {
      type
      object {
        metadata {
          name
        }
        spec {
          taints {
            key
            effect
          }
        }
      }
    }
  }

  subscription WatchClock {
    clockTicked {
      mode
      now
    }
  }
`;

const TITLES_AND_QUERIES = { Nodes: NODES, Pods: PODS, Clock: CLOCK, Faults: FAULTS, Why: WHY, Watch: WATCH };

/**
 * Tabs that the playground opens with: twenty operations in six tabs, which tell a story on a new cluster from the
 * first to the last.
 */
export const EXAMPLE_TABS: readonly ExampleTab[] = Object.entries(TITLES_AND_QUERIES).map(([title, query]) => ({
  title,
  query: withoutIndentation(query),
}));

/** Takes off the two spaces that the queries are indented by in this file. */
function withoutIndentation(query: string): string {
  return `${query.replace(/^ {2}/gm, '').trim()}\n`;
}
