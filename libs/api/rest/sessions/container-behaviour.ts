import { podBehavioursOf, readPodBehaviours, type ClusterRuntime } from '@orrery/control-plane';
import type { BehaviourAnnotation } from '@orrery/pod-lifecycle';
import type { RunningContainer } from './session-container';

const PREFIX = 'orrery.dev/';

/** The annotation of a container's behaviour, from the pod itself or from a PodBehavior. */
export function behaviourOf(
  runtime: ClusterRuntime,
  { pod, container }: Pick<RunningContainer, 'pod' | 'container'>,
  name: BehaviourAnnotation,
): string | undefined {
  const behaviours = podBehavioursOf(runtime.seed, () => runtime.cache);
  readPodBehaviours(behaviours, runtime.cache);
  const annotations = behaviours.give(pod).metadata.annotations ?? {};
  const isInit = pod.spec.initContainers?.some((each) => each.name === container.name) ?? false;
  return annotations[`${PREFIX}${container.name}.${name}`] ?? (isInit ? undefined : annotations[PREFIX + name]);
}
