import type { DeploymentConfig, KubeObject, PodTemplateSpec, ReplicaSetStatus } from '@orrery/api-types';

/** Annotations of replication controllers and pods of DeploymentConfigs (`apps/v1/consts.go` of openshift/api). */
export const ConfigAnnotation = {
  Config: 'openshift.io/deployment-config.name',
  Version: 'openshift.io/deployment-config.latest-version',
  /** The DeploymentConfig as it was when the version was made. */
  EncodedConfig: 'openshift.io/encoded-deployment-config',
  Phase: 'openshift.io/deployment.phase',
  Reason: 'openshift.io/deployment.status-reason',
  Cancelled: 'openshift.io/deployment.cancelled',
  Deployment: 'openshift.io/deployment.name',
  Replicas: 'openshift.io/deployment.replicas',
  DesiredReplicas: 'kubectl.kubernetes.io/desired-replicas',
  OriginalReplicas: 'kubectl.kubernetes.io/original-replicas',
  SourceId: 'kubectl.kubernetes.io/update-source-id',
  DeployerPod: 'openshift.io/deployer-pod.name',
  DeployerCreatedAt: 'openshift.io/deployer-pod.created-at',
  DeployerStartedAt: 'openshift.io/deployer-pod.started-at',
  DeployerCompletedAt: 'openshift.io/deployer-pod.completed-at',
  /** Annotation of a version for which no deployer pod is made. */
  IgnorePod: 'deploy.openshift.io/deployer-pod.ignore',
} as const;

/** Phases of the rollout of a version. */
export const VersionPhase = {
  New: 'New',
  Pending: 'Pending',
  Running: 'Running',
  Complete: 'Complete',
  Failed: 'Failed',
} as const;
export type VersionPhase = (typeof VersionPhase)[keyof typeof VersionPhase];

/** Label of the deployer pod and the hook pods of a version, with its name. */
export const DEPLOYER_FOR_LABEL = 'openshift.io/deployer-pod-for.name';

/** Version of a DeploymentConfig: its replication controller. */
export interface Version extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: Readonly<Record<string, string>>;
    readonly minReadySeconds?: number;
    readonly template?: PodTemplateSpec;
  };
  readonly status?: ReplicaSetStatus;
}

/** The value of an annotation; empty if there is none. */
export function annotationOf({ metadata }: Pick<KubeObject, 'metadata'>, name: string): string {
  return metadata.annotations?.[name] ?? '';
}

export function phaseOf(version: Version): VersionPhase {
  return annotationOf(version, ConfigAnnotation.Phase) as VersionPhase;
}

/** Its number; -1 if it has none. */
export function numberOf(version: Version): number {
  const text = annotationOf(version, ConfigAnnotation.Version);
  return /^-?[0-9]+$/.test(text) ? Number(text) : -1;
}

export function isComplete(version: Version): boolean {
  return phaseOf(version) === VersionPhase.Complete;
}

/** Returns whether its rollout is over, for good or bad. */
export function isOver(version: Version): boolean {
  return isComplete(version) || phaseOf(version) === VersionPhase.Failed;
}

export function isCancelled(version: Version): boolean {
  return annotationOf(version, ConfigAnnotation.Cancelled).toLowerCase() === 'true';
}

export function replicasOf({ spec }: Version): number {
  return spec.replicas ?? 0;
}

/** The DeploymentConfig that the version was made of; undefined if it cannot be read. */
export function configOf(version: Version): DeploymentConfig | undefined {
  try {
    const config = JSON.parse(
      annotationOf(version, ConfigAnnotation.EncodedConfig),
    ) as Partial<DeploymentConfig> | null;
    return config?.kind === 'DeploymentConfig' && config.spec ? (config as DeploymentConfig) : undefined;
  } catch {
    return undefined;
  }
}

/** The newest first. */
export function byNumber(versions: readonly Version[]): Version[] {
  return [...versions].sort((a, b) => numberOf(b) - numberOf(a));
}

/** The newest version that was rolled out: it has the pods, unless a rollout is under way. */
export function activeVersion(versions: readonly Version[]): Version | undefined {
  return byNumber(versions).find((version) => isComplete(version) && numberOf(version) > 0);
}

/** The version that the status names; undefined while it is not there. */
export function latestVersion({ status }: DeploymentConfig, versions: readonly Version[]): Version | undefined {
  const number = status?.latestVersion ?? 0;
  if (number === 0) return undefined;
  return versions.find((version) => numberOf(version) === number);
}

/** Returns whether one of the triggers is of this type. */
export function hasTrigger({ spec }: DeploymentConfig, type: string): boolean {
  return (spec.triggers ?? []).some((trigger) => trigger.type === type);
}

/** The name of the replication controller of a version. */
export function versionName(config: string, number: number): string {
  return `${config}-${number}`;
}

/** The object with other annotations; undefined takes one away. The given one is not changed. */
export function annotated<T extends KubeObject>(
  object: T,
  annotations: Readonly<Record<string, string | undefined>>,
): T {
  const next: Record<string, string> = { ...object.metadata.annotations };
  for (const [name, value] of Object.entries(annotations)) {
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  return { ...object, metadata: { ...object.metadata, annotations: next } };
}

/** The version with another number of pods. The given one is not changed. */
export function scaled(version: Version, replicas: number): Version {
  return { ...version, spec: { ...version.spec, replicas } };
}
