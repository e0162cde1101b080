import { DeploymentStrategyType, type DeploymentConfig } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import type { ConfigCondition, ConfigDetails, ConfigStatus } from './config-types';
import { deployerPodName } from './deployer-pod-name';
import { rollingLimits } from './rolling-limits';
import { isCancelled, latestVersion, phaseOf, replicasOf, VersionPhase, type Version } from './version';

/** The reason why the condition Progressing is as it is. */
export const ConfigReason = {
  CreateError: 'ReplicationControllerCreateError',
  Created: 'NewReplicationControllerCreated',
  Updated: 'ReplicationControllerUpdated',
  Available: 'NewReplicationControllerAvailable',
  TimedOut: 'ProgressDeadlineExceeded',
  Cancelled: 'RolloutCancelled',
} as const;

/** A condition without its times; `''` for no reason. */
export interface ConditionNote {
  readonly type: 'Available' | 'Progressing';
  readonly status: ConfigCondition['status'];
  readonly reason: string;
  readonly message: string;
}

export interface ConfigStatusInput {
  readonly config: DeploymentConfig;
  readonly versions: readonly Version[];
  /** Cluster time in ms. */
  readonly nowMs: number;
  /** Version that is requested now, with the cause. */
  readonly next?: { readonly version: number; readonly details: ConfigDetails };
  /** Note about a recent event; it takes precedence over the versions. */
  readonly note?: ConditionNote;
}

/** Returns the status of a config from its versions (`calculateStatus` of origin's deploymentconfig_controller.go). */
export function configStatus(input: ConfigStatusInput): ConfigStatus {
  const { config, versions, nowMs, next, note } = input;
  const { status, metadata } = config;
  const number = next?.version ?? status?.latestVersion ?? 0;
  const asked = { ...config, status: { ...NO_STATUS, ...status, latestVersion: number } };
  const latest = latestVersion(asked, versions);
  const total = (count: (version: Version) => number): number => versions.reduce((sum, each) => sum + count(each), 0);
  const available = total((version) => version.status?.availableReplicas ?? 0);
  const ready = total((version) => version.status?.readyReplicas ?? 0);
  const details = next?.details ?? status?.details;
  const counts: ConfigStatus = {
    latestVersion: number,
    observedGeneration: metadata.generation ?? 0,
    replicas: total((version) => version.status?.replicas ?? 0),
    updatedReplicas: latest?.status?.replicas ?? 0,
    availableReplicas: available,
    unavailableReplicas: Math.max(0, total(replicasOf) - available),
    ...(ready > 0 ? { readyReplicas: ready } : {}),
    ...(details ? { details } : {}),
  };
  const notes = [availability(config, counts), progress(config, counts, latest), note];
  let conditions = status?.conditions ?? [];
  for (const each of notes) {
    if (!each) continue;
    if (each.reason === ConfigReason.Updated) conditions = conditions.filter(({ type }) => type !== each.type);
    conditions = withCondition(conditions, each, nowMs);
  }
  return { ...counts, conditions };
}

const NO_STATUS: ConfigStatus = {
  latestVersion: 0,
  observedGeneration: 0,
  replicas: 0,
  updatedReplicas: 0,
  availableReplicas: 0,
  unavailableReplicas: 0,
};

function availability({ spec }: DeploymentConfig, { availableReplicas }: ConfigStatus): ConditionNote {
  const { replicas = 0, strategy } = spec;
  const isRolling = strategy?.type === DeploymentStrategyType.Rolling;
  const missing = isRolling ? rollingLimits(strategy.rollingParams, replicas).unavailable : 0;
  const isEnough = availableReplicas >= replicas - missing && availableReplicas > 0;
  const message = `Deployment config ${isEnough ? 'has' : 'does not have'} minimum availability.`;
  return { type: 'Available', status: isEnough ? 'True' : 'False', reason: '', message };
}

function progress(
  { status: before }: DeploymentConfig,
  after: ConfigStatus,
  latest: Version | undefined,
): ConditionNote | undefined {
  if (!latest) return undefined;
  const { name } = latest.metadata;
  const quoted = JSON.stringify(name);
  const note = (status: ConditionNote['status'], reason: string, message: string): ConditionNote => ({
    type: 'Progressing',
    status,
    reason,
    message,
  });
  switch (phaseOf(latest)) {
    case VersionPhase.Pending: {
      const pod = JSON.stringify(deployerPodName(name));
      return note('Unknown', '', `replication controller ${quoted} is waiting for pod ${pod} to run`);
    }
    case VersionPhase.Running:
      if (!isProgressing(before ?? NO_STATUS, after)) return undefined;
      return note('True', ConfigReason.Updated, `replication controller ${quoted} is progressing`);
    case VersionPhase.Failed:
      if (isCancelled(latest)) {
        return note('False', ConfigReason.Cancelled, `rollout of replication controller ${quoted} was cancelled`);
      }
      return note('False', ConfigReason.TimedOut, `replication controller ${quoted} has failed progressing`);
    case VersionPhase.Complete:
      return note('True', ConfigReason.Available, `replication controller ${quoted} successfully rolled out`);
    default:
      return undefined;
  }
}

/** Returns whether new pods came, or old ones went. */
function isProgressing(before: ConfigStatus, after: ConfigStatus): boolean {
  const old = ({ replicas, updatedReplicas }: ConfigStatus): number => replicas - updatedReplicas;
  return after.updatedReplicas > before.updatedReplicas || old(after) < old(before);
}

function withCondition(
  conditions: readonly ConfigCondition[],
  { type, status, reason, message }: ConditionNote,
  nowMs: number,
): readonly ConfigCondition[] {
  const current = conditions.find((each) => each.type === type);
  if (current?.status === status && (current.reason ?? '') === reason) return conditions;
  const now = formatTime(nowMs);
  const lastTransitionTime = current?.status === status ? (current.lastTransitionTime ?? now) : now;
  const others = conditions.filter((each) => each.type !== type);
  const shown = reason === '' ? { message } : { reason, message };
  return [...others, { type, status, lastUpdateTime: now, lastTransitionTime, ...shown }];
}
