import type { ContainerState, ContainerStatus, NodeCondition, Pod, PodStatus } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { parseDurationDraw } from '../behaviours/duration-draw';
import type { MomentFunctions } from './go-template/compile-template';
import { HEALTHY_CONDITIONS } from './moment-functions';
import { readStageFile } from './read-stage-file';
import type { Stage, StageSubject, StageFileSpec, StagePlay } from './stage-file';

/** Labels and annotations with which users of other simulators make an object fail or complete. */
const MARKS = {
  containerFails: 'pod-container-running-failed',
  initContainerFails: 'pod-init-container-running-failed',
  nodeFails: 'node-not-ready',
  completes: 'simkube.io/kwok-stage-complete',
  completesAt: 'simkube.io/kwok-stage-complete-time',
} as const;
/** Delay from the start of a pod's containers to its success, regardless of its restart policy. */
export const COMPLETE_AFTER_ANNOTATION = 'orrery.dev/complete-after';

/** Annotation of a pod from a trace: the number of earlier pods of its kind. */
const SEQUENCE = 'static.simkube.io/pod-sequence-number';

const SUFFIX = '.stage.kwok.x-k8s.io';
const LABELS = [MARKS.containerFails, MARKS.initContainerFails, MARKS.nodeFails].map((name) => name + SUFFIX);
/** Weight of failures of this kind against other stages, and their delay. */
const FAILURE = { weight: 10_000, delay: { durationMilliseconds: 1000, jitterDurationMilliseconds: 1000 } };

/** Returns whether an object carries anything that a built-in stage looks for. */
export function isMarked({ labels, annotations }: StageSubject['metadata']): boolean {
  if (annotations?.[COMPLETE_AFTER_ANNOTATION] !== undefined || annotations?.['orrery.dev/stage'] !== undefined)
    return true;
  if (!labels) return false;
  return labels[MARKS.completes] !== undefined || LABELS.some((label) => labels[label] === 'true');
}

/** Returns the patch of a status at an instant. */
type StatusOf = (subject: StageSubject, now: string) => object;

function builtIn(name: string, spec: StageFileSpec, statusOf: StatusOf): Stage {
  const play = (subject: StageSubject, moment: MomentFunctions): StagePlay => ({
    statusPatches: [{ type: 'strategic', patch: statusOf(subject, moment['Now']!() as string) }],
    events: [],
    finalizers: undefined,
    deletes: false,
  });
  return { ...readStageFile({ metadata: { name }, spec }), play };
}

const labelled = (name: string) => ({ matchLabels: { [name + SUFFIX]: 'true' } });
const isAlive = { key: '.metadata.deletionTimestamp', operator: 'DoesNotExist' };
const inPhase = (phase: string) => ({ key: '.status.phase', operator: 'In', values: [phase] });

/** A pod's failure as configured by a label, of one container or of all. */
function podFailure(name: string, phase: string, defaults: FailureDefaults, field: FailingField): Stage {
  const selector = { ...labelled(name), matchExpressions: [isAlive, inPhase(phase)] };
  return builtIn(name, { resourceRef: { kind: 'Pod' }, selector, ...FAILURE }, (subject, now) => {
    const pod = subject as Pod;
    const wordOf = (word: string): string | undefined => pod.metadata.annotations?.[`${name}${SUFFIX}/${word}`];
    const only = wordOf('container-name');
    const exitCode = Number(wordOf('exit-code') ?? Number.NaN);
    const failure = {
      exitCode: Number.isInteger(exitCode) ? exitCode : 1,
      reason: wordOf('reason') ?? defaults.reason,
      message: wordOf('message') ?? defaults.message,
    };
    const specs = (field === 'containerStatuses' ? pod.spec.containers : pod.spec.initContainers) ?? [];
    const fails = (container: string): boolean => !only || only === container;
    return {
      phase: 'Failed',
      [field]: endedStatuses(specs, pod.status?.[field], { now, fails, failure }),
    };
  });
}

type FailingField = 'containerStatuses' | 'initContainerStatuses';
interface FailureDefaults {
  readonly reason: string;
  readonly message: string;
}

/** Returns the statuses with the ended containers: running ones end now, the others are unchanged. */
function endedStatuses(
  specs: readonly { readonly name: string; readonly image?: string }[],
  before: readonly ContainerStatus[] | undefined,
  how: { now: string; fails: (name: string) => boolean; failure: object },
): ContainerStatus[] {
  return specs.flatMap(({ name, image = '' }) => {
    const own = before?.find((each) => each.name === name);
    if (!how.fails(name)) return own ? [own] : [];
    const startedAt = own?.state?.running?.startedAt ?? how.now;
    const state = { terminated: { ...how.failure, startedAt, finishedAt: how.now } } as ContainerState;
    const base = own ?? { name, image, imageID: '', restartCount: 0, lastState: {} };
    return [{ ...base, ready: false, started: false, state } as ContainerStatus];
  });
}

function completed(subject: StageSubject, now: string): Partial<PodStatus> {
  const pod = subject as Pod;
  const failure = { exitCode: 0, reason: 'Completed' };
  const fails = (name: string): boolean =>
    pod.status?.containerStatuses?.find((each) => each.name === name)?.state?.terminated === undefined;
  const how = { now, fails, failure };
  return {
    phase: 'Succeeded',
    containerStatuses: endedStatuses(pod.spec.containers, pod.status?.containerStatuses, how),
  };
}

