import { MOST_NODES, nodesOfDecision, nodesOfPod, type NamedNodes } from './asked-nodes';
import { deschedulingSentence } from './descheduling-sentence';

const many = Array.from({ length: 100 }, (_, i) => `n${i}`);

test('of few nodes all are asked for, of many the own one and the first', () => {
  expect(nodesOfPod('n1', ['n0', 'n1'])).toBeUndefined();
  const asked = nodesOfPod('n99', many)!;
  expect([asked.length, asked[0], asked[1]]).toEqual([MOST_NODES, 'n99', 'n0']);
});

test('of an attempt in a large cluster the nodes are asked for that it names, once each', () => {
  const decision: NamedNodes = {
    nodeName: 'n7',
    tieNames: ['n7', 'n8'],
    best: [{ nodeName: 'n7' }, { nodeName: 'n9' }],
    preemption: { nodeName: 'n7', outranked: [{ nodeName: 'n3' }] },
    rejections: [{ nodeNames: ['n1', 'n2'] }],
  };
  expect(nodesOfDecision(decision, 100)).toEqual(['n7', 'n3', 'n9', 'n8', 'n1', 'n2']);
  expect(nodesOfDecision(decision, 10)).toBeUndefined();
});

test.each([
  [{}, 'In cycle 2, RemoveDuplicates selected it on n1 (2 on the node); it was evicted.'],
  [
    { dryRun: true },
    'In trial cycle 2, RemoveDuplicates selected it on n1 (2 on the node); it would have been evicted.',
  ],
  [
    { verdict: 'PROTECTED', obstacle: 'pod has local storage' },
    'In cycle 2, RemoveDuplicates selected it on n1 (2 on the node); a rule of the evictor protects it: pod has local storage.',
  ],
])('%j of the descheduler, in a sentence', (changes, sentence) =>
  expect(
    deschedulingSentence({
      run: 2,
      dryRun: false,
      node: 'n1',
      strategy: 'RemoveDuplicates',
      verdict: 'EVICTED',
      reason: '2 on the node',
      obstacle: null,
      ...changes,
    }),
  ).toBe(sentence),
);
