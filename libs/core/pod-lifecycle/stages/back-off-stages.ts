import type { FieldCondition, StageRecord } from './stage';

const exists = (path: string): FieldCondition => ({ path, operator: 'Exists' });
const isIn = (value: string): FieldCondition => ({ path: 'container.state', operator: 'In', values: [value] });

const HAS_ENDED = [
  exists('container.restarts'),
  isIn('terminated'),
  exists('container.mayStart'),
  exists('container.backOffMs'),
];
const CRASH_LOOP = {
  waiting: {
    reason: 'CrashLoopBackOff',
    message: {
      $text:
        'back-off ${container.backOffText} restarting failed container=${container.name} pod=${metadata.name}_${metadata.namespace}(${metadata.uid})',
    },
  },
};
const EVENTS = [{ type: 'Warning', reason: 'BackOff', message: 'Back-off restarting failed container' }] as const;

/**
 * The waits of a container that has ended before it is started again. After a postStart hook that failed its error is the reason
 * first (`reasonCache` of upstream's `pkg/kubelet`).
 */
export const BACK_OFF_STAGES: readonly StageRecord[] = [
  {
    name: 'container-post-start-error',
    appliesTo: 'Container',
    when: [...HAS_ENDED, exists('container.hookError')],
    next: {
      containerState: {
        waiting: {
          reason: { $value: 'container.hookError' },
          message: { $value: 'container.hookErrorMessage' },
        },
      },
      events: EVENTS,
    },
  },
  {
    name: 'container-back-off-after-hook-error',
    appliesTo: 'Container',
    when: [exists('container.hookErrorShownMs'), isIn('waiting'), exists('container.mayStart')],
    delay: { ms: 0, msFrom: 'container.hookErrorShownMs', from: 'container.finishedAtMs' },
    next: { containerState: CRASH_LOOP },
  },
  {
    name: 'container-back-off',
    appliesTo: 'Container',
    when: [...HAS_ENDED, { path: 'container.hookError', operator: 'DoesNotExist' }],
    next: { containerState: CRASH_LOOP, events: EVENTS },
  },
];
