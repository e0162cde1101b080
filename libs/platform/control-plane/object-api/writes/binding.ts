import { ApiError, bindPod, notFound, type Pod } from '@orrery/api-types';
import { Operation, shareBoundSpec, type Intent } from '@orrery/store';
import { refuseAccess } from './authorization';
import type { WriteContext } from './write-context';

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
  /** Whether it came as `POST bindings`, which is a right of its own; otherwise it is the one to `pods/binding`. */
  readonly isByBody?: boolean;
}

const BY_BODY = { kind: { group: '', resource: 'bindings' } };
const BY_PATH = { kind: { group: '', resource: 'pods' }, subresource: 'binding' };

/** Gives the pod its node and the condition PodScheduled; refuses as `pods/binding` does. */
export function bindIntent(
  context: WriteContext,
  { namespace, name, target, isByBody, ...metadata }: BindingInput,
): Intent {
  return {
    key: { resource: 'pods', namespace, name },
    decide: (current) => {
      const denial = refuseAccess(context, {
        verb: 'create',
        namespace,
        ...(isByBody ? BY_BODY : { name, ...BY_PATH }),
      });
      if (denial) return { kind: 'refuse', error: denial };
      if (!current) return { kind: 'refuse', error: notFound({ group: '', resource: 'pods' }, name) };
      const bound = bindPod(current as Pod, { metadata: { name, ...metadata }, target }, context.nowMs());
      if (bound instanceof ApiError) return { kind: 'refuse', error: bound };
      // Pods of one template on one node have the same specification.
      const spec = shareBoundSpec(bound.spec);
      const object = { ...bound, metadata: { ...bound.metadata }, spec };
      return { kind: 'write', operation: Operation.Update, object };
    },
  };
}
