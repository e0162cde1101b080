import { qosClass } from '@orrery/api-types';
import { oomScoreAdjustment } from './oom/oom-score';
import { pressureSettings } from './pressure-settings';
import { rankPods } from './ranking/rank-pods';
import type { Signal } from './signals';
import { readRecording, toPodStatistics, type RecordedAmount, type RecordedPrimitives } from './testing/recordings';
import { parseEvictionPairs } from './thresholds/eviction-flags';
import { parseThresholds } from './thresholds/parse-thresholds';
import type { ThresholdAmount } from './thresholds/threshold';

const recorded = readRecording<RecordedPrimitives>('pressure-primitives.json.gz');

function toRecorded(amount: ThresholdAmount): RecordedAmount {
  if ('text' in amount) return { quantity: amount.text };
  return { percentage: Number.isNaN(amount.fraction) ? 'NaN' : Number(amount.fraction.toPrecision(7)) };
}

describe('recorded tables of v1.20.2', () => {
  it('has all rows', () => {
    const { evictionFlags, evictionThresholds, evictionRanking, oomScoreAdj } = recorded;
    const rows = [evictionFlags, evictionThresholds, evictionRanking, oomScoreAdj].map(({ length }) => length);
    expect(rows).toEqual([15, 63, 40, 50]);
  });

  test.each(recorded.evictionFlags)('flag $flag "$input"', ({ flag, input, ok, pairs, error }) => {
    const verdict = parseEvictionPairs(input, flag === 'eviction-hard' ? '<' : '=');
    expect(verdict).toEqual(ok ? { ok, pairs } : { ok, error });
  });

  test.each(recorded.evictionThresholds)('thresholds %#', (row) => {
    // The recorded kubelet takes percentages up to 10000%.
    const verdict = parseThresholds(row, 100);
    if (!verdict.ok) {
      expect(row.ok).toBe(false);
      expect(row.errors).toContain(verdict.errors[0]);
      return;
    }
    const sorted = verdict.thresholds
      .map(({ signal, value, gracePeriodMs, minReclaim }) => ({
        signal,
        gracePeriodSeconds: gracePeriodMs / 1000,
        value: toRecorded(value),
        ...(minReclaim ? { minReclaim: toRecorded(minReclaim) } : {}),
      }))
      .sort(
        (a, b) =>
          (a.signal < b.signal ? -1 : Number(a.signal > b.signal)) || a.gracePeriodSeconds - b.gracePeriodSeconds,
      );
    expect(sorted).toEqual(row.thresholds?.map(({ operator: _alwaysLess, ...rest }) => rest));
  });

  test.each(recorded.evictionRanking)('ranking %# by $signal', (row) => {
    const byName = new Map(row.podStats.map((stats) => [stats.podRef.name, toPodStatistics(stats)]));
    const ranked = rankPods(row.pods, {
      signal: row.signal as Signal,
      settings: pressureSettings('k8s-1.20'),
      hasDedicatedImagefs: row.dedicatedImageFs,
      ofPod: ({ metadata }) => byName.get(metadata.name),
    });
    expect(ranked.map(({ metadata }) => metadata.name)).toEqual(row.evictionOrder);
    expect(Object.fromEntries(row.pods.map((pod) => [pod.metadata.name, qosClass(pod)]))).toEqual(row.qosClass);
  });

  test.each(recorded.oomScoreAdj)('oom_score_adj %#', ({ pod, memoryCapacityBytes, oomScoreAdj }) => {
    const node = { memoryCapacityBytes, settings: pressureSettings('k8s-1.20') };
    const adjustments = pod.spec.containers.map((each) => [each.name, oomScoreAdjustment(pod, each, node)]);
    expect(Object.fromEntries(adjustments)).toEqual(oomScoreAdj);
  });
});
