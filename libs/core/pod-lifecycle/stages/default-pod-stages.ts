import type { KubeletSettings } from '../shard/kubelet-settings';
import { BACK_OFF_STAGES } from './back-off-stages';
import { GIVE_UP_STAGES } from './give-up-stages';
import { RESIZE_STAGES } from './resize-stages';
import type { FieldCondition, StageEvent, StageRecord } from './stage';

const exists = (path: string): FieldCondition => ({ path, operator: 'Exists' });
const absent = (path: string): FieldCondition => ({ path, operator: 'DoesNotExist' });
const isOneOf = (path: string, ...values: string[]): FieldCondition => ({ path, operator: 'In', values });
const isNoneOf = (path: string, ...values: string[]): FieldCondition => ({ path, operator: 'NotIn', values });

const STARTED = [
  { type: 'Normal', reason: 'Created', message: 'Created container ${container.name}' },
  { type: 'Normal', reason: 'Started', message: 'Started container ${container.name}' },
] as const;
const RUNNING = { running: { startedAt: { $value: 'facts.now' } } };

/**
 * The life cycle of a pod as data; the most specific stages come first. Texts as in v1.20.2 `pkg/kubelet/images` and
 * `pkg/kubelet/kuberuntime`.
 */
export function defaultPodStages(settings: KubeletSettings): StageRecord[] {
  return [...podStages(settings), ...POD_ENDS, ...startStages(settings), ...runStages(), ...imageStages(settings)];
}

function podStages(settings: KubeletSettings): StageRecord[] {
  return [
    {
      name: 'pod-creating',
      appliesTo: 'Pod',
      when: [
        absent('status.startTime'),
        absent('metadata.deletionTimestamp'),
        isNoneOf('status.phase', 'Succeeded', 'Failed'),
      ],
      next: {
        status: {
          startTime: { $value: 'facts.now' },
          hostIP: { $value: 'facts.hostIP' },
          hostIPs: { $value: 'facts.hostIPs' },
          qosClass: { $value: 'facts.qosClass' },
        },
        initialContainerState: { waiting: { reason: { $value: 'facts.initialReason' } } },
        ...(settings.writesCreatingStatus ? {} : { silent: true }),
      },
    },
    {
      name: 'pod-without-volumes',
      appliesTo: 'Pod',
      when: [
        exists('facts.volumeProblem'),
        exists('status.startTime'),
        absent('facts.remembered.withoutVolumes'),
        absent('metadata.deletionTimestamp'),
      ],
      next: {
        // Nothing else is written while it waits, so that its containers are seen to be created.
        status: { phase: 'Pending' },
        remember: { withoutVolumes: true },
        events: [{ type: 'Warning', reason: 'FailedMount', message: '${facts.volumeProblem}' }],
      },
    },
    withoutSandbox('pod-without-runtime', 'sandboxProblem', 'withoutRuntime', [
      exists('facts.sandboxProblem'),
      absent('facts.remembered.withoutRuntime'),
    ]),
    withoutSandbox('pod-without-network', 'networkProblem', 'withoutNetwork', [
      exists('facts.announcesNoNetwork'),
      absent('status.podIP'),
    ]),
    ...RESIZE_STAGES,
  ];
}

/** The end of a pod: by its deadline, or by its deletion. */
const POD_ENDS: readonly StageRecord[] = [
  {
    name: 'pod-deadline-exceeded',
    appliesTo: 'Pod',
    when: [
      exists('spec.activeDeadlineSeconds'),
      exists('status.startTime'),
      absent('facts.announcesNoNetwork'),
      absent('metadata.deletionTimestamp'),
      isNoneOf('status.phase', 'Succeeded', 'Failed'),
    ],
    delay: { ms: 0, msFrom: 'facts.activeDeadlineMs', from: 'status.startTime' },
    next: {
      status: {
        phase: 'Failed',
        reason: 'DeadlineExceeded',
        message: 'Pod was active on the node longer than the specified deadline',
      },
      events: [
        {
          type: 'Normal',
          reason: 'DeadlineExceeded',
          message: 'Pod was active on the node longer than the specified deadline',
        },
      ],
    },
  },
  {
    name: 'pod-killing',
    appliesTo: 'Pod',
    when: [exists('metadata.deletionTimestamp'), exists('facts.runningContainers'), absent('facts.remembered.killing')],
    next: {
      remember: { killing: true },
      events: [
        {
          forEach: 'facts.runningContainers',
          type: 'Normal',
          reason: 'Killing',
          message: 'Stopping container ${item.name}',
        },
        {
          forEach: 'facts.failedPreStops',
          type: 'Warning',
          reason: 'FailedPreStopHook',
          message: '${item.preStopFailure}',
        },
      ],
    },
  },
  {
    name: 'pod-delete',
    appliesTo: 'Pod',
    when: [exists('metadata.deletionTimestamp'), absent('facts.runningContainers')],
    next: { delete: true },
  },
];

