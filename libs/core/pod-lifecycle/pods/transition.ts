import type { Pod, PodStatus } from '@orrery/api-types';
import type { ContainerView } from '../containers/container-view';
import type { Stage, StageSubject } from '../stages/stage-file';
import type { StageFacts } from './stage-facts';

/** A stage that will take place. */
export interface Transition {
  readonly atMs: number;
  readonly stage: Stage;
  /** The container, in a container's stage. */
  readonly container: ContainerView | undefined;
  readonly subject: LifeSubject;
}

/** Data that selectors and templates of a kubelet's stages can read. */
export interface LifeSubject extends StageSubject {
  readonly metadata: Pod['metadata'];
  readonly spec: Pod['spec'];
  readonly status: PodStatus;
  readonly facts: StageFacts;
  readonly container: ContainerView | undefined;
}
