import { choiceGroups, NodeRole } from './elsewhere';
import { heatMap, type VerdictParts } from './heat-map';
import { decisionSentences, explanationSentences, type DecisionParts, type ExplanationParts } from './pod-sentences';

const decision: DecisionParts = {
  attempt: 1,
  outcome: 'BOUND',
  nodeName: 'node-1',
  evaluatedCount: 3,
  feasibleCount: 2,
  tieCount: 1,
  rejections: [],
  best: [
    { nodeName: 'node-1', total: 300 },
    { nodeName: 'node-2', total: 280 },
  ],
  preemption: null,
};

test.each([
  [
    'a placed pod',
    {},
    [
      'Attempt 1 looked at 3 nodes; the pod could run on 2 of them, and was placed on node-1.',
      'node-1 had the highest score, 300; next was node-2 with 280.',
    ],
  ],
  ['a draw', { tieCount: 2 }, ['2 nodes had the highest score; the choice among them was drawn.']],
  ['the only node', { feasibleCount: 1, best: [] }, ['It was the only node that could take it, so none was scored.']],
  [
    'a rejected pod',
    {
      outcome: 'UNSCHEDULABLE',
      nodeName: null,
      rejections: [{ count: 3, plugin: 'NodeResourcesFit', reason: 'Insufficient cpu' }],
    },
    ['Attempt 1 looked at 3 nodes, and the pod could run on none.', '3 nodes: Insufficient cpu (NodeResourcesFit).'],
  ],
  [
    'a preemption',
    {
      outcome: 'NOMINATED',
      preemption: {
        nodeName: 'node-2',
        victims: [{ namespace: 'a', name: 'b' }],
        outranked: [{ nodeName: 'node-1', victimCount: 2, outrankedBy: null }],
      },
    },
    [
      'To make room on node-2, it preempted a/b.',
      'Not on node-1, where it would have preempted 2 pods: node-2 is preferred: it was found first and is equally good.',
    ],
  ],
] as const)('%s, in sentences', (_what, changes, sentences) =>
  expect(decisionSentences({ ...decision, ...changes })).toEqual(expect.arrayContaining([...sentences])),
);

test('what would happen now, in sentences', () => {
  const explanation: ExplanationParts = {
    message: '0/1 nodes are available: 1 Insufficient cpu.',
    evaluatedCount: 1,
    feasibleCount: 0,
    gates: [],
    selectedNode: null,
    ties: [],
    preemptionRefused: null,
    preemption: null,
  };
  const now = { isPast: false, hasNode: false };
  const at = (name: string) => ({ metadata: { name } });
  expect(explanationSentences(explanation, now)).toEqual(['0/1 nodes are available: 1 Insufficient cpu.']);
  expect(explanationSentences(explanation, { isPast: true, hasNode: true })).toEqual([
    'Scheduled then, as if it had no node, it would find none: 0/1 nodes are available: 1 Insufficient cpu.',
  ]);
  expect(explanationSentences({ ...explanation, gates: ['waits for gate a'] }, now)).toEqual([
    'It is not scheduled at all: waits for gate a.',
  ]);
  expect(explanationSentences({ ...explanation, selectedNode: at('n'), feasibleCount: 1, ties: [1] }, now)).toEqual([
    'Scheduled now, it would go to n: 1 of 1 node could take it.',
  ]);
  const preemption = { node: at('n'), victims: [{ metadata: { namespace: 'a', name: 'b' } }] };
  expect(explanationSentences({ ...explanation, preemption }, now)[1]).toBe('Preempting a/b would make room on n.');
});

test('the map has the best node first, and rejected ones with their reason', () => {
  const verdict = (name: string, changes: Partial<VerdictParts>): VerdictParts => ({
    node: { metadata: { name } },
    feasible: true,
    total: 10,
    rank: 1,
    filters: [],
    scores: [],
    ...changes,
  });
  const score = (weighted: number) => ({ plugin: 'Spread', raw: 25, normalized: weighted / 2, weight: 2, weighted });
  const { plugins, rows } = heatMap([
    verdict('full', {
      feasible: false,
      total: null,
      filters: [
        { plugin: 'NodeName', passed: true, reasons: [] },
        { plugin: 'NodeResourcesFit', passed: false, reasons: ['Insufficient cpu'] },
        { plugin: 'NodePorts', passed: false, reasons: ['a port is taken'] },
      ],
    }),
    verdict('good-10', { total: 50, scores: [score(50)] }),
    verdict('good', { total: 50, scores: [score(50)] }),
    verdict('best', { total: 100, scores: [score(100)] }),
  ]);
  expect(plugins).toEqual(['Spread']);
  expect(rows.map(({ node, rejections, cells: [cell] }) => [node, rejections, cell!.warmth, cell!.from])).toEqual([
    ['best', [], 1, '25 → 50×2'],
    ['good', [], 0, '25×2'],
    ['good-10', [], 0, '25×2'],
    ['full', ['NodeResourcesFit: Insufficient cpu', 'NodePorts: a port is taken'], undefined, ''],
  ]);
});

test('nodes with the same part in a preemption are one group', () => {
  const refused = (node: string, words = 'no help') => ({ node, role: NodeRole.Refused, words });
  const chosen = { node: 'a', role: NodeRole.Chosen, words: 'preempts p' };
  expect(choiceGroups([chosen, refused('b'), refused('c', 'other'), refused('d')])).toEqual([
    { nodes: ['a'], role: NodeRole.Chosen, words: 'preempts p' },
    { nodes: ['b', 'd'], role: NodeRole.Refused, words: 'no help' },
    { nodes: ['c'], role: NodeRole.Refused, words: 'other' },
  ]);
});
