import type { DeploymentConfig } from '@orrery/api-types';

/** What is asked for. */
export type ConfigSpec = DeploymentConfig['spec'];
/** What is there. */
export type ConfigStatus = NonNullable<DeploymentConfig['status']>;
/** One of its conditions. */
export type ConfigCondition = NonNullable<ConfigStatus['conditions']>[number];
/** The reason why the latest version came. */
export type ConfigDetails = NonNullable<ConfigStatus['details']>;
/** How it is rolled out. */
export type ConfigStrategy = NonNullable<ConfigSpec['strategy']>;
/** Settings of the strategy Rolling. */
export type RollingParams = NonNullable<ConfigStrategy['rollingParams']>;
/** What starts a rollout. */
export type ConfigTrigger = NonNullable<ConfigSpec['triggers']>[number];
/** What runs before, in the midst of, or after a rollout. */
export type LifecycleHook = NonNullable<RollingParams['pre']>;
/** A command that a hook runs in a pod. */
export type ExecNewPodHook = NonNullable<LifecycleHook['execNewPod']>;
