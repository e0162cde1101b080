import { explainedChoices } from './elsewhere';
import type { ChangeParts } from '../timeline/entries';
import { podStory } from './pod-story';

const named = (name: string) => ({ metadata: { namespace: 'a', name } });

test('each node of a preemption has its part in it, the chosen one first', () => {
  const candidate = (name: string, outrankedBy: string | null, pdbViolations = 0) => ({
    node: named(name),
    victims: [named(`low-${name}`)],
    pdbViolations,
    outrankedBy,
  });
  const choices = explainedChoices({
    preemption: {
      node: named('n2'),
      candidates: [candidate('n1', 'its victims are fewer', 1), candidate('n2', null)],
    },
    nodes: [
      { node: named('n0'), preemption: { role: 'NOT_HELPFUL', reason: 'Preemption is not helpful' } },
      { node: named('n1'), preemption: { role: 'OUTRANKED', reason: 'n2 is preferred' } },
      { node: named('n2'), preemption: { role: 'CHOSEN', reason: null } },
    ],
  });
  expect(choices).toEqual([
    { node: 'n2', role: 'chosen', words: 'preempts a/low-n2' },
    {
      node: 'n1',
      role: 'candidate',
      words: 'preempts a/low-n1, 1 of them against a disruption budget; n2 is preferred: its victims are fewer',
    },
    { node: 'n0', role: 'does not help', words: 'Preemption is not helpful' },
  ]);
});

test('without a preemption no node has a part in one', () => {
  expect(explainedChoices({ preemption: null, nodes: [{ node: named('n'), preemption: null }] })).toEqual([]);
});

describe('the story of a pod', () => {
  const change = (resourceVersion: string, changes: Partial<ChangeParts>): ChangeParts => ({
    resourceVersion,
    time: `2026-01-01T00:00:0${resourceVersion}Z`,
    operation: 'UPDATED',
    kind: 'Pod',
    namespace: 'a',
    name: 'web',
    uid: 'this',
    writer: 'kubelet',
    client: null,
    reason: null,
    fields: [],
    ...changes,
  });
  const created = change('1', { operation: 'CREATED', writer: 'admin' });
  const placed = change('2', { writer: 'scheduler', fields: [{ path: 'spec.nodeName', after: 'n1' }] });
  const started = change('3', { fields: [{ path: 'status.phase', after: 'Running' }] });
  const marked = change('4', {
    writer: 'eviction-worker',
    reason: 'taint',
    fields: [{ path: 'metadata.deletionTimestamp', after: '2026-01-01T00:00:30Z' }],
  });
  const removed = change('5', { operation: 'DELETED' });

  it('says who made, placed, evicted and removed it, and leads to the moment before', () => {
    const other = change('6', { uid: 'another', operation: 'CREATED' });
    const { sentences, before } = podStory([created, placed, started, marked, removed, other], 'this');
    expect(sentences.map(({ words }) => words)).toEqual([
      'admin created Pod a/web',
      'scheduler placed Pod a/web on n1',
      'eviction-worker began to delete Pod a/web (taint)',
      'kubelet removed Pod a/web',
    ]);
    expect(before?.revision).toBe('3');
  });

  it('has no moment before the end of a pod that lives, or of which the log has the end only', () => {
    expect(podStory([created, placed, started], 'this').before).toBeUndefined();
    expect(podStory([removed], 'this').before).toBeUndefined();
  });
});
