import type { FieldCondition, StageEvent, StageRecord } from './stage';

/** The container runs, and nothing has decided to end it. */
const RUNS_ON: readonly FieldCondition[] = [
  { path: 'container.state', operator: 'In', values: ['running'] },
  { path: 'container.mustStop', operator: 'DoesNotExist' },
];

/** A preStop hook that fails is reported when its container is stopped. */
const FAILED_PRE_STOP: StageEvent = {
  when: [{ path: 'container.preStopFailure', operator: 'Exists' }],
  type: 'Warning',
  reason: 'FailedPreStopHook',
  message: '${container.preStopFailure}',
};

/** The decisions of a kubelet to warn of the probes of a running container, or to end it for its probes or its postStart hook. */
export const GIVE_UP_STAGES: readonly StageRecord[] = [
  {
    name: 'container-probe-warned',
    appliesTo: 'Container',
    when: [{ path: 'container.probeWarnAfterMs', operator: 'Exists' }, ...RUNS_ON],
    delay: { ms: 0, msFrom: 'container.probeWarnAfterMs', from: 'container.startedAtMs' },
    next: {
      probeWarnings: true,
      events: [{ type: 'Warning', reason: 'ProbeWarning', message: '${item}', forEach: 'container.probeWarnings' }],
    },
  },
  {
    name: 'container-given-up-by-probe',
    appliesTo: 'Container',
    when: [{ path: 'container.probeKillAfterMs', operator: 'Exists' }, ...RUNS_ON],
    delay: { ms: 0, msFrom: 'container.probeKillAfterMs', from: 'container.startedAtMs' },
    next: {
      containerStop: true,
      events: [
        { type: 'Warning', reason: 'Unhealthy', message: '${container.probeKillText}' },
        {
          type: 'Normal',
          reason: 'Killing',
          message: 'Container ${container.name} failed ${container.probeKilledBy} probe, will be restarted',
        },
        FAILED_PRE_STOP,
      ],
    },
  },
  {
    name: 'container-post-start-failed',
    appliesTo: 'Container',
    when: [{ path: 'container.hookFailedAfterMs', operator: 'Exists' }, ...RUNS_ON],
    delay: { ms: 0, msFrom: 'container.hookFailedAfterMs', from: 'container.startedAtMs' },
    next: {
      containerStop: true,
      events: [
        { type: 'Warning', reason: 'FailedPostStartHook', message: '${container.hookFailure.text}' },
        { type: 'Normal', reason: 'Killing', message: 'FailedPostStartHook' },
        FAILED_PRE_STOP,
      ],
    },
  },
];
