import type { Pod } from '@orrery/api-types';
import { podsToCollect } from './pods-to-collect';

const pod = (
  name: string,
  options: { node?: string; phase?: string; deleting?: boolean; createdAt?: string } = {},
): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'default',
    uid: name,
    resourceVersion: '1',
    creationTimestamp: options.createdAt ?? '2026-01-01T00:00:00Z',
    ...(options.deleting ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
  },
  spec: { containers: [], ...(options.node ? { nodeName: options.node } : {}) },
  status: { phase: options.phase ?? 'Running' },
});

const collect = (pods: Pod[], nowMs = 40_000, terminatedPodsKept = 12_500) =>
  podsToCollect({ pods, nodeExists: (name) => name === 'here', absentSinceMs: () => 0, nowMs, terminatedPodsKept }).map(
    ({ pod: { metadata }, cause }) => `${metadata.name} ${cause}`,
  );

describe('podsToCollect', () => {
  test.each([
    { what: 'a pod on a node that exists stays', pods: [pod('a', { node: 'here' })], want: [] },
    { what: 'a pod on a node gone for 40 s is an orphan', pods: [pod('a', { node: 'gone' })], want: ['a orphaned'] },
    { what: 'a pod on a node gone for less stays', pods: [pod('a', { node: 'gone' })], nowMs: 39_999, want: [] },
    {
      what: 'a terminating pod that never had a node goes',
      pods: [pod('a', { deleting: true }), pod('b', { node: 'here', deleting: true })],
      want: ['a unscheduled-terminating'],
    },
    {
      what: 'terminated pods above the limit go, oldest first',
      pods: [
        pod('new', { node: 'here', phase: 'Succeeded', createdAt: '2026-01-03T00:00:00Z' }),
        pod('old', { node: 'here', phase: 'Failed', createdAt: '2026-01-01T00:00:00Z' }),
        pod('mid', { node: 'here', phase: 'Failed', createdAt: '2026-01-02T00:00:00Z' }),
      ],
      kept: 1,
      want: ['old terminated', 'mid terminated'],
    },
    {
      what: 'an orphan above the limit is collected once',
      pods: [pod('a', { node: 'gone', phase: 'Failed' })],
      kept: 0,
      want: ['a orphaned'],
    },
  ])('$what', ({ pods, nowMs, kept, want }) => {
    expect(collect(pods, nowMs, kept)).toEqual(want);
  });
});
