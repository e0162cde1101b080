import type { Pod } from '@orrery/api-types';
import { explainPod, podUid, type Scheduler } from '@orrery/scheduling';
import { readCases, RECORDINGS, schedulerOf, type RecordedCase, type RecordedVerdict } from './recorded-scheduling';

/** Numbers of comparisons made when this was recorded; smaller ones mean that something is not compared any more. */
const RECORDED_COMPARISONS: Readonly<
  Record<string, { verdicts: number; scores: number; fitErrors: number; totals: number }>
> = {
  'scheduler.json.gz': { verdicts: 1562, scores: 2860, fitErrors: 65, totals: 383 },
  'scheduler-modern.json.gz': { verdicts: 1603, scores: 1550, fitErrors: 76, totals: 271 },
};

const compared: Record<string, { verdicts: number; scores: number; fitErrors: number; totals: number }> = {};

describe.each(RECORDINGS)('%s', (file, bundle) => {
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
    if (expected.filterPlugins) expect(framework.filter.map(({ name }) => name)).toEqual(expected.filterPlugins);
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
    if (expected.feasibleNodes && !expected.viaNominatedNode) {
      const feasible = [...explained.filters].filter(([, { code }]) => code === 'Success').map(([node]) => node);
      expect(feasible.sort()).toEqual(expected.feasibleNodes);
    }
    if (expected.topNodes?.length && !expected.viaNominatedNode) {
      expect([...explained.topNodes].sort()).toEqual(expected.topNodes);
    }
    if (expected.result === 'scheduled') {
      const placed = placedOn(scheduler, recorded.pod);
      if (placed !== undefined) expect(expected.topNodes).toContain(placed);
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

/**
 * Returns the node that a real cycle chooses for the pod; undefined if another pending pod, which the recording
 * ignored, comes first.
 */
function placedOn(scheduler: Scheduler, pod: Pod): string | undefined {
  scheduler.podChanged(undefined, pod);
  const [decision] = scheduler.scheduleBatch(1);
  if (decision?.uid !== podUid(pod)) return undefined;
  if (decision.kind !== 'bind' && decision.kind !== 'prepare') throw new TypeError(`it was ${decision.kind}`);
  return decision.pod.spec.nodeName;
}
