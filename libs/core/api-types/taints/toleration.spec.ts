import { readTestdata } from '../testdata/read-testdata';
import { findUntoleratedTaint, isTolerated, tolerates, type Taint, type Toleration } from '../index';

const recorded = readTestdata<{
  toleratesTaint: { toleration: Toleration; taint: Taint; tolerates: boolean }[];
  podTolerations: {
    taints: Taint[];
    tolerations: Toleration[];
    firstUntoleratedHardTaint: Taint | null;
    noExecuteAllTolerated: boolean;
  }[];
}>('tolerations.json.gz');

test('the recordings hold both answers', () => {
  expect(new Set(recorded.toleratesTaint.map((row) => row.tolerates)).size).toBe(2);
});

test.each(recorded.toleratesTaint.map((row) => [JSON.stringify(row), row] as const))('%s', (_name, row) => {
  expect(tolerates(row.toleration, row.taint)).toBe(row.tolerates);
});

test.each(recorded.podTolerations.map((row, index) => [index, row] as const))('recorded pod %i', (_index, row) => {
  expect(findUntoleratedTaint(row.taints, row.tolerations) ?? null).toEqual(row.firstUntoleratedHardTaint);
  const noExecute = row.taints.filter((taint) => taint.effect === 'NoExecute');
  expect(noExecute.every((taint) => isTolerated(taint, row.tolerations))).toBe(row.noExecuteAllTolerated);
});