/** Makes the stage that reports once why a pod gets no sandbox. */
function withoutSandbox(name: string, fact: string, remembered: string, when: StageRecord['when']): StageRecord {
  const message = `Failed to create pod sandbox: \${facts.${fact}}`;
  return {
    name,
    appliesTo: 'Pod',
    when: [exists('status.startTime'), absent('metadata.deletionTimestamp'), ...when],
    next: {
      remember: { [remembered]: true },
      events: [{ type: 'Warning', reason: 'FailedCreatePodSandBox', message }],
    },
  };
}

function startStages(settings: KubeletSettings): StageRecord[] {
  return [
    {
      name: 'container-config-error',
      appliesTo: 'Container',
      when: [
        exists('container.configError'),
        exists('container.hasImage'),
        exists('container.mayStart'),
        isOneOf('container.state', 'none', 'waiting'),
        isNoneOf('container.reason', 'CreateContainerConfigError'),
        absent('container.hookError'),
      ],
      delay: { ms: 0, plus: [{ when: [absent('status.podIP')], ms: settings.sandboxMs }] },
      next: {
        containerState: {
          waiting: { reason: 'CreateContainerConfigError', message: { $value: 'container.configError' } },
        },
        events: [{ type: 'Warning', reason: 'Failed', message: 'Error: ${container.configError}' }],
      },
    },
    {
      name: 'container-start',
      appliesTo: 'Container',
      when: [
        exists('container.hasImage'),
        exists('container.mayStart'),
        absent('container.configError'),
        isOneOf('container.state', 'none', 'waiting'),
        isNoneOf('container.reason', 'CrashLoopBackOff'),
        absent('container.hookError'),
      ],
      delay: {
        ms: settings.containerStartMs,
        msFrom: 'container.startMs',
        plus: [{ when: [absent('status.podIP')], ms: settings.sandboxMs }],
      },
      next: {
        containerState: RUNNING,
        events: [
          {
            when: [exists('container.imagePresent'), absent('container.isPulled')],
            type: 'Normal',
            reason: 'Pulled',
            message: 'Container image "${container.image}" already present on machine',
          },
          ...STARTED,
        ],
      },
    },
    {
      name: 'container-restart',
      appliesTo: 'Container',
      when: [
        exists('container.restarts'),
        exists('container.mayStart'),
        isOneOf('container.state', 'terminated'),
        absent('container.backOffMs'),
      ],
      next: { containerState: RUNNING, events: restartEvents() },
    },
    {
      name: 'container-restart-after-back-off',
      appliesTo: 'Container',
      when: [isOneOf('container.reason', 'CrashLoopBackOff'), exists('container.mayStart')],
      delay: { ms: 0, msFrom: 'container.backOffMs', from: 'container.finishedAtMs' },
      next: { containerState: RUNNING, events: restartEvents() },
    },
    {
      name: 'container-restart-after-hook-error',
      appliesTo: 'Container',
      when: [
        exists('container.hookError'),
        absent('container.hookErrorShownMs'),
        isOneOf('container.state', 'waiting'),
        exists('container.mayStart'),
      ],
      delay: { ms: 0, msFrom: 'container.backOffMs', from: 'container.finishedAtMs' },
      next: { containerState: RUNNING, events: restartEvents() },
    },
  ];
}

function restartEvents(): StageEvent[] {
  const message = 'Container image "${container.image}" already present on machine';
  return [{ type: 'Normal', reason: 'Pulled', message }, ...STARTED];
}

function runStages(): StageRecord[] {
  return [
    {
      name: 'container-ready',
      appliesTo: 'Container',
      when: [exists('container.readyAfterMs'), isOneOf('container.state', 'running'), absent('container.mustStop')],
      delay: { ms: 0, msFrom: 'container.readyAfterMs', from: 'container.startedAtMs' },
      next: { containerReady: true },
    },
    {
      name: 'container-exit',
      appliesTo: 'Container',
      when: [exists('container.exitAfterMs'), isOneOf('container.state', 'running'), absent('container.mustStop')],
      delay: { ms: 0, msFrom: 'container.exitAfterMs', from: 'container.startedAtMs' },
      next: {
        containerState: terminated('container.nextExitCode', 'container.nextExitReason', {
          signal: { $value: 'container.nextExitSignal' },
          message: { $value: 'container.nextExitMessage' },
        }),
      },
    },
    {
      name: 'container-unready',
      appliesTo: 'Container',
      when: [exists('container.unreadyAfterMs'), isOneOf('container.state', 'running'), absent('container.mustStop')],
      delay: { ms: 0, msFrom: 'container.unreadyAfterMs', from: 'container.startedAtMs' },
      next: {
        containerReady: false,
        events: [{ type: 'Warning', reason: 'Unhealthy', message: '${container.unreadyText}' }],
      },
    },
    ...GIVE_UP_STAGES,
    ...BACK_OFF_STAGES,
    {
      name: 'container-stop',
      appliesTo: 'Container',
      when: [exists('container.mustStop'), isOneOf('container.state', 'running')],
      delay: {
        ms: 0,
        msFrom: 'container.stopAfterMs',
        notAfter: 'facts.graceEndsAtMs',
      },
      next: { containerState: terminated('container.stopExitCode', 'container.stopExitReason') },
    },
  ];
}

