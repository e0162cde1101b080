import type { PodInfo } from '../../cache/pod-info';
import type { BindRequest } from '../../framework/bind-request';
import type { CycleState } from '../../framework/cycle-state';
import type { BindPlugin } from '../../framework/plugin';

/** Binds through the pod's binding subresource. */
export class DefaultBinder implements BindPlugin {
  readonly name = 'DefaultBinder';

  bind(_state: CycleState, { pod }: PodInfo, nodeName: string): BindRequest {
    const { namespace = '', name, uid } = pod.metadata;
    return { kind: 'BindRequest', namespace, name, uid, nodeName };
  }
}
