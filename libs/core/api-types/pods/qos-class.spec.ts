import { readTestdata } from '../testdata/read-testdata';
import { qosClass, type PodSpec } from '../index';

const recorded = readTestdata<{
  oomScoreAdj: { pod: { metadata: { name: string }; spec: PodSpec }; qosClass: string }[];
}>('qos-classes.json.gz');

test('all three classes were recorded', () => {
  expect(new Set(recorded.oomScoreAdj.map((row) => row.qosClass)).size).toBe(3);
});

test.each(recorded.oomScoreAdj)('$pod.metadata.name is $qosClass', (row) => {
  expect(qosClass(row.pod)).toBe(row.qosClass);
});
