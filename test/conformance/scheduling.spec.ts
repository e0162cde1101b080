import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { KubeObject, Node, Pod } from '@orrery/api-types';
import { explainPod, PLUGIN_REGISTRY, podUid, Scheduler, type BundleName, type Profile } from '@orrery/scheduling';
import { ManualClock } from '@orrery/time';

/** Recordings of the real scheduler; their format is described where they were made: verdicts and scores per node. */
interface RecordedCase {
  readonly id: string;
  readonly profile: 'default' | 'policy' | 'configured';
  readonly policy?: { readonly priorities?: readonly PolicyPriority[]; readonly alwaysCheckAllPredicates?: boolean };
  readonly pluginConfig?: Profile['pluginConfig'];
  readonly objects: Readonly<Record<string, readonly KubeObject[]>>;
  readonly pod: Pod;
  readonly expected: {
    readonly result: 'scheduled' | 'unschedulable' | 'gated';
    readonly filterPlugins?: readonly string[];
    readonly filters?: Readonly<Record<string, RecordedVerdict>>;
    readonly preFilter?: RecordedFailure;
    readonly preEnqueue?: RecordedFailure;
    readonly feasibleNodes?: readonly string[];
    readonly viaNominatedNode?: boolean;
    readonly fitError?: string;
    readonly scoreWeights?: Readonly<Record<string, number>>;
    readonly scores?: Readonly<
      Record<string, { readonly plugins: Readonly<Record<string, number>>; readonly total: number }>
    >;
    readonly topNodes?: readonly string[];
  };
}
interface RecordedFailure {
  readonly plugin: string;
  readonly code: string;
  readonly reasons: readonly string[];
}
interface RecordedVerdict {
  readonly code: string;
  readonly plugins?: readonly RecordedFailure[];
}
interface PolicyPriority {
  readonly argument?: {
    readonly requestedToCapacityRatioArguments?: {
      readonly shape: readonly unknown[];
      readonly resources?: readonly unknown[];
    };
  };
}

/** Comparisons made when this was recorded; fewer means that something is no longer compared. */
const RECORDED_COMPARISONS: Readonly<
  Record<string, { verdicts: number; scores: number; fitErrors: number; totals: number }>
> = {
  'scheduler.json.gz': { verdicts: 1552, scores: 1739, fitErrors: 54, totals: 4 },
  'scheduler-modern.json.gz': { verdicts: 1570, scores: 1144, fitErrors: 41, totals: 24 },
};

const compared: Record<string, { verdicts: number; scores: number; fitErrors: number; totals: number }> = {};

function readCases(file: string): RecordedCase[] {
  return JSON.parse(gunzipSync(readFileSync(join(__dirname, 'testdata', file))).toString()) as RecordedCase[];
}

const isOurs = (plugin: string): boolean => Object.hasOwn(PLUGIN_REGISTRY, plugin);

/** The recorded set of plugins, in the recorded order, as far as they exist here. */
function profileOf(recorded: RecordedCase): Profile {
  const { filterPlugins = [], scoreWeights = {} } = recorded.expected;
  if (recorded.profile !== 'policy') {
    return {
      schedulerName: 'default-scheduler',
      pluginConfig: (recorded.pluginConfig ?? []).filter(({ name }) => isOurs(name)),
    };
  }
  const filters = filterPlugins.filter(isOurs).map((name) => ({ name }));
  const scores = Object.entries(scoreWeights)
    .filter(([name]) => isOurs(name))
    .map(([name, weight]) => ({ name, weight }));
  const ratio = (recorded.policy?.priorities ?? []).find(({ argument }) => argument?.requestedToCapacityRatioArguments);
  const all = [{ name: '*' }];
  const used = new Set([...filters, ...scores].map(({ name }) => name));
  const without = (kept: readonly { readonly name: string }[]): { readonly name: string }[] =>
    [...used].filter((name) => !kept.some((entry) => entry.name === name)).map((name) => ({ name }));
  return {
    schedulerName: 'default-scheduler',
    alwaysCheckAllFilters: recorded.policy?.alwaysCheckAllPredicates === true,
    plugins: {
      multiPoint: { enabled: ['PrioritySort', 'DefaultBinder', ...used].map((name) => ({ name })), disabled: all },
      preFilter: { disabled: without(filters) },
      filter: { enabled: filters, disabled: all },
      preScore: { disabled: without(scores) },
      score: { enabled: scores, disabled: all },
    },
    pluginConfig: ratio
      ? [{ name: 'RequestedToCapacityRatio', args: ratio.argument?.requestedToCapacityRatioArguments }]
      : [],
  };
}