function terminated(exitCodePath: string, reasonPath: string, more: object = {}): unknown {
  return {
    terminated: {
      exitCode: { $value: exitCodePath },
      ...more,
      reason: { $value: reasonPath },
      startedAt: { $value: 'container.startedAt' },
      finishedAt: { $value: 'facts.now' },
      containerID: { $value: 'container.containerID' },
    },
  };
}

const PULLING: StageRecord['next'] = {
  imagePull: true,
  silent: true,
  events: [{ type: 'Normal', reason: 'Pulling', message: 'Pulling image "${container.image}"' }],
};

function imageStages(settings: KubeletSettings): StageRecord[] {
  const missing = [
    exists('container.mayStart'),
    isOneOf('container.state', 'none', 'waiting'),
    absent('container.hasImage'),
  ];
  const idle = [...missing, absent('container.neverPulls'), absent('container.pullEndsAtMs')];
  const pulling = [exists('container.pullEndsAtMs'), ...missing];
  return [
    neverPulled(missing),
    {
      name: 'image-pull',
      appliesTo: 'Container',
      when: [
        ...idle,
        isNoneOf('container.reason', 'ErrImagePull', 'ImagePullBackOff', 'CrashLoopBackOff'),
        absent('container.hookError'),
      ],
      delay: { ms: 0, plus: [{ when: [absent('status.podIP')], ms: settings.sandboxMs }] },
      next: PULLING,
    },
    {
      name: 'image-pull-again',
      appliesTo: 'Container',
      when: [isOneOf('container.reason', 'ImagePullBackOff'), ...idle],
      delay: { ms: 0, msFrom: 'container.pullBackOffMs', from: 'container.lastPullFailureMs' },
      next: PULLING,
    },
    {
      name: 'image-pulled',
      appliesTo: 'Container',
      when: [...pulling, absent('container.pullError')],
      delay: { ms: 0, from: 'container.pullEndsAtMs' },
      next: {
        imagePulled: true,
        silent: true,
        events: [
          {
            type: 'Normal',
            reason: 'Pulled',
            message: 'Successfully pulled image "${container.image}" in ${container.pullText}',
          },
        ],
      },
    },
    {
      name: 'image-pull-failed',
      appliesTo: 'Container',
      when: [...pulling, exists('container.pullError')],
      delay: { ms: 0, from: 'container.pullEndsAtMs' },
      next: {
        containerState: { waiting: { reason: 'ErrImagePull', message: { $value: 'container.pullError' } } },
        events: [
          {
            type: 'Warning',
            reason: 'Failed',
            message: 'Failed to pull image "${container.image}": ${container.pullError}',
          },
          { type: 'Warning', reason: 'Failed', message: 'Error: ErrImagePull' },
        ],
      },
    },
    {
      name: 'image-pull-back-off',
      appliesTo: 'Container',
      when: [isOneOf('container.reason', 'ErrImagePull'), ...idle],
      delay: { ms: 1000 },
      next: {
        containerState: {
          waiting: { reason: 'ImagePullBackOff', message: { $text: 'Back-off pulling image "${container.image}"' } },
        },
        events: [{ type: 'Normal', reason: 'BackOff', message: 'Back-off pulling image "${container.image}"' }],
      },
    },
  ];
}

function neverPulled(missing: readonly FieldCondition[]): StageRecord {
  const message = 'Container image "${container.image}" is not present with pull policy of Never';
  return {
    name: 'image-never-pulled',
    appliesTo: 'Container',
    when: [exists('container.neverPulls'), ...missing, isNoneOf('container.reason', 'ErrImageNeverPull')],
    next: {
      containerState: { waiting: { reason: 'ErrImageNeverPull', message: { $text: message } } },
      events: [{ type: 'Warning', reason: 'ErrImageNeverPull', message }],
    },
  };
}
