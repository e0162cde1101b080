import type * as core from 'kubernetes-types/core/v1';
import type { KubeObject, PodTemplateSpec } from '../../../objects';

/** Method of a DeploymentConfig's rollout. */
export const DeploymentStrategyType = {
  Rolling: 'Rolling',
  Recreate: 'Recreate',
  /** By a pod of the user's image. */
  Custom: 'Custom',
} as const;
export type DeploymentStrategyType = (typeof DeploymentStrategyType)[keyof typeof DeploymentStrategyType];

/** Event that starts a new rollout. */
export const DeploymentTrigger = {
  ConfigChange: 'ConfigChange',
  ImageChange: 'ImageChange',
  /** A client asked for it. */
  Manual: 'Manual',
} as const;
export type DeploymentTrigger = (typeof DeploymentTrigger)[keyof typeof DeploymentTrigger];

/** Consequence of a failed hook for its rollout; `Retry` repeats the hook's container until it succeeds. */
export const HookFailurePolicy = { Retry: 'Retry', Abort: 'Abort', Ignore: 'Ignore' } as const;
export type HookFailurePolicy = (typeof HookFailurePolicy)[keyof typeof HookFailurePolicy];

/** A hook that runs a command in a pod of its own. */
export interface ExecNewPodHook {
  readonly command?: readonly string[];
  readonly env?: readonly core.EnvVar[];
  /** The container of the template whose image and settings the pod takes. */
  readonly containerName?: string;
  /** Volumes of the template that the pod gets. */
  readonly volumes?: readonly string[];
}

/** A hook that gives an image a tag in an image stream. */
export interface TagImageHook {
  readonly containerName?: string;
  readonly to?: { readonly kind?: string; readonly name?: string; readonly namespace?: string };
}

/** Hook that runs before, during, or after a rollout. */
export interface LifecycleHook {
  readonly failurePolicy?: HookFailurePolicy;
  readonly execNewPod?: ExecNewPodHook;
  readonly tagImages?: readonly TagImageHook[];
}

/** Settings of the strategy Recreate; times in seconds. */
export interface RecreateParams {
  readonly timeoutSeconds?: number;
  readonly pre?: LifecycleHook;
  readonly mid?: LifecycleHook;
  readonly post?: LifecycleHook;
}

/** Settings of the strategy Rolling; times in seconds. */
export interface RollingParams {
  readonly updatePeriodSeconds?: number;
  readonly intervalSeconds?: number;
  readonly timeoutSeconds?: number;
  readonly maxUnavailable?: number | string;
  readonly maxSurge?: number | string;
  readonly pre?: LifecycleHook;
  readonly post?: LifecycleHook;
}

/** Settings of the strategy Custom; others take the environment. */
interface CustomParams {
  readonly image?: string;
  readonly environment?: readonly core.EnvVar[];
  readonly command?: readonly string[];
}

/** Method of a rollout, and the settings of its pods. */
export interface DeploymentConfigStrategy {
  readonly type?: DeploymentStrategyType;
  readonly customParams?: CustomParams;
  readonly recreateParams?: RecreateParams;
  readonly rollingParams?: RollingParams;
  readonly resources?: core.ResourceRequirements;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly activeDeadlineSeconds?: number;
}

/** Image, and the containers that use it, which a trigger follows. */
export interface ImageChangeParams {
  readonly automatic?: boolean;
  readonly containerNames?: readonly string[];
  readonly from?: { readonly kind?: string; readonly name?: string; readonly namespace?: string };
  readonly lastTriggeredImage?: string;
}

/** Trigger of a rollout. */
export interface DeploymentTriggerPolicy {
  readonly type?: string;
  readonly imageChangeParams?: ImageChangeParams;
}

/** A condition of a DeploymentConfig. */
interface DeploymentConfigCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly lastUpdateTime?: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The reason why the latest version came. */
interface DeploymentDetails {
  readonly message?: string;
  readonly causes: readonly { readonly type: DeploymentTrigger; readonly imageTrigger?: object }[];
}

export interface DeploymentConfigSpec {
  readonly strategy?: DeploymentConfigStrategy;
  readonly minReadySeconds?: number;
  readonly triggers?: readonly DeploymentTriggerPolicy[];
  readonly replicas?: number;
  readonly revisionHistoryLimit?: number;
  /** True if the pods run only during a rollout. */
  readonly test?: boolean;
  readonly paused?: boolean;
  readonly selector?: Readonly<Record<string, string>>;
  readonly template?: PodTemplateSpec;
}

export interface DeploymentConfigStatus {
  readonly latestVersion: number;
  readonly observedGeneration: number;
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly availableReplicas: number;
  readonly unavailableReplicas: number;
  readonly readyReplicas?: number;
  readonly details?: DeploymentDetails;
  readonly conditions?: readonly DeploymentConfigCondition[];
}

/** OpenShift's DeploymentConfig: a template of pods that is rolled out by replication controllers, one a version. */
export interface DeploymentConfig extends KubeObject {
  readonly spec: DeploymentConfigSpec;
  readonly status?: DeploymentConfigStatus;
}

/** Labels of the pods. */
export const ConfigLabel = {
  /** With the name of the DeploymentConfig. */
  Config: 'deploymentconfig',
  /** With the name of the version. */
  Version: 'deployment',
} as const;
