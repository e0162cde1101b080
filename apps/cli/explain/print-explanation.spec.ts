import type { Terminal } from '../command';
import type { Explanation } from './explanation';
import { printExplanation } from './print-explanation';

const TERMINAL = { columns: 120, isColoured: false } as unknown as Terminal;
const URL = 'http://licences:8888';
const NOTHING: Explanation = {
  schedulerName: 'default-scheduler',
  pod: { metadata: { name: 'web', namespace: 'default' }, spec: { nodeName: null } },
  gates: [],
  selectedNode: null,
  nominated: false,
  ties: [],
  feasibleCount: 0,
  evaluatedCount: 0,
  message: '',
  nodes: [],
  preemption: null,
  preemptionRefused: null,
  extenders: [],
  resourceVersion: '1',
};

test.each([
  [
    'that failed',
    { interested: true, problems: ['Post: refused'] },
    '',
    `Extender ${URL} failed and is ignored: Post: refused`,
  ],
  [
    'that may not fail',
    { interested: true, problems: ['Post: refused'] },
    'Post: refused',
    `Extender ${URL} failed, which ends the attempt: Post: refused`,
  ],
  ['that is not interested', { interested: false, problems: [] }, '', `Extender ${URL} is not interested in this pod.`],
] as const)('an extender %s has its line', (_name, part, message, line) => {
  const explained = { ...NOTHING, message, extenders: [{ url: URL, ignorable: message === '', ...part }] };
  expect(printExplanation(explained, { terminal: TERMINAL, showsAll: false }).split('\n')).toContain(line);
});

test('an extender that answered well has none', () => {
  const explained = { ...NOTHING, extenders: [{ url: URL, ignorable: false, interested: true, problems: [] }] };
  expect(printExplanation(explained, { terminal: TERMINAL, showsAll: false })).not.toContain('Extender');
});
