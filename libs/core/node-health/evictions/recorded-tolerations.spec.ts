import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Pod, Taint, Toleration } from '@orrery/api-types';
import { nodeHealthSettings } from '../settings/settings';
import { TaintManager } from './taint-manager';
import { shortestLimitMs, toleratedMsOf, weighTolerations } from './toleration-deadline';

interface RecordedPod {
  readonly taints: Taint[];
  readonly tolerations: Toleration[];
  readonly noExecuteAllTolerated: boolean;
  readonly noExecuteUsedTolerations: Toleration[];
  readonly evictAfterSeconds: number | 'never';
}
interface Recorded {
  readonly minTolerationTime: { tolerations: Toleration[]; infinite: boolean; seconds?: number }[];
  readonly podTolerations: RecordedPod[];
}

const recorded = JSON.parse(
  gunzipSync(readFileSync(join(__dirname, '../testdata/tolerations.json.gz'))).toString('utf8'),
) as Recorded;

describe('recorded tolerations of the v1.20.2 taint manager', () => {
  it('has every row, with every kind of answer', () => {
    expect([recorded.minTolerationTime.length, recorded.podTolerations.length]).toEqual([22, 50]);
    const answers = recorded.podTolerations.map(({ evictAfterSeconds: at }) => (Number(at) > 0 ? 'later' : at));
    expect(new Set(answers)).toEqual(new Set([0, 'never', 'later']));
  });

  // Nothing is asked about an empty list: a node without NoExecute taints has no timers.
  test.each(recorded.minTolerationTime.filter(({ tolerations }) => tolerations.length > 0))(
    'the shortest of $tolerations',
    ({ tolerations, infinite, seconds }) => {
      const limits = tolerations.map((toleration) => ({ toleratedMs: toleratedMsOf(toleration) }));
      expect(shortestLimitMs(limits)).toBe(infinite ? Number.POSITIVE_INFINITY : seconds! * 1000);
    },
  );

  test.each(recorded.podTolerations.map((row, index) => [index, row] as const))('pod %i stays so long', (_i, row) => {
    expect(evictedAfterSeconds(row)).toBe(row.evictAfterSeconds);
    const taints = row.taints.filter(({ effect }) => effect === 'NoExecute');
    const verdict = weighTolerations(taints, row.tolerations);
    expect(verdict.kind !== 'untolerated').toBe(row.noExecuteAllTolerated);
    if (verdict.kind === 'untolerated') return;
    const used = row.noExecuteUsedTolerations.map(toleratedMsOf).filter(Number.isFinite);
    expect(verdict.kind === 'limited' ? verdict.limits.map(({ toleratedMs }) => toleratedMs) : []).toEqual(used);
  });
});

/** Returns the time after which the taint manager evicts the pod from a node that has these taints. */
function evictedAfterSeconds({ taints, tolerations }: RecordedPod): number | 'never' {
  const manager = new TaintManager(nodeHealthSettings('k8s-1.20'));
  const pod = { metadata: { name: 'p', namespace: 'default', uid: 'p' }, spec: { nodeName: 'n', tolerations } };
  const node = { metadata: { name: 'n', uid: 'n' }, spec: { taints } };
  const actions = manager.start([node as never], [pod as unknown as Pod], 0);
  if (actions.some(({ kind }) => kind === 'deletePod')) return 0;
  const deadlineMs = manager.nextDeadlineMs();
  return deadlineMs === undefined ? 'never' : deadlineMs / 1000;
}
