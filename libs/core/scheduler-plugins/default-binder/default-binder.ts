import type { BindPlugin, BindRequest, CycleState, PodInfo } from '@orrery/scheduling';

/** Binds through the pod's binding subresource. */
export class DefaultBinder implements BindPlugin {
  readonly name = 'DefaultBinder';

  bind(_state: CycleState, { pod }: PodInfo, nodeName: string): BindRequest {
    const { namespace = '', name, uid } = pod.metadata;
    return { kind: 'BindRequest', namespace, name, uid, nodeName };
  }
}
