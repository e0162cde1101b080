import type { DeploymentConfig } from '@orrery/api-types';

/** Desired state of a config. */
export type ConfigSpec = DeploymentConfig['spec'];
/** Observed state of a config. */
export type ConfigStatus = NonNullable<DeploymentConfig['status']>;
/** Condition of a config. */
export type ConfigCondition = NonNullable<ConfigStatus['conditions']>[number];
/** The reason why the latest version came. */
export type ConfigDetails = NonNullable<ConfigStatus['details']>;
/** Rollout strategy of a config. */
export type ConfigStrategy = NonNullable<ConfigSpec['strategy']>;
/** Settings of the strategy Rolling. */
export type RollingParams = NonNullable<ConfigStrategy['rollingParams']>;
/** Trigger of a rollout. */
export type ConfigTrigger = NonNullable<ConfigSpec['triggers']>[number];
/** Hook that runs before, in the middle of, or after a rollout. */
export type LifecycleHook = NonNullable<RollingParams['pre']>;
/** A command that a hook runs in a pod. */
export type ExecNewPodHook = NonNullable<LifecycleHook['execNewPod']>;
