// What is created on all sides. Nodes have room for 320 of the usual pods, or for one of a preemption.

/** A node in one of three zones, as it registers. */
export function nodeOf(number) {
  const name = `n-${String(number).padStart(5, '0')}`;
  const zone = `z${number % 3}`;
  const resources = { cpu: '32', memory: '256Gi', pods: '110' };
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const ready = {
    type: 'Ready',
    status: 'True',
    reason: 'KubeletReady',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'topology.kubernetes.io/zone': zone,
        'failure-domain.beta.kubernetes.io/zone': zone,
      },
    },
    status: { capacity: resources, allocatable: resources, conditions: [ready] },
  };
}

/** Labels, requests and further fields of the spec of a pod, by shape. */
const SHAPES = {
  basic: () => ({ labels: { app: 'a' } }),
  first: () => ({ labels: { app: 'f' } }),
  latency: () => ({ labels: { app: 'l' } }),
  anti: (number) => {
    const labels = { app: `g${number % 100}` };
    const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: labels } };
    return { labels, affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
  },
  spread: () => {
    const labels = { app: 's' };
    const topologyKey = 'topology.kubernetes.io/zone';
    const rule = {
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: labels },
    };
    return { labels, topologySpreadConstraints: [rule] };
  },
  low: () => ({ labels: { app: 'low' }, cpu: '30', memory: '1Gi', priorityClassName: 'load-low' }),
  high: () => ({ labels: { app: 'high' }, cpu: '30', memory: '1Gi', priorityClassName: 'load-high' }),
};

/** The priority classes of the shapes `low` and `high`. */
export const PRIORITY_CLASSES = Object.entries({ 'load-low': 1, 'load-high': 1000 }).map(([name, value]) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
}));

export function podOf(shape, number) {
  const { labels, cpu = '100m', memory = '128Mi', ...spec } = SHAPES[shape](number);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${shape}-${String(number).padStart(6, '0')}`, labels },
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{ name: 'c', image: 'pause', resources: { requests: { cpu, memory } } }],
      ...spec,
    },
  };
}
