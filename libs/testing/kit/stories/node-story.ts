import type { TestGraphqlServer } from '../graphql-server';

/** Entry of a worked example (spec nodes H): an entry of a scenario, by the second of the example. */
export type Entry = Record<string, unknown>;

export interface NodeStory {
  /** Names, all of zone `z`, or names by zone. */
  readonly nodes: readonly string[] | Readonly<Record<string, readonly string[]>>;
  readonly pods?: readonly Entry[];
  readonly entries: readonly Entry[];
  readonly bundle?: string;
  /** Settings of node health other than those of the bundle. */
  readonly nodeHealth?: Readonly<Record<string, unknown>>;
  readonly cloud?: Readonly<Record<string, unknown>>;
}

interface Report {
  readonly steps: readonly { readonly seconds: number; readonly ok: boolean; readonly message: string }[];
}

/**
 * The controller sees the nodes at its first pass after they came; the stories begin when all of that has settled, at
 * a multiple of every period.
 */
const BEGINNING = 20;
/** The instant of a second of the story, in the scenario. */
export const at = (seconds: number): string => `${Math.round((BEGINNING + seconds) * 1000)}ms`;

/** Makes a node stop right after the heartbeat of that second. */
export const dies = (seconds: number, ...nodes: string[]): Entry => ({
  at: at(seconds + 0.001),
  fault: { kind: 'HEARTBEATS_STOPPED', nodes },
});
/** Comes back after everything else that happens at that instant. */
export const returns = (seconds: number, ...nodes: string[]): Entry => ({ at: at(seconds), clearFaults: { nodes } });
/** Something is wrong from one second to another; the end comes before anything else that happens at its instant. */
export const degraded = (kind: string, [from, to]: readonly [number, number?], ...nodes: string[]): Entry => ({
  at: at(from),
  fault: { kind, nodes, ...(to === undefined ? {} : { for: `${Math.round((to - from) * 1000)}ms` }) },
});
/** Silent from right after one heartbeat until the other, which is the first of its instant. */
export const silent = (from: number, to: number, ...nodes: string[]): Entry =>
  degraded('HEARTBEATS_STOPPED', [from + 0.001, to], ...nodes);
export const expects = (seconds: number, ...expectations: Entry[]): Entry => ({
  at: at(seconds),
  expect: expectations,
});

export const tainted = (node: string, name: string, effect: string): Entry => ({
  kind: 'Node',
  name: node,
  matches: { spec: { taints: [{ key: name.includes('/') ? name : `node.kubernetes.io/${name}`, effect }] } },
});
export const untainted = (...args: Parameters<typeof tainted>): Entry => ({ ...tainted(...args), count: 0 });
/** Returns how many nodes have the taint `unreachable:NoExecute`. */
export const evictedNodes = (count: number): Entry => ({
  kind: 'Node',
  matches: { spec: { taints: [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }] } },
  count,
});
/** The node gets its NoExecute taint at that second, and not a second earlier. */
export const evictedAt = (seconds: number, node: string, name = 'unreachable'): Entry[] => [
  expects(seconds - 1, untainted(node, name, 'NoExecute')),
  expects(seconds, tainted(node, name, 'NoExecute')),
];
export const readyIs = (node: string, status: string, more: object = {}): Entry => ({
  kind: 'Node',
  name: node,
  matches: { status: { conditions: [{ type: 'Ready', status, ...more }] } },
});
export const alive = (name: string): Entry => ({
  kind: 'Pod',
  name,
  matches: { metadata: { deletionTimestamp: null } },
});
export const doomed = (name: string): Entry => ({
  kind: 'Pod',
  name,
  matches: { metadata: { deletionGracePeriodSeconds: 30 } },
});
/** Deleted at that second and no second earlier. */
export const goesAt = (seconds: number, name: string): Entry[] => [
  expects(seconds - 1, alive(name)),
  expects(seconds, doomed(name)),
];
export const eventOf = (reason: string, message: string): Entry => ({ kind: 'Event', matches: { reason, message } });

export const pod = (name: string, nodeName: string, tolerations: object[] = [], more: object = {}): Entry => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', ...(more as { metadata?: object }).metadata },
  spec: { nodeName, tolerations, containers: [{ name: 'app', image: 'nginx' }], ...(more as { spec?: object }).spec },
});
export const tolerates = (key: string, tolerationSeconds?: number): object => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});
/** A toleration of one of the taints of nodes that are not ready. */
export const noExecute = (name: string, tolerationSeconds?: number): object =>
  tolerates(`node.kubernetes.io/${name}`, tolerationSeconds);
export const taintAt = (seconds: number, key: string, more: object = {}): Entry => ({
  at: at(seconds),
  taint: { node: 'n1', key, effect: 'NoExecute', ...more },
});
export const untaintAt = (seconds: number, key: string): Entry => ({ at: at(seconds), untaint: { node: 'n1', key } });

/** `prefix` and a number, all numbers of the same length, so that names are in the order of numbers. */
export const numbered = (count: number, prefix = 'n'): string[] => {
  const digits = String(count).length;
  return Array.from({ length: count }, (_, i) => `${prefix}${String(i + 1).padStart(digits, '0')}`);
};

/** Runs a story on its own cluster; returns everything that was not as expected. */
export async function playNodeStory(server: TestGraphqlServer, story: NodeStory): Promise<string[]> {
  const { nodes, pods = [], entries, bundle = 'k8s-1.20', nodeHealth, cloud } = story;
  const settings = { bundle, ...(nodeHealth ? { nodeHealth } : {}), ...(cloud ? { cloud } : {}) };
  const cluster = await server.cluster({ settings });
  const zones = Array.isArray(nodes) ? { z: nodes as string[] } : (nodes as Record<string, readonly string[]>);
  const additions = Object.entries(zones).flatMap(([zone, names]) =>
    names.map((name) => {
      const labels = { 'topology.kubernetes.io/zone': zone };
      return cluster.mutate('addNodes', { name, labels }, 'node { id }');
    }),
  );
  await Promise.all(additions);
  const sorted = [...entries].sort((a, b) => instantMs(a) - instantMs(b));
  const actions = [...(pods.length > 0 ? [{ at: '0s', apply: pods }] : []), ...sorted];
  const scenario = { apiVersion: 'sim.orrery.dev/v1', kind: 'Scenario', spec: { actions } };
  const { report } = await cluster.mutate<{ report: Report }>(
    'runScenario',
    { yaml: JSON.stringify(scenario) },
    'report { steps { seconds ok message } } errors { message }',
  );
  await server.client.mutate('deleteCluster', { name: cluster.name }, 'cluster { name }');
  const passed = report.steps.filter(({ ok }) => ok).length;
  const failed = report.steps.filter(({ ok }) => !ok);
  const wrong = failed.map(({ seconds, message }) => `${seconds - BEGINNING}: ${message}`);
  return passed + failed.length === actions.length ? wrong : [...wrong, 'the story did not run to its end'];
}

/** Entries by instant; those of one instant as they were written. */
const instantMs = (entry: Entry): number => Number.parseInt(entry['at'] as string, 10);
