/** A scenario to begin with: a zone is lost and comes back. */
export const EXAMPLE_SCENARIO = `apiVersion: sim.orrery.dev/v1
kind: Scenario
metadata: { name: zone-outage }
spec:
  cluster: { nodes: 9, zones: 3, seed: zone-outage }
  actions:
    - apply:
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: default }
        spec:
          replicas: 6
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec: { containers: [{ name: web, image: nginx }] }
    - name: all pods run
      when: { kind: Pod, labelSelector: app=web, matches: { status: { phase: Running } }, count: 6 }
      within: 2m
      expect: { kind: Node, count: 9 }
    - { at: 1m, fault: { kind: PARTITION, zone: zone-1, for: 10m } }
    - name: the zone is not ready
      at: 3m
      expect:
        kind: Node
        matches: { spec: { taints: [{ key: node.kubernetes.io/unreachable, effect: NoExecute }] } }
        count: 3
    - name: there are six pods elsewhere
      at: 10m
      expect:
        apiVersion: apps/v1
        kind: Deployment
        name: web
        matches: { status: { readyReplicas: 6 } }
    - name: the zone is back
      at: 13m
      expect:
        kind: Node
        matches: { spec: { taints: [{ key: node.kubernetes.io/unreachable }] } }
        count: 0
`;
