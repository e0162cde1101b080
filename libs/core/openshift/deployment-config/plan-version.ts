import { DeploymentStrategyType, type DeploymentConfig, type KubeObject, type Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { deployerPod } from './deployer-pod';
import { deployerPodName } from './deployer-pod-name';
import { goTime } from './go-time';
import type { ConfigNote } from './plan-deployment-config';
import {
  annotated,
  annotationOf,
  ConfigAnnotation,
  configOf,
  isCancelled,
  isOver,
  phaseOf,
  replicasOf,
  scaled,
  VersionPhase,
  type Version,
} from './version';

export interface VersionInput {
  readonly version: Version;
  /** Its deployer pod and hook pods. */
  readonly pods: readonly Pod[];
  /** A pod without the version's label that has the deployer pod's name. */
  readonly stranger: KubeObject | undefined;
  /** Cluster time in ms. */
  readonly nowMs: number;
}

/** Writes for the rollout of one version. */
export interface VersionPlan {
  /** Deployer pod to make, if any; the phase follows when it exists. */
  readonly creation?: object;
  readonly deletions: readonly Pod[];
  readonly next?: Version;
  readonly notes: readonly ConfigNote[];
  /** Time of the next check, in ms of cluster time. */
  readonly recheckAtMs?: number;
}

const TIMEOUT_SECONDS = 600;
const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  [VersionPhase.New]: [VersionPhase.Pending, VersionPhase.Running, VersionPhase.Failed, VersionPhase.Complete],
  [VersionPhase.Pending]: [VersionPhase.Running, VersionPhase.Failed, VersionPhase.Complete],
  [VersionPhase.Running]: [VersionPhase.Failed, VersionPhase.Complete],
};
type Annotations = Record<string, string | undefined>;

/**
 * Plans a step of a version's rollout (`DeploymentController.handle` of origin's deployer_controller.go): it follows
 * its deployer pod, which is made first and deleted when the rollout is complete or cancelled.
 */
export function planVersion(input: VersionInput): VersionPlan {
  const { version, pods } = input;
  const name = deployerPodName(version.metadata.name);
  const deployer = pods.find(({ metadata }) => metadata.name === name);
  const leftOver = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  switch (phaseOf(version)) {
    case VersionPhase.New:
      if (!isCancelled(version)) return planNew(input, deployer);
      return { ...moved(version, VersionPhase.Pending), deletions: leftOver };
    case VersionPhase.Pending:
    case VersionPhase.Running:
      return planRunning(version, deployer, leftOver);
    case VersionPhase.Failed:
      return { deletions: isCancelled(version) ? leftOver : [], notes: [] };
    case VersionPhase.Complete:
      return { deletions: leftOver, notes: [] };
    default:
      return { deletions: [], notes: [] };
  }
}

/** Returns the version after its deployer pod was made. */
export function withDeployer(version: Version, deployer: KubeObject): Version {
  return moved(version, VersionPhase.Pending, traceOf(deployer)).next ?? version;
}

function planNew({ version, stranger, nowMs }: VersionInput, deployer: Pod | undefined): VersionPlan {
  const config = configOf(version);
  if (!config) return { deletions: [], notes: [] };
  const timeout = timeoutSeconds(config);
  const createdMs = parseTimeMs(version.metadata.creationTimestamp) ?? nowMs;
  const label = `${version.metadata.namespace ?? ''}/${version.metadata.name}`;
  if (timeout > 0 && Math.floor((nowMs - createdMs) / 1000) > timeout) {
    const message = `Rollout for ${JSON.stringify(label)} failed to create deployer pod (timeoutSeconds: ${timeout}s)`;
    return failed(version, 'unable to create deployer pod', { type: 'Warning', reason: 'RolloutTimeout', message });
  }
  const found = deployer ?? stranger;
  if (!found) {
    if (annotationOf(version, ConfigAnnotation.IgnorePod) !== '') return { deletions: [], notes: [] };
    const recheckAtMs = createdMs + (timeout + 1) * 1000;
    return {
      creation: deployerPod(version, config),
      deletions: [],
      notes: [],
      ...(timeout > 0 ? { recheckAtMs } : {}),
    };
  }
  if (annotationOf(found, ConfigAnnotation.Deployment) !== version.metadata.name) {
    const message = `Error creating deployer pod since another pod with the same name (${JSON.stringify(found.metadata.name)}) exists`;
    const reason = 'unrelated pod with the same name as this deployment is already running';
    return failed(version, reason, { type: 'Warning', reason: 'FailedCreate', message });
  }
  const { phase, annotations } = deployer
    ? phaseFrom(deployer, version)
    : { phase: VersionPhase.Pending, annotations: {} };
  const to = phase === VersionPhase.New ? VersionPhase.Pending : phase;
  return moved(version, to, { ...traceOf(found), ...annotations });
}

