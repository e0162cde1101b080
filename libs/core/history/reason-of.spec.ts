import { fieldChanges } from './field-changes';
import { reasonOf } from './reason-of';

const condition = (type: string, status: string, reason?: string, message?: string) => ({
  type,
  status,
  ...(reason ? { reason } : {}),
  ...(message ? { message } : {}),
});
const pod = (...conditions: object[]) => ({ metadata: {}, status: { conditions } });

test.each([
  ['nothing', pod(), pod(), false, undefined],
  [
    'the condition that changed',
    pod(condition('PodScheduled', 'True')),
    pod(condition('PodScheduled', 'False', 'Unschedulable', '0/3 nodes')),
    false,
    'Unschedulable: 0/3 nodes',
  ],
  ['a condition without words', pod(condition('Ready', 'False')), pod(condition('Ready', 'True')), false, undefined],
  [
    'the eviction, when it goes',
    pod(condition('DisruptionTarget', 'True', 'PreemptionByScheduler', 'preempting')),
    pod(condition('DisruptionTarget', 'True', 'PreemptionByScheduler', 'preempting')),
    true,
    'PreemptionByScheduler: preempting',
  ],
  [
    'not the eviction, before it goes',
    pod(condition('DisruptionTarget', 'True', 'x'), condition('Ready', 'True')),
    pod(condition('DisruptionTarget', 'True', 'x'), condition('Ready', 'False', 'ContainersNotReady')),
    false,
    'ContainersNotReady',
  ],
  [
    'the reason in the status',
    { status: {} },
    { status: { reason: 'Evicted', message: 'low on memory' } },
    false,
    'Evicted: low on memory',
  ],
])('%s', (_what, before, after, isDeletion, reason) => {
  expect(reasonOf(after, fieldChanges(before, after), isDeletion)).toBe(reason);
});
