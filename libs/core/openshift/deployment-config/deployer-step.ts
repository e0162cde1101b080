import type { DeploymentConfig, Pod } from '@orrery/api-types';
import type { DeployerProgress } from './deployer-progress';
import type { ConfigNote } from './plan-deployment-config';
import type { Version } from './version';

export interface DeployerInput {
  /** The version that is rolled out, and its config. */
  readonly version: Version;
  readonly config: DeploymentConfig;
  /** All versions of the config. */
  readonly versions: readonly Version[];
  /** The deployer's pod, which runs. */
  readonly pod: Pod;
  /** The hook pods of the version. */
  readonly hookPods: readonly Pod[];
  /** Returns whether a version has pods, those that are going included. */
  readonly hasPods: (version: Version) => boolean;
  readonly progress: DeployerProgress | undefined;
  /** The reason why the pod of a hook could not be created just now. */
  readonly refusal?: string;
  /** Cluster time in ms. */
  readonly nowMs: number;
}

/** Next step of a deployer. */
export interface DeployerStep {
  readonly progress: DeployerProgress;
  readonly lines: readonly string[];
  readonly notes: readonly ConfigNote[];
  readonly updates: readonly { readonly seen: Version; readonly next: Version }[];
  /** A hook's pod to be created. */
  readonly creation?: object;
  readonly exitCode?: number;
  /** Time of the next check, in ms of cluster time, if nothing happens before. */
  readonly recheckAtMs?: number;
}

/** Result of a part of a rollout: done, still waiting, or failed with a reason. */
export type StepCheck = 'done' | 'waits' | { readonly failure: string };