function schedulerOf(recorded: RecordedCase, bundle: BundleName): Scheduler {
  const scheduler = new Scheduler({
    clock: new ManualClock(),
    seed: 'conformance',
    bundle,
    profiles: [profileOf(recorded)],
  });
  for (const [kind, objects] of Object.entries(recorded.objects)) {
    if (kind === 'nodes' || kind === 'pods') continue;
    for (const object of objects) scheduler.objectChanged(undefined, object);
  }
  for (const node of recorded.objects['nodes'] ?? []) {
    scheduler.nodeChanged(undefined, node as unknown as Node);
    scheduler.nodeChanged(node as unknown as Node, { ...node } as unknown as Node);
  }
  for (const pod of recorded.objects['pods'] ?? []) scheduler.podChanged(undefined, pod as unknown as Pod);
  return scheduler;
}

describe.each([
  ['scheduler.json.gz', 'k8s-1.20'],
  ['scheduler-modern.json.gz', 'modern'],
] as const)('%s', (file, bundle) => {
  const cases = readCases(file);
  const count = (compared[file] = { verdicts: 0, scores: 0, fitErrors: 0, totals: 0 });

  test.each(cases.map((recorded) => [recorded.id, recorded] as const))('%s', (_id, recorded) => {
    const { expected } = recorded;
    const scheduler = schedulerOf(recorded, bundle);
    if (expected.result === 'gated') {
      scheduler.podChanged(undefined, recorded.pod);
      expect(scheduler.parts.queue.entry(podUid(recorded.pod))?.place).toBe('gated');
      count.verdicts++;
      return;
    }
    const scoreAmong = Object.keys(expected.scores ?? {});
    const explained = explainPod(scheduler.parts, { pod: recorded.pod, scoreAmong })!;
    expect(explained.error).toBeUndefined();
    const order = expected.filterPlugins ?? [];
    for (const [node, verdict] of Object.entries(expected.filters ?? {})) {
      count.verdicts += compareVerdict({ node, verdict, order, ours: explained.filters.get(node)!, recorded });
    }
    for (const [node, scores] of Object.entries(expected.scores ?? {})) {
      const ours = explained.scores.get(node)!;
      const known = Object.fromEntries(Object.entries(scores.plugins).filter(([plugin]) => isOurs(plugin)));
      expect({ node, plugins: ours.plugins }).toEqual({ node, plugins: known });
      count.scores += Object.keys(known).length;
      if (Object.keys(scores.plugins).every(isOurs)) {
        expect({ node, total: ours.total }).toEqual({ node, total: scores.total });
        count.totals++;
      }
    }
    const failing = Object.values(expected.filters ?? {}).flatMap(({ plugins = [] }) => plugins);
    if (expected.fitError !== undefined && !expected.preFilter && failing.every(({ plugin }) => isOurs(plugin))) {
      expect(explained.fitError).toBe(expected.fitError);
      count.fitErrors++;
    }
  });

  test('as much is compared as was recorded', () => {
    const least = RECORDED_COMPARISONS[file]!;
    expect(count.verdicts).toBeGreaterThan(0);
    expect(count.verdicts).toBeGreaterThanOrEqual(least.verdicts);
    expect(count.scores).toBeGreaterThanOrEqual(least.scores);
    expect(count.fitErrors).toBeGreaterThanOrEqual(least.fitErrors);
    expect(count.totals).toBeGreaterThanOrEqual(least.totals);
  });
});

interface VerdictComparison {
  readonly node: string;
  readonly verdict: RecordedVerdict;
  readonly order: readonly string[];
  readonly ours: { readonly code: string; readonly plugin: string; readonly reasons: readonly string[] };
  readonly recorded: RecordedCase;
}

/** Compares one node as far as existing plugins can know; answers how many verdicts that were. */
function compareVerdict({ node, verdict, order, ours, recorded }: VerdictComparison): number {
  const failures = verdict.plugins ?? [];
  if (recorded.expected.preFilter && !isOurs(recorded.expected.preFilter.plugin)) return 0;
  if (recorded.policy?.alwaysCheckAllPredicates) {
    const reasons = failures.filter(({ plugin }) => isOurs(plugin)).flatMap((failure) => failure.reasons);
    expect({ node, reasons: [...ours.reasons].sort() }).toEqual({ node, reasons: [...reasons].sort() });
    return 1;
  }
  const first = failures[0];
  if (!first) {
    expect({ node, ...ours }).toMatchObject({ node, code: 'Success' });
    return 1;
  }
  if (isOurs(first.plugin)) {
    expect({ node, code: ours.code, plugin: ours.plugin, reasons: [...ours.reasons].sort() }).toEqual({
      node,
      code: verdict.code,
      plugin: first.plugin,
      reasons: first.reasons,
    });
    return 1;
  }
  const isLater = ours.code === 'Success' || order.indexOf(ours.plugin) > order.indexOf(first.plugin);
  expect({ node, plugin: ours.plugin, isLater }).toMatchObject({ node, isLater: true });
  return 1;
}