function planRunning(version: Version, deployer: Pod | undefined, leftOver: readonly Pod[]): VersionPlan {
  if (deployer) {
    const { phase, annotations, note } = phaseFrom(deployer, version);
    const plan = moved(version, phase, annotations, note);
    return isCancelled(version) ? { ...plan, deletions: leftOver } : plan;
  }
  const { name } = version.metadata;
  if (isCancelled(version)) return moved(version, VersionPhase.Failed);
  const message = `Deployer pod ${JSON.stringify(deployerPodName(name))} has gone missing`;
  return failed(version, 'deployer pod no longer exists', { type: 'Warning', reason: 'Failed', message });
}

function failed(version: Version, why: string, note: ConfigNote): VersionPlan {
  return moved(version, VersionPhase.Failed, { [ConfigAnnotation.Reason]: why }, note);
}

/** Returns the phase that the deployer pod's state means, with the events for it. */
function phaseFrom(
  deployer: Pod,
  version: Version,
): { readonly phase: VersionPhase; readonly annotations: Annotations; readonly note?: ConfigNote } {
  switch (deployer.status?.phase) {
    case 'Pending':
      return { phase: VersionPhase.Pending, annotations: {} };
    case 'Running':
      return { phase: VersionPhase.Running, annotations: {} };
    case 'Succeeded':
      return { phase: VersionPhase.Complete, ...completion(deployer, version) };
    case 'Failed':
      return { phase: VersionPhase.Failed, annotations: endOf(deployer) };
    default:
      return { phase: VersionPhase.New, annotations: {} };
  }
}

function completion(
  deployer: Pod,
  version: Version,
): { readonly annotations: Annotations; readonly note?: ConfigNote } {
  const annotations: Annotations = {
    ...endOf(deployer),
    [ConfigAnnotation.Replicas]: annotationOf(version, ConfigAnnotation.DesiredReplicas),
    [ConfigAnnotation.DesiredReplicas]: undefined,
  };
  if (!isCancelled(version)) return { annotations };
  const withdrawn = { [ConfigAnnotation.Cancelled]: undefined, [ConfigAnnotation.Reason]: undefined };
  const message = 'Succeeded before cancel recorded';
  return {
    annotations: { ...annotations, ...withdrawn },
    note: { type: 'Warning', reason: 'FailedCancellation', message },
  };
}

function endOf({ status }: Pod): Annotations {
  const ended = status?.containerStatuses?.find(({ state }) => state?.terminated)?.state?.terminated?.finishedAt;
  const endedMs = parseTimeMs(ended);
  return endedMs === undefined ? {} : { [ConfigAnnotation.DeployerCompletedAt]: goTime(endedMs) };
}

function traceOf(deployer: KubeObject): Annotations {
  const createdMs = parseTimeMs(deployer.metadata.creationTimestamp);
  const startedMs = parseTimeMs((deployer as Partial<Pod>).status?.startTime);
  return {
    [ConfigAnnotation.DeployerPod]: deployer.metadata.name,
    ...(createdMs === undefined ? {} : { [ConfigAnnotation.DeployerCreatedAt]: goTime(createdMs) }),
    ...(startedMs === undefined ? {} : { [ConfigAnnotation.DeployerStartedAt]: goTime(startedMs) }),
  };
}

/** The version in its next phase; nothing where it cannot get there. */
function moved(version: Version, phase: VersionPhase, annotations: Annotations = {}, note?: ConfigNote): VersionPlan {
  const canMove = FOLLOWING[phaseOf(version)]?.includes(phase) ?? false;
  if (!canMove) return { deletions: [], notes: [] };
  const next = annotated(version, { ...annotations, [ConfigAnnotation.Phase]: phase });
  // Of a test nothing keeps running.
  const isTest = isOver(next) && replicasOf(next) !== 0 && (configOf(next)?.spec.test ?? false);
  const notes = [...(note ? [note] : []), ...cancellation(next)];
  return { next: isTest ? scaled(next, 0) : next, deletions: [], notes };
}

function cancellation(version: Version): readonly ConfigNote[] {
  if (!isCancelled(version) || phaseOf(version) !== VersionPhase.Failed) return [];
  const { name, namespace = '' } = version.metadata;
  const message = `Rollout for ${JSON.stringify(`${namespace}/${name}`)} cancelled`;
  return [{ type: 'Normal', reason: 'RolloutCancelled', message }];
}

/** Returns how long a rollout may take to get going, in seconds (`GetTimeoutSecondsForStrategy`). */
function timeoutSeconds({ spec }: DeploymentConfig): number {
  const { type, rollingParams, recreateParams } = spec.strategy ?? {};
  const params =
    type === DeploymentStrategyType.Rolling
      ? rollingParams
      : type === DeploymentStrategyType.Recreate
        ? recreateParams
        : undefined;
  return params?.timeoutSeconds ?? TIMEOUT_SECONDS;
}
