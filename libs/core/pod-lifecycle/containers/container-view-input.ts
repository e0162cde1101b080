import type { Container, ContainerStatus, Pod, PodStatus } from '@orrery/api-types';
import type { ContainerBehaviour } from '../behaviours/behaviour-annotations';
import type { Chance } from '../chance';
import type { PodContext } from '../pods/pod-context';
import type { ContainerMemory, PodMemory } from '../pods/pod-memory';
import type { KubeletSettings } from '../shard/kubelet-settings';
import type { ContainerRole } from './container-view';

/** State, besides the pod, that the views of its containers follow from. */
export interface ContainerViewContext {
  readonly settings: KubeletSettings;
  readonly memory: PodMemory;
  readonly context: Pick<PodContext, 'hasImage' | 'pullMs' | 'variableProblem' | 'runContext' | 'followVolumes'>;
  /** False while the pod can get no network or its volumes cannot be mounted. */
  readonly canHaveSandbox: boolean;
  readonly chance: Chance;
}

/** State of a pod that the views of all its containers share. */
export interface PodState {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly context: ContainerViewContext;
  readonly isEnding: boolean;
}

/** A container that is viewed. */
export interface ViewedContainer {
  readonly spec: Container;
  readonly role: ContainerRole;
  readonly own: ContainerStatus | undefined;
  readonly hasTurn: boolean;
  readonly mustStop: boolean;
}

/** A container that is viewed, with what it remembers and how it behaves. */
export interface BehavingContainerView extends ViewedContainer {
  readonly memory: ContainerMemory | undefined;
  readonly behaviour: ContainerBehaviour;
}
