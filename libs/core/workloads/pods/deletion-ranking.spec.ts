import { DELETION_COST, type Pod } from '@orrery/api-types';
import { makePod } from '@orrery/builders';
import { rankForDeletion } from './deletion-ranking';

interface Parts {
  readonly node?: string;
  readonly phase?: string;
  readonly readySince?: string;
  readonly restarts?: readonly number[];
  readonly created?: string;
  readonly cost?: string;
}

function pod(name: string, parts: Parts = {}): Pod {
  const { node, phase = 'Running', readySince, restarts = [], created = '2026-01-01T00:00:00Z', cost } = parts;
  const built = makePod(name).build();
  const ready = readySince ? { status: 'True', lastTransitionTime: readySince } : { status: 'False' };
  return {
    ...built,
    metadata: {
      ...built.metadata,
      uid: name,
      creationTimestamp: created,
      ...(cost === undefined ? {} : { annotations: { [DELETION_COST]: cost } }),
    },
    spec: { ...built.spec, ...(node === undefined ? {} : { nodeName: node }) },
    status: {
      phase,
      conditions: [{ type: 'Ready', ...ready }],
      containerStatuses: restarts.map((restartCount) => ({ restartCount })) as never,
    },
  };
}

const at = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`;

const CASES: readonly { readonly name: string; readonly first: Pod; readonly then: Pod }[] = [
  { name: 'unassigned before assigned', first: pod('b', { readySince: at(1) }), then: pod('a', { node: 'n1' }) },
  {
    name: 'Pending before Unknown',
    first: pod('b', { node: 'n1', phase: 'Pending' }),
    then: pod('a', { node: 'n1', phase: 'Unknown' }),
  },
  {
    name: 'Unknown before Running',
    first: pod('b', { node: 'n1', phase: 'Unknown' }),
    then: pod('a', { node: 'n1' }),
  },
  {
    name: 'not ready before ready',
    first: pod('b', { node: 'n1' }),
    then: pod('a', { node: 'n1', readySince: at(1) }),
  },
  {
    name: 'lower deletion cost, negative ones too',
    first: pod('b', { node: 'n1', cost: '-5' }),
    then: pod('a', { node: 'n1' }),
  },
  {
    name: 'an unreadable cost counts as 0',
    first: pod('b', { node: 'n1', cost: '+5' }),
    then: pod('a', { node: 'n1', cost: '1' }),
  },
  {
    name: 'cost before the time of being ready',
    first: pod('b', { node: 'n1', readySince: at(1), cost: '1' }),
    then: pod('a', { node: 'n1', readySince: at(9), cost: '2' }),
  },
  {
    name: 'ready for a shorter time',
    first: pod('b', { node: 'n1', readySince: at(9) }),
    then: pod('a', { node: 'n1', readySince: at(1) }),
  },
  {
    name: 'more restarts of any container',
    first: pod('b', { node: 'n1', restarts: [0, 3] }),
    then: pod('a', { node: 'n1', restarts: [2, 2] }),
  },
  {
    name: 'younger',
    first: pod('b', { node: 'n1', created: at(9) }),
    then: pod('a', { node: 'n1', created: at(1) }),
  },
  { name: 'uid when all else is equal', first: pod('a', { node: 'n1' }), then: pod('b', { node: 'n1' }) },
];

test.each(CASES)('first goes: $name', ({ first, then }) => {
  for (const pods of [
    [first, then],
    [then, first],
  ]) {
    const ranked = rankForDeletion({ pods, related: pods, usesDeletionCost: true });
    expect(ranked.map(({ metadata }) => metadata.name)).toEqual([first.metadata.name, then.metadata.name]);
  }
});

test('from the node with most related pods one goes first, whatever its age', () => {
  const pods = [
    pod('a', { node: 'n1', readySince: at(9) }),
    pod('b', { node: 'n2', readySince: at(1) }),
    pod('c', { node: 'n2', readySince: at(2) }),
  ];
  const related = [...pods, pod('other', { node: 'n1' }), pod('another', { node: 'n1' })];
  const ranked = (of: readonly Pod[]): string[] =>
    rankForDeletion({ pods, related: of, usesDeletionCost: true }).map(({ metadata }) => metadata.name);
  expect(ranked(pods)).toEqual(['c', 'b', 'a']);
  expect(ranked(related)).toEqual(['a', 'c', 'b']);
});

test('Kubernetes 1.20 does not look at deletion costs', () => {
  const pods = [pod('a', { node: 'n1', cost: '9', created: at(9) }), pod('b', { node: 'n1', cost: '-9' })];
  const ranked = rankForDeletion({ pods, related: pods, usesDeletionCost: false });
  expect(ranked.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
});
