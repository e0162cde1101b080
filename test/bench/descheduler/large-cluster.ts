import {
  DisruptionLedger,
  loadDeschedulerPolicy,
  runCycle,
  STRATEGIES,
  type ClusterObjects,
} from '@orrery/descheduling';
import { randomFor } from '@orrery/time';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const POLICY_NAME = 'bench';

/** Makes a cluster in which every strategy has pods to examine and pods to evict. */
export function largeCluster(nodeCount: number, podCount: number): ClusterObjects {
  const random = randomFor('bench', 'descheduler');
  const nodes = Array.from({ length: nodeCount }, (_, i) => nodeOf(i));
  const pods = Array.from({ length: podCount }, (_, i) => podOf(i, random.below(nodeCount)));
  const podDisruptionBudgets = Array.from({ length: 50 }, (_, i) => ({
    metadata: { name: `budget-${i}`, namespace: `team-${i % 20}` },
    spec: { selector: { matchLabels: { app: `app-${i}` } } },
    status: { disruptionsAllowed: 5 },
  }));
  const namespaces = Array.from({ length: 20 }, (_, i) => ({ metadata: { name: `team-${i}` } }));
  return { nodes, pods, podDisruptionBudgets, namespaces } as unknown as ClusterObjects;
}

function nodeOf(i: number): object {
  const amounts = { cpu: i % 3 === 0 ? '32' : '8', memory: '32Gi', pods: '110' };
  const labels = {
    'kubernetes.io/hostname': `node-${i}`,
    'topology.kubernetes.io/zone': `zone-${i % 5}`,
    pool: i % 10 === 0 ? 'gpu' : 'plain',
  };
  const taints = i % 25 === 0 ? [{ key: 'dedicated', value: 'gold', effect: 'NoSchedule' }] : [];
  return {
    metadata: { name: `node-${String(i).padStart(5, '0')}`, labels },
    spec: { taints },
    status: { allocatable: amounts, conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

/** Pods of one application share all but name, node and age. */
function podOf(i: number, nodeIndex: number): object {
  const app = i % 1000;
  const node = `node-${String(nodeIndex).padStart(5, '0')}`;
  const labels = { app: `app-${app}` };
  const selector = { matchLabels: labels };
  const hostname = 'kubernetes.io/hostname';
  const podAntiAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: selector, topologyKey: hostname }],
  };
  const nodeAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'pool', operator: 'In', values: ['gpu'] }] }],
    },
  };
  const topologySpreadConstraints = [
    {
      maxSkew: 1,
      topologyKey: 'topology.kubernetes.io/zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: selector,
    },
  ];
  const isFailed = i % 200 === 7;
  const ageSeconds = i % 50 === 0 ? 200_000 : 5000 + (i % 997);
  return {
    metadata: {
      name: `app-${app}-${i}`,
      namespace: `team-${app % 20}`,
      uid: `uid-${i}`,
      labels,
      creationTimestamp: new Date(NOW_MS - ageSeconds * 1000).toISOString(),
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `app-${app}`, uid: `owner-${app}` }],
    },
    spec: {
      nodeName: node,
      priority: (app % 5) * 100,
      containers: [
        {
          name: 'main',
          image: `app-${app}`,
          resources: { requests: { cpu: `${100 + (app % 8) * 100}m`, memory: '512Mi' } },
        },
      ],
      ...(app % 10 === 1 && { affinity: { podAntiAffinity } }),
      ...(app % 100 === 2 && { affinity: { nodeAffinity } }),
      ...(app % 4 === 3 && { topologySpreadConstraints }),
    },
    status: {
      phase: isFailed ? 'Failed' : 'Running',
      containerStatuses: [{ name: 'main', restartCount: i % 300 === 0 ? 120 : 0 }],
    },
  };
}

const ARGS: Readonly<Record<string, object>> = {
  LowNodeUtilization: {
    thresholds: { cpu: 20, memory: 20, pods: 20 },
    targetThresholds: { cpu: 60, memory: 60, pods: 60 },
  },
  HighNodeUtilization: { thresholds: { cpu: 5, memory: 5, pods: 5 } },
  RemovePodsViolatingNodeAffinity: { nodeAffinityType: ['requiredDuringSchedulingIgnoredDuringExecution'] },
  RemovePodsHavingTooManyRestarts: { podRestartThreshold: 100 },
  PodLifeTime: { maxPodLifeTimeSeconds: 86_400 },
};

/** Returns a policy of all strategies whose evictor checks that pods fit elsewhere. */
export function policyOfAll(): object {
  const pluginConfig = [
    { name: 'DefaultEvictor', args: { nodeFit: true } },
    ...STRATEGIES.map(({ name }) => ({ name, args: ARGS[name] ?? {} })),
  ];
  const at = (point: string): { enabled: string[] } => ({
    enabled: STRATEGIES.filter((strategy) => strategy.point === point).map(({ name }) => name),
  });
  const plugins = { deschedule: at('deschedule'), balance: at('balance') };
  return {
    apiVersion: 'descheduler/v1alpha2',
    kind: 'DeschedulerPolicy',
    profiles: [{ name: POLICY_NAME, pluginConfig, plugins }],
  };
}

/** Times of a dry run, by strategy, and its result. */
export interface DryRunFigures {
  readonly totalMs: number;
  readonly strategies: readonly { readonly strategy: string; readonly ms: number; readonly evicted: number }[];
  readonly evicted: number;
}

/** Reads the policy, takes the snapshot and runs every strategy. */
export async function measureDryRun(objects: ClusterObjects): Promise<DryRunFigures> {
  const began = performance.now();
  const loaded = loadDeschedulerPolicy(policyOfAll());
  if (!loaded.ok) throw new TypeError(JSON.stringify(loaded.errors));
  const ledger = new DisruptionLedger(objects.podDisruptionBudgets ?? []);
  const times = new Map<string, number>();
  let mark = performance.now();
  const ran = await runCycle({
    policy: loaded.policy,
    objects,
    nowMs: NOW_MS,
    evict: (request) => ledger.evict(request),
    onStrategyDone: ({ strategy }) => {
      const now = performance.now();
      times.set(strategy, now - mark);
      mark = now;
    },
  });
  if (!ran.ok) throw new TypeError(JSON.stringify(ran.errors));
  const totalMs = performance.now() - began;
  const { decisions, evicted } = ran.report;
  const counts = new Map<string, number>();
  for (const { verdict, strategy } of decisions) {
    if (verdict === 'evicted') counts.set(strategy, (counts.get(strategy) ?? 0) + 1);
  }
  const strategies = [...times].map(([strategy, ms]) => ({ strategy, ms, evicted: counts.get(strategy) ?? 0 }));
  return { totalMs, strategies, evicted };
}
