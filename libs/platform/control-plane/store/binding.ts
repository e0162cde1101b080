import { ApiError, bindPod, notFound, type KubeObject, type Pod } from '@orrery/api-types';
import { Operation, type Intent } from '@orrery/store';
import { refuseAccess } from './authorization';
import type { Door } from './intents';

/** A binding as scheduler and clients give it; empty texts count as absent. */
export interface BindingInput {
  readonly namespace: string;
  readonly name: string;
  /** The node. */
  readonly target: { readonly kind?: string; readonly name: string };
  /** Only this pod, not a later one of the same name. */
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Gives the pod its node and the condition PodScheduled; refuses as `pods/binding` does. */
export function bindIntent(door: Door, { namespace, name, target, ...metadata }: BindingInput): Intent {
  return {
    key: { resource: 'pods', namespace, name },
    decide: (current) => {
      const kind = { group: '', resource: 'pods' };
      const denial = refuseAccess(door, { verb: 'create', kind, namespace, name, subresource: 'binding' });
      if (denial) return { kind: 'refuse', error: denial };
      if (!current) return { kind: 'refuse', error: notFound({ group: '', resource: 'pods' }, name) };
      const bound = bindPod(current as unknown as Pod, { metadata: { name, ...metadata }, target }, door.nowMs());
      if (bound instanceof ApiError) return { kind: 'refuse', error: bound };
      const object = { ...bound, metadata: { ...bound.metadata } } as unknown as KubeObject;
      return { kind: 'write', operation: Operation.Update, object };
    },
  };
}
