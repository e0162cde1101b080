import type { Node, Pod } from '@orrery/api-types';
import type { ClusterObjects } from '../cluster/cluster-snapshot';
import { loadDeschedulerPolicy } from '../policy/load-policy';
import { DisruptionLedger } from '../run/disruption-ledger';
import type { DeschedulingBehaviour } from '../run/behaviour';
import { policyMessage } from '../policy/policy-error';
import { DecisionVerdict, type DeschedulingReport } from '../run/report';
import { runCycle } from '../run/run-cycle';
import { strategyByName } from '../plugins/registry';

const NOW = '2026-03-01T12:00:00Z';

/** A ready node with cpu 4, memory 16Gi and room for 20 pods. */
export function node(name: string, more: { labels?: object; spec?: object; allocatable?: object } = {}): Node {
  const allocatable = { cpu: '4', memory: '16Gi', pods: '20', ...more.allocatable };
  return {
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...more.labels } },
    spec: { ...more.spec },
    status: { allocatable, conditions: [{ type: 'Ready', status: 'True' }] },
  } as unknown as Node;
}

/** Options of a test's pod; everything else is usual: running, owned by a ReplicaSet `web`, two hours old. */
export interface PodOptions {
  readonly requests?: object;
  readonly labels?: object;
  readonly annotations?: object;
  readonly owners?: readonly object[];
  readonly ageSeconds?: number;
  readonly spec?: object;
  readonly status?: object;
}

export function pod(name: string, nodeName: string, options: PodOptions = {}): Pod {
  const { requests = {}, labels, annotations, ageSeconds = 7200, spec, status } = options;
  const owners = options.owners ?? [{ kind: 'ReplicaSet', name: 'web', uid: 'web' }];
  return {
    metadata: {
      name,
      namespace: 'default',
      uid: name,
      labels,
      annotations,
      creationTimestamp: new Date(Date.parse(NOW) - ageSeconds * 1000).toISOString(),
      ownerReferences: owners,
    },
    spec: { nodeName, containers: [{ name: 'main', image: 'web', resources: { requests } }], ...spec },
    status: { phase: 'Running', ...status },
  } as unknown as Pod;
}

/** Parameters of a test run: one strategy of today's format. */
export interface Trial {
  readonly strategy: string;
  readonly args?: object;
  readonly evictor?: object;
  readonly limits?: object;
  readonly objects: ClusterObjects;
  readonly behaviour?: Partial<DeschedulingBehaviour>;
}

/** Runs one strategy over the objects; throws with the message of a policy that is refused. */
export async function report(trial: Trial): Promise<DeschedulingReport> {
  const { strategy, args = {}, evictor = {}, limits = {}, objects, behaviour = {} } = trial;
  const pluginConfig = [
    { name: 'DefaultEvictor', args: evictor },
    { name: strategy, args },
  ];
  const plugins = { [strategyByName(strategy)!.point]: { enabled: [strategy] } };
  const document = {
    apiVersion: 'descheduler/v1alpha2',
    kind: 'DeschedulerPolicy',
    profiles: [{ name: 'main', pluginConfig, plugins }],
    ...limits,
  };
  const loaded = loadDeschedulerPolicy(document, { behaviour });
  if (!loaded.ok) throw new RangeError(policyMessage(loaded.errors));
  const ledger = new DisruptionLedger(objects.podDisruptionBudgets ?? []);
  const ran = await runCycle({
    policy: loaded.policy,
    objects,
    nowMs: Date.parse(NOW),
    evict: (request) => ledger.evict(request),
  });
  if (!ran.ok) throw new RangeError(policyMessage(ran.errors));
  return ran.report;
}

/** The names of the pods that go, in order. */
export async function evicted(trial: Trial): Promise<string[]> {
  const { decisions } = await report(trial);
  return decisions.filter(({ verdict }) => verdict === DecisionVerdict.Evicted).map(({ name }) => name);
}