const completesAsAnnotated = builtIn(
  'pod-complete-as-annotated',
  {
    resourceRef: { kind: 'Pod' },
    selector: {
      matchExpressions: [
        { key: `.metadata.labels["${MARKS.completes}"]`, operator: 'Exists' },
        isAlive,
        inPhase('Running'),
      ],
    },
    delay: { durationFrom: { expressionFrom: `.metadata.annotations["${MARKS.completesAt}"]` } },
  },
  completed,
);

const completesAfter: Stage = {
  ...builtIn(
    'pod-complete-after',
    {
      resourceRef: { kind: 'Pod' },
      selector: {
        matchExpressions: [
          { key: `.metadata.annotations["${COMPLETE_AFTER_ANNOTATION}"]`, operator: 'Exists' },
          isAlive,
          inPhase('Running'),
        ],
      },
    },
    completed,
  ),
  instantOf: (subject, { sinceMs, random }) => {
    const { annotations = {} } = subject.metadata;
    const draw = parseDurationDraw(inTurn(annotations[COMPLETE_AFTER_ANNOTATION] ?? '', annotations[SEQUENCE]));
    return draw ? beganAtMs(subject as Pod, sinceMs) + draw(random) : Number.POSITIVE_INFINITY;
  },
};

/** Selects one of several durations by a pod's place in its sequence; chance decides for pods without one. */
function inTurn(text: string, sequence: string | undefined): string {
  const words = /^oneof\((.*)\)$/.exec(text)?.[1]?.split(' ');
  return words && sequence !== undefined && /^[0-9]+$/.test(sequence)
    ? `oneof(${words[Number(sequence) % words.length]})`
    : text;
}

/** Returns the start of the first of a pod's containers, or the exact start of the pod's run where both are within one second. */
function beganAtMs({ status }: Pod, runsSinceMs: number): number {
  const starts = (status?.containerStatuses ?? []).map(({ state, lastState }) =>
    parseTimeMs((lastState?.terminated ?? state?.terminated ?? state?.running)?.startedAt),
  );
  const known = starts.filter((ms) => ms !== undefined);
  const firstMs = known.length > 0 ? Math.min(...known) : runsSinceMs;
  return runsSinceMs - firstMs < 1000 ? runsSinceMs : firstMs;
}

const nodeFails = builtIn(
  MARKS.nodeFails,
  {
    resourceRef: { kind: 'Node' },
    selector: { ...labelled(MARKS.nodeFails), matchExpressions: [inPhase('Running')] },
    ...FAILURE,
  },
  ({ metadata, status }, now) => {
    const wordOf = (word: string): string | undefined => metadata.annotations?.[`${MARKS.nodeFails}${SUFFIX}/${word}`];
    const type = wordOf('type');
    const wrong = { reason: wordOf('reason') ?? 'nodeFailed', message: wordOf('message') ?? 'node failed' };
    const failing = [
      { type: 'Ready', status: 'False', ...wrong },
      ...(type === undefined || type === 'Ready' ? [] : [{ type, status: 'True', ...wrong }]),
    ];
    return { conditions: dated(failing, conditionsIn(status), now) };
  },
);

/** Stage that makes a node ready again, once the label that made it fail is gone. */
const nodeReadyAgain: Stage = {
  ...builtIn(
    'node-ready-again',
    {
      resourceRef: { kind: 'Node' },
      selector: {
        matchAnnotations: { 'orrery.dev/stage': MARKS.nodeFails },
        matchExpressions: [
          { key: `.metadata.labels["${MARKS.nodeFails}${SUFFIX}"]`, operator: 'NotIn', values: ['true'] },
          readyIs('In', 'False'),
        ],
      },
    },
    ({ status }, now) => {
      const shown = conditionsIn(status);
      const ready = shown.find(({ type }) => type === 'Ready');
      const isWrong = (type: string): boolean => {
        const condition = shown.find((each) => each.type === type);
        return condition?.reason === ready?.reason && condition?.message === ready?.message;
      };
      const well = HEALTHY_CONDITIONS.filter(({ type }) => isWrong(type));
      return { conditions: dated(well, shown, now) };
    },
  ),
};

function readyIs(operator: string, ...values: string[]) {
  return { key: '.status.conditions.[] | select(.type == "Ready") | .status', operator, values };
}

function conditionsIn(status: unknown): readonly NodeCondition[] {
  return (status as { conditions?: NodeCondition[] } | undefined)?.conditions ?? [];
}

function dated(
  conditions: readonly Pick<NodeCondition, 'type' | 'status' | 'reason' | 'message'>[] | readonly object[],
  before: readonly NodeCondition[],
  now: string,
): object[] {
  return conditions.map((condition) => {
    const { type, status } = condition as NodeCondition;
    const old = before.find((each) => each.type === type);
    const lastTransitionTime = (old?.status === status ? old.lastTransitionTime : undefined) ?? now;
    return { ...condition, lastHeartbeatTime: now, lastTransitionTime };
  });
}

/** Stages that exist without a file, for the marks that users put on objects. A file of the same name replaces a stage. */
export const BUILT_IN_STAGES: readonly Stage[] = [
  podFailure(
    MARKS.containerFails,
    'Running',
    { reason: 'containerFailed', message: 'container failed' },
    'containerStatuses',
  ),
  podFailure(
    MARKS.initContainerFails,
    'Pending',
    { reason: 'initContainerError', message: 'initContainer reported errors' },
    'initContainerStatuses',
  ),
  completesAsAnnotated,
  completesAfter,
  nodeFails,
  nodeReadyAgain,
];
