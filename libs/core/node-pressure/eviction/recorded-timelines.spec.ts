import { parseDurationMs } from '@orrery/time';
import { pressureRefusal } from '../pressure-admission';
import { pressureSettings } from '../pressure-settings';
import { keyOf, RecordedNode } from '../testing/recorded-node';
import { readRecording, type RecordedStep, type RecordedThreshold, type RecordedTimeline } from '../testing/recordings';
import { parseThresholds } from '../thresholds/parse-thresholds';
import type { Threshold } from '../thresholds/threshold';
import { EvictionManager, type EvictionRun } from './eviction-manager';

const timelines = readRecording<RecordedTimeline[]>('node-pressure.json.gz');
const compared = { timelines: 0, steps: 0, evictions: 0, reclaims: 0, rankings: 0, refusals: 0, conditions: 0 };

/** The recorded order of entries: hard by signal, soft by signal; ours is that of the configuration. */
function managerOf({ config, node }: RecordedTimeline): EvictionManager {
  const sorted = (texts: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
  const verdict = parseThresholds({
    ...config,
    evictionHard: sorted(config.evictionHard),
    evictionSoft: sorted(config.evictionSoft),
  });
  if (!verdict.ok) throw new Error(verdict.errors.join());
  return new EvictionManager({
    thresholds: verdict.thresholds,
    maxPodGraceSeconds: config.evictionMaxPodGracePeriod ?? 0,
    pressureTransitionMs: parseDurationMs(config.evictionPressureTransitionPeriod)!,
    hasDedicatedImagefs: node.dedicatedImageFs,
    settings: pressureSettings('k8s-1.20'),
  });
}

function toStep(run: EvictionRun, thresholds: readonly Threshold[], node: RecordedNode): Partial<RecordedStep> {
  const index = (threshold: Threshold): number => thresholds.indexOf(threshold);
  const active = run.active.map(index);
  const fresh = run.fresh.map(index);
  return {
    available: Object.fromEntries([...run.observations].map(([signal, { available }]) => [signal, available])),
    ...(run.met.length > 0
      ? { met: run.met.map(({ threshold, firstObservedAtMs }) => [index(threshold), firstObservedAtMs / 1000]) }
      : {}),
    ...(active.length > 0 ? { graceSatisfied: active } : {}),
    ...(fresh.length === active.length ? {} : { fresh }),
    ...(run.action ? { signal: run.action.signal, event: run.action.message } : {}),
    ...(run.reclaimed ? { reclaim: { ...node.freed, satisfied: run.reclaimed.satisfied } } : {}),
    ...(run.ranking && run.ranking.length > 0 ? { ranking: run.ranking.map(keyOf) } : {}),
    ...(run.evictions.length > 0
      ? {
          evicted: run.evictions.map(({ pod, graceSeconds, message, annotations }) => ({
            pod: keyOf(pod),
            graceSeconds,
            message,
            ...(annotations ? { annotations } : {}),
          })),
        }
      : {}),
  };
}

describe('recorded timelines of the v1.20.2 eviction manager', () => {
  test.each(timelines.map((timeline) => [timeline.id, timeline] as const))('%s', (_id, timeline) => {
    const manager = managerOf(timeline);
    const { thresholds } = manager.configuration;
    expect(thresholds.map(toRecordedThreshold)).toEqual(timeline.thresholds.map(withoutReclaim));
    const node = new RecordedNode(timeline);
    for (const expected of timeline.steps) {
      node.goTo(expected.t);
      const run = manager.run(node, expected.t * 1000);
      const { conditions } = manager;
      const refusals = timeline.probes.map(({ pod }) => pressureRefusal(pod, conditions));
      const rejectMessage = refusals.find((message) => message !== undefined);
      const step = {
        t: expected.t,
        ...(conditions.length > 0 ? { conditions: [...conditions] } : {}),
        admit: refusals.map((message) => message === undefined),
        ...(rejectMessage === undefined ? {} : { rejectMessage }),
        ...(run ? toStep(run, thresholds, node) : { noSummary: true }),
      };
      expect(step).toEqual(run ? wanted(expected) : wantedWithoutSummary(expected));
      run?.evictions.forEach(({ pod }) => node.kill(keyOf(pod)));
      count(step);
    }
    compared.timelines++;
  });

  it('compared all of it', () => {
    expect(compared).toEqual({
      timelines: 60,
      steps: 2282,
      evictions: 187,
      reclaims: 189,
      rankings: 266,
      refusals: 977,
      conditions: 977,
    });
  });
});

function wanted(step: RecordedStep): object {
  const { otherChoices: _choices, tiedPods: _ties, fresh, ...rest } = step as RecordedStep & Record<string, unknown>;
  const isNarrowed = fresh && fresh.length !== (step.graceSatisfied ?? []).length;
  return { available: {}, ...rest, ...(isNarrowed ? { fresh } : {}) };
}

/** Returns the expected result without a summary, leaving out thresholds: they are those of the run before, which the recording repeats. */
function wantedWithoutSummary({ t, conditions, admit, rejectMessage, noSummary }: RecordedStep): object {
  return { t, admit, noSummary, ...(conditions ? { conditions } : {}), ...(rejectMessage ? { rejectMessage } : {}) };
}

function count(step: Partial<RecordedStep>): void {
  compared.steps++;
  compared.evictions += step.evicted?.length ?? 0;
  compared.reclaims += step.reclaim ? 1 : 0;
  compared.rankings += step.ranking ? 1 : 0;
  compared.refusals += step.rejectMessage === undefined ? 0 : 1;
  compared.conditions += step.conditions ? 1 : 0;
}

function toRecordedThreshold({ signal, value, gracePeriodMs }: Threshold): RecordedThreshold {
  return {
    signal,
    ...('text' in value ? { quantity: value.text } : { percentage: value.fraction }),
    gracePeriodSeconds: gracePeriodMs / 1000,
  };
}

function withoutReclaim({ signal, quantity, percentage, gracePeriodSeconds }: RecordedThreshold): RecordedThreshold {
  return {
    signal,
    ...(quantity === undefined ? { percentage: Math.fround(percentage!) } : { quantity }),
    gracePeriodSeconds,
  };
}
