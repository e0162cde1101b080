import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  DecisionVerdict,
  DisruptionLedger,
  EvictionOutcome,
  loadDeschedulerPolicy,
  policyMessage,
  runCycle,
  type ClusterObjects,
  type DeschedulingBehaviour,
  type DeschedulingReport,
  type PodDecision,
} from '@orrery/descheduling';
import { parse } from 'yaml';

interface RecordedEviction {
  readonly pod: string;
  readonly node: string;
  readonly strategy: string;
  readonly profile?: string;
}

interface RecordedClasses {
  readonly strategy: string;
  readonly profile: string;
  readonly underutilized: readonly string[];
}

/** A recording of the real descheduler; the format is described where they were made. */
interface RecordedRun {
  readonly id: string;
  readonly version: 'v0.34.0' | 'v0.30.2' | 'v0.20.0';
  readonly kind: 'run' | 'invalid';
  readonly policy: object | string;
  readonly now: string;
  readonly objects: Readonly<Record<string, readonly object[]>>;
  readonly quirks?: readonly string[];
  readonly expected: {
    readonly evictions: readonly RecordedEviction[];
    readonly order: 'exact' | 'any';
    readonly listing: 'any' | 'order' | 'sorted';
    readonly refused?: readonly { readonly pod: string; readonly code: number; readonly strategy: string }[];
    readonly limitsReached?: readonly ('total' | 'node' | 'namespace')[];
    readonly nodeUtilization?: readonly RecordedClasses[];
    readonly readyNodes: readonly string[];
    readonly error?: string;
    readonly profileErrors?: readonly string[];
  };
}

/** Releases before profiles: the recorded code spreads duplicates evenly and evicts the pod that has the rule. */
const OLD_RELEASES: Partial<DeschedulingBehaviour> = {
  duplicates: 'Uniform',
  antiAffinityVictim: 'Holder',
  criticalAnnotation: 'off',
  sortNodesBy: 'raw',
  preferringPods: 'amongEquals',
  equalPods: 'turned',
  restartsOrder: 'listing',
};

const BEHAVIOUR: Readonly<Record<RecordedRun['version'], Partial<DeschedulingBehaviour>>> = {
  'v0.34.0': { onInvalidProfile: 'skip', equalPods: 'turned' },
  'v0.30.2': {
    ...OLD_RELEASES,
    strategyOrder: 'extensionPoints',
    taintsOfFinishedPods: 'considered',
    nodeClasses: 'amounts',
    lifeTimeNodeFit: 'ignored',
    fitNodes: 'all',
  },
  'v0.20.0': {
    ...OLD_RELEASES,
    duplicates: 'UniformOverReady',
    antiAffinityReach: 'node',
    nodeAffinityFit: 'selectors',
    numberOfNodes: 'reached',
    finishedPods: 'unseen',
    terminatingPods: 'evictable',
    nodeClasses: 'amountsByCapacity',
    oldestPods: 'nodeByNode',
  },
};

/** Messages that list the allowed words: the list has grown since they were recorded. */
const GROWN_LISTS = /^(.*states must be one of) \[.*\]$/;

/** Numbers of comparisons made when this was recorded; smaller ones mean that something is not compared any more. */
const RECORDED_COMPARISONS = { evictions: 342, runs: 93, refusals: 57, limits: 14, classes: 27, errors: 28 };

const cases = JSON.parse(
  gunzipSync(readFileSync(join(__dirname, 'testdata/descheduler.json.gz'))).toString(),
) as RecordedRun[];
const compared = { evictions: 0, runs: 0, refusals: 0, limits: 0, classes: 0, errors: 0 };

test.each(cases.map((recorded) => [recorded.id, recorded] as const))('%s', async (_id, recorded) => {
  const { expected } = recorded;
  const outcome = await descheduled(recorded);
  if (expected.error !== undefined) {
    expect(withoutList(outcome.error)).toBe(withoutList(expected.error));
    compared.errors++;
    return;
  }
  expect(outcome.error).toBeUndefined();
  expect(outcome.profileErrors).toEqual(expected.profileErrors ?? []);
  compared.errors += outcome.profileErrors.length;
  const report = outcome.report!;
  if (report.readyNodes.length > 1) expect(report.readyNodes).toEqual(expected.readyNodes);
  compareEvictions(recorded, report);
  compareRefusals(recorded, report);
  compareLimits(recorded, report);
  for (const classes of expected.nodeUtilization ?? []) {
    // The first releases have no profiles.
    expect(report.nodeClasses).toContainEqual(expect.objectContaining(classes));
    compared.classes++;
  }
});

