import type { Container, ContainerStatus } from '@orrery/api-types';
import type { HookFailure } from './hooks';

/** Role of a container in a pod's life. */
export type ContainerRole = 'init' | 'sidecar' | 'regular' | 'ephemeral';

/** Field of a pod's status that lists the containers of a role. */
export const STATUSES_OF_ROLE = {
  init: 'initContainerStatuses',
  sidecar: 'initContainerStatuses',
  regular: 'containerStatuses',
  ephemeral: 'ephemeralContainerStatuses',
} as const satisfies Record<ContainerRole, string>;

/**
 * A container as stages see it. A fact that does not hold is undefined, so that `Exists` tests it. All views share one
 * hidden class, which makes the access of stages fast.
 */
export interface ContainerView {
  readonly name: string;
  readonly image: string;
  readonly role: ContainerRole;
  readonly state: 'none' | 'waiting' | 'running' | 'terminated';
  readonly reason: string | undefined;
  readonly exitCode: number | undefined;
  readonly ready: true | undefined;
  /** True if its turn has come and nothing keeps it from running; only then are the fields up to `startedAtMs` known. */
  readonly mayStart: true | undefined;
  /** It ran before and its restart policy wants it again. */
  readonly restarts: true | undefined;
  readonly imagePresent: true | undefined;
  /** It is there or can be had. */
  readonly imageAvailable: true | undefined;
  readonly neverPulls: true | undefined;
  readonly pullError: string | undefined;
  /** The reason why it cannot be created from its configuration. */
  readonly configError: string | undefined;
  /** It is there, or has been pulled for this start. */
  readonly hasImage: true | undefined;
  /** It has been pulled for this start. */
  readonly isPulled: true | undefined;
  readonly pullEndsAtMs: number | undefined;
  /** Time to create and start it. */
  readonly startMs: number | undefined;
  readonly pullMs: number | undefined;
  readonly pullText: string | undefined;
  readonly imageBytes: number | undefined;
  readonly pullBackOffMs: number | undefined;
  readonly lastPullFailureMs: number | undefined;
  /** Wait before the next restart; undefined when it is at once. */
  readonly backOffMs: number | undefined;
  readonly backOffText: string | undefined;
  readonly startedAtMs: number | undefined;
  readonly finishedAtMs: number | undefined;
  readonly containerID: string | undefined;
  /** It has to end: the pod is deleted or over. */
  readonly mustStop: true | undefined;
  /** Start of the current run; this and the following fields are known only while it runs. */
  readonly startedAt: string | undefined;
  readonly exitAfterMs: number | undefined;
  readonly nextExitCode: number | undefined;
  readonly nextExitReason: string | undefined;
  readonly nextExitSignal: number | undefined;
  readonly nextExitMessage: string | undefined;
  readonly readyAfterMs: number | undefined;
  /** Its readiness probe fails; milliseconds after the start. */
  readonly unreadyAfterMs: number | undefined;
  readonly unreadyText: string | undefined;
  /** Its startup or liveness probe gives it up. */
  readonly probeKillAfterMs: number | undefined;
  readonly probeKilledBy: 'startup' | 'liveness' | undefined;
  readonly probeKillText: string | undefined;
  /** Warnings about its probes are due; milliseconds after the start. */
  readonly probeWarnAfterMs: number | undefined;
  readonly probeWarnings: readonly string[] | undefined;
  /** Its postStart hook fails; milliseconds after the start. */
  readonly hookFailedAfterMs: number | undefined;
  readonly hookFailure: HookFailure | undefined;
  /** Its postStart hook failed in its last run, as the reason says why it waits. */
  readonly hookError: string | undefined;
  readonly hookErrorMessage: string | undefined;
  /** End of the time for which that is the reason, if it waits longer; milliseconds after its end. */
  readonly hookErrorShownMs: number | undefined;
  /** Its preStop hook fails at once when it is to end: message of the event. */
  readonly preStopFailure: string | undefined;
  readonly stopAfterMs: number | undefined;
  readonly stopExitCode: number | undefined;
  readonly stopExitReason: string | undefined;
}

/** A view that is being made. */
export type ViewDraft = { -readonly [Field in keyof ContainerView]: ContainerView[Field] };

/** A view of which nothing is known yet. */
export function emptyView(name: string, image: string, role: ContainerRole): ViewDraft {
  return {
    name,
    image,
    role,
    state: 'none',
    reason: undefined,
    exitCode: undefined,
    ready: undefined,
    mayStart: undefined,
    restarts: undefined,
    imagePresent: undefined,
    imageAvailable: undefined,
    neverPulls: undefined,
    pullError: undefined,
    configError: undefined,
    hasImage: undefined,
    isPulled: undefined,
    pullEndsAtMs: undefined,
    startMs: undefined,
    pullMs: undefined,
    pullText: undefined,
    imageBytes: undefined,
    pullBackOffMs: undefined,
    lastPullFailureMs: undefined,
    backOffMs: undefined,
    backOffText: undefined,
    startedAtMs: undefined,
    finishedAtMs: undefined,
    containerID: undefined,
    mustStop: undefined,
    startedAt: undefined,
    exitAfterMs: undefined,
    nextExitCode: undefined,
    nextExitReason: undefined,
    nextExitSignal: undefined,
    nextExitMessage: undefined,
    readyAfterMs: undefined,
    unreadyAfterMs: undefined,
    unreadyText: undefined,
    probeKillAfterMs: undefined,
    probeKilledBy: undefined,
    probeKillText: undefined,
    probeWarnAfterMs: undefined,
    probeWarnings: undefined,
    hookFailedAfterMs: undefined,
    hookFailure: undefined,
    hookError: undefined,
    hookErrorMessage: undefined,
    hookErrorShownMs: undefined,
    preStopFailure: undefined,
    stopAfterMs: undefined,
    stopExitCode: undefined,
    stopExitReason: undefined,
  };
}

export function containerRole(container: Container, isInit: boolean): ContainerRole {
  if (!isInit) return 'regular';
  return (container as { restartPolicy?: string }).restartPolicy === 'Always' ? 'sidecar' : 'init';
}

/** A plain init container is done once it ended well; a sidecar once it started. */
export function isInitDone(role: ContainerRole, status: ContainerStatus | undefined): boolean {
  if (role === 'sidecar') return status?.started === true;
  return status?.state?.terminated?.exitCode === 0;
}
