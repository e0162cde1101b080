import type { Event, Pod } from '@orrery/api-types';
import { evictionsIn, podFigures } from './pod-figures';

const NOW = Date.UTC(2025, 0, 1, 0, 1);
const at = (seconds: number): string => new Date(Date.UTC(2025, 0, 1) + seconds * 1000).toISOString();

/** Made `created` seconds after the hour, placed so many seconds after it, if at all. */
function pod(created: number, placed?: number, status: object = {}): Pod {
  const conditions =
    placed === undefined ? [] : [{ type: 'PodScheduled', status: 'True', lastTransitionTime: at(placed) }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', creationTimestamp: at(created) },
    spec: { containers: [], ...(placed === undefined ? {} : { nodeName: 'n' }) },
    status: { conditions, ...status },
  } as unknown as Pod; // Only what is counted is there.
}

test.each([
  ['none', [], { pods: 0, placed: 0, waiting: 0, meanWaitSeconds: 0, restarts: 0 }],
  ['placed and waiting', [pod(0, 10), pod(30)], { pods: 2, placed: 1, waiting: 1, meanWaitSeconds: 20, restarts: 0 }],
  [
    'ended without a node',
    [pod(0, undefined, { phase: 'Failed' })],
    { pods: 1, placed: 0, waiting: 0, meanWaitSeconds: 0, restarts: 0 },
  ],
  [
    'restarted',
    [pod(0, 0, { containerStatuses: [{ restartCount: 2 }, { restartCount: 1 }] })],
    { pods: 1, placed: 1, waiting: 0, meanWaitSeconds: 0, restarts: 3 },
  ],
])('%s', (_what, pods, figures) => {
  expect(podFigures(pods, NOW)).toEqual(figures);
});

test('evictions are those that Events report', () => {
  const event = (reason: string, message = '', count?: number) =>
    ({ reason, message, ...(count === undefined ? {} : { count }) }) as Event;
  const cancelled = event('TaintManagerEviction', 'Cancelling deletion of Pod default/web');
  const marked = event('TaintManagerEviction', 'Marking for deletion Pod default/web');
  expect(evictionsIn([event('Scheduled'), event('Evicted', '', 2), event('Preempted'), marked, cancelled])).toBe(4);
});
