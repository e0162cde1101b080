import { deschedulingSentence } from './descheduling-sentence';

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
