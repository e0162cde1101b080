import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { KubeObject, Node, Pod } from '@orrery/api-types';
import { explainPod, loadSchedulerConfiguration, podUid, Scheduler, type BundleName } from '@orrery/scheduling';
import { ManualClock } from '@orrery/time';

/** Recordings of the real scheduler; their format is described where they were made: verdicts and scores per node. */
interface RecordedCase {
  readonly id: string;
  readonly profile: 'default' | 'policy' | 'configured';
  readonly policy?: { readonly alwaysCheckAllPredicates?: boolean };
  readonly pluginConfig?: readonly { readonly name: string; readonly args: unknown }[];
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
/** In the recorded lists, and without a part in any decision: no case has resource claims. */
const NEVER_DECIDING = 'DynamicResources';

/** Comparisons made when this was recorded; fewer means that something is no longer compared. */
const RECORDED_COMPARISONS: Readonly<
  Record<string, { verdicts: number; scores: number; fitErrors: number; totals: number }>
> = {
  'scheduler.json.gz': { verdicts: 1562, scores: 2860, fitErrors: 65, totals: 383 },
  'scheduler-modern.json.gz': { verdicts: 1603, scores: 1550, fitErrors: 76, totals: 271 },
};

const compared: Record<string, { verdicts: number; scores: number; fitErrors: number; totals: number }> = {};

function readCases(file: string): RecordedCase[] {
  return JSON.parse(gunzipSync(readFileSync(join(__dirname, 'testdata', file))).toString()) as RecordedCase[];
}

/** The case's configuration, in the format of its release. */
function configurationOf({ profile, policy, pluginConfig = [] }: RecordedCase): unknown {
  if (profile === 'policy') return policy;
  const apiVersion = 'kubescheduler.config.k8s.io/v1';
  return { apiVersion, kind: 'KubeSchedulerConfiguration', profiles: [{ pluginConfig }] };
}

function schedulerOf(recorded: RecordedCase, bundle: BundleName): Scheduler {
  const { ok, errors } = loadSchedulerConfiguration(configurationOf(recorded), { bundle, strict: true });
  expect(errors).toBeUndefined();
  const scheduler = new Scheduler({ clock: new ManualClock(), seed: 'conformance', ...ok!.options });
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
    const { framework } = scheduler.parts.profiles.get('default-scheduler')!;
    if (expected.filterPlugins) {
      const known = expected.filterPlugins.filter((name) => name !== NEVER_DECIDING);
      expect(framework.filter.map(({ name }) => name)).toEqual(known);
    }
    if (expected.scoreWeights) expect(explained.scoreWeights).toEqual(expected.scoreWeights);
    for (const [node, verdict] of Object.entries(expected.filters ?? {})) {
      count.verdicts += compareVerdict({ node, verdict, ours: explained.filters.get(node)!, recorded });
    }
    for (const [node, scores] of Object.entries(expected.scores ?? {})) {
      const ours = explained.scores.get(node)!;
      expect({ node, ...ours }).toEqual({ node, ...scores });
      count.scores += Object.keys(scores.plugins).length;
      count.totals++;
    }
    if (expected.fitError !== undefined) {
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
  readonly ours: { readonly code: string; readonly plugin: string; readonly reasons: readonly string[] };
  readonly recorded: RecordedCase;
}

/** Compares one node; answers how many verdicts that were. */
function compareVerdict({ node, verdict, ours, recorded }: VerdictComparison): number {
  const failures = verdict.plugins ?? [];
  if (recorded.policy?.alwaysCheckAllPredicates) {
    const reasons = failures.flatMap((failure) => failure.reasons);
    expect({ node, reasons: [...ours.reasons].sort() }).toEqual({ node, reasons: [...reasons].sort() });
    return 1;
  }
  const first = failures[0];
  if (!first) {
    expect({ node, ...ours }).toMatchObject({ node, code: 'Success' });
    return 1;
  }
  expect({ node, code: ours.code, plugin: ours.plugin, reasons: [...ours.reasons].sort() }).toEqual({
    node,
    code: verdict.code,
    plugin: first.plugin,
    reasons: first.reasons,
  });
  return 1;
}