test('as much is compared as was recorded', () => {
  for (const [what, least] of Object.entries(RECORDED_COMPARISONS)) {
    expect({ what, isEnough: compared[what as keyof typeof compared] >= least }).toEqual({ what, isEnough: true });
  }
});

interface Outcome {
  readonly report?: DeschedulingReport;
  readonly error?: string;
  readonly profileErrors: readonly string[];
}

async function descheduled({ policy, objects, now, version }: RecordedRun): Promise<Outcome> {
  const document: unknown = typeof policy === 'string' ? parse(policy) : policy;
  const loaded = loadDeschedulerPolicy(document, { behaviour: BEHAVIOUR[version] });
  if (!loaded.ok) return { error: policyMessage(loaded.errors), profileErrors: [] };
  const cluster = {
    nodes: objects['nodes'] ?? [],
    pods: objects['pods'] ?? [],
    namespaces: objects['namespaces'] ?? [],
    priorityClasses: objects['priorityclasses'] ?? [],
    podDisruptionBudgets: objects['poddisruptionbudgets'] ?? [],
  } as unknown as ClusterObjects;
  const ledger = new DisruptionLedger(cluster.podDisruptionBudgets ?? []);
  const ran = await runCycle({
    policy: loaded.policy,
    objects: cluster,
    nowMs: Date.parse(now),
    evict: (request) => ledger.evict(request),
  });
  if (!ran.ok) return { error: policyMessage(ran.errors), profileErrors: [] };
  const profileErrors = Object.entries(loaded.policy.profileErrors).map(([name, reason]) => `${name}: ${reason}`);
  return { report: ran.report, profileErrors };
}

function withoutList(message: string | undefined): string | undefined {
  return message?.replace(GROWN_LISTS, '$1');
}

function podOf({ namespace, name }: PodDecision): string {
  return `${namespace}/${name}`;
}

function compareEvictions({ expected, version }: RecordedRun, report: DeschedulingReport): void {
  const wanted = expected.evictions.map(({ pod, node, strategy, profile }) =>
    version === 'v0.20.0' ? { pod, node, strategy } : { pod, node, strategy, profile },
  );
  const ours = report.decisions
    .filter(({ verdict }) => verdict === DecisionVerdict.Evicted)
    .map((decision) => {
      const eviction = { pod: podOf(decision), node: decision.node, strategy: decision.strategy };
      return version === 'v0.20.0' ? eviction : { ...eviction, profile: decision.profile };
    });
  const isSet = version !== 'v0.34.0' || expected.order === 'any';
  const sorted = (list: readonly { pod: string }[]): unknown[] =>
    isSet ? [...list].sort((a, b) => (a.pod < b.pod ? -1 : 1)) : [...list];
  expect(sorted(ours)).toEqual(sorted(wanted));
  compared.evictions += ours.length;
  compared.runs++;
}

function compareRefusals({ expected }: RecordedRun, report: DeschedulingReport): void {
  if (!expected.refused) return;
  const ours = report.decisions
    .filter(({ verdict }) => verdict === DecisionVerdict.Refused)
    .map((decision) => ({ pod: podOf(decision), code: decision.code, strategy: decision.strategy }));
  const isOrdered = expected.order === 'exact' && expected.listing !== 'order';
  const sorted = (list: readonly { pod: string }[]): unknown[] =>
    isOrdered ? [...list] : [...list].sort((a, b) => (a.pod < b.pod ? -1 : 1));
  expect(sorted(ours)).toEqual(sorted(expected.refused));
  compared.refusals += ours.length;
}

const LIMITS: Readonly<Record<string, string>> = {
  [EvictionOutcome.TotalLimit]: 'total',
  [EvictionOutcome.NodeLimit]: 'node',
  [EvictionOutcome.NamespaceLimit]: 'namespace',
};

function compareLimits({ expected, version }: RecordedRun, report: DeschedulingReport): void {
  const reached = new Set(report.decisions.flatMap(({ limit }) => (limit === undefined ? [] : [LIMITS[limit]!])));
  const wanted: readonly string[] = expected.limitsReached ?? [];
  // v0.30.2 leaves a node right after the last pod it may evict there; no further attempt shows the limit.
  if (version === 'v0.30.2' && !wanted.includes('node')) reached.delete('node');
  expect([...reached].sort()).toEqual([...wanted].sort());
  compared.limits += reached.size;
}
