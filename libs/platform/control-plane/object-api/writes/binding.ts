import { ApiError, bindPod, notFound, type KubeObject, type Pod } from '@orrery/api-types';
import { Operation, shareBoundSpec, type Intent } from '@orrery/store';
import { reviewed } from '../dynamic-admission/mutation';
import { reviewOf, type WriteReview } from '../dynamic-admission/write-review';
import { refuseAccess } from './authorization';
import type { WriteOptions } from './requests';
import { bundleOf } from '../../settings/cluster-settings';
import { requireKind } from './stored-kinds';
import type { WriteContext } from './write-context';

/** A binding as scheduler and clients give it; empty texts count as absent. */
export interface BindingInput {
  readonly namespace: string;
  readonly name: string;
  /** The node. */
  readonly target: { readonly kind?: string; readonly name: string };
  /** Uid of the pod, so that a later one of the same name is not bound. */
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The reason why, for the log of changes. */
  readonly reason?: string | undefined;
  /** True if it came as `POST bindings`, which is a right of its own; otherwise it is the one to `pods/binding`. */
  readonly isByBody?: boolean;
}

const BY_BODY = { kind: { group: '', resource: 'bindings' } };
const BY_PATH = { kind: { group: '', resource: 'pods' }, subresource: 'binding' };

/** Gives the pod its node and the condition PodScheduled; refuses as `pods/binding` does. */
export function bindIntent(context: WriteContext, binding: BindingInput, options: WriteOptions = {}): Intent {
  const { namespace, name, target, isByBody, reason, ...metadata } = binding;
  return {
    key: { resource: 'pods', namespace, name },
    ...(reason === undefined ? {} : { origin: { reason } }),
    decide: (current) => {
      const denial = refuseAccess(context, {
        verb: 'create',
        namespace,
        ...(isByBody ? BY_BODY : { name, ...BY_PATH }),
      });
      if (denial) return { kind: 'refuse', error: denial };
      if (!current) return { kind: 'refuse', error: notFound({ group: '', resource: 'pods' }, name) };
      const review = reviewOfBinding(context, binding, options);
      const made = review ? reviewed(review, bodyOf(binding)) : undefined;
      if (made instanceof ApiError) return { kind: 'refuse', error: made };
      const given = made ? partsOf(made, { metadata, target }) : { metadata, target };
      const { nowMs } = context;
      // The scheduler of our own binds the pod that it saw in every release.
      const release = context.actor ? bundleOf(context.settings()) : undefined;
      const bound = bindPod(current as Pod, { ...given, metadata: { name, ...given.metadata } }, nowMs(), release);
      if (bound instanceof ApiError) return { kind: 'refuse', error: bound };
      // Pods of one template on one node have the same specification.
      const spec = shareBoundSpec(bound.spec);
      const object = { ...bound, metadata: { ...bound.metadata }, spec };
      return { kind: 'write', operation: Operation.Update, object };
    },
  };
}

const BINDING = { apiVersion: 'v1', kind: 'Binding' };

function reviewOfBinding(
  context: WriteContext,
  { namespace, name, isByBody }: BindingInput,
  options: WriteOptions,
): WriteReview | undefined {
  const place = isByBody
    ? { kind: requireKind('v1', 'Binding') }
    : { kind: requireKind('v1', 'Pod'), subresource: 'binding', body: BINDING };
  return reviewOf(context, { operation: 'CREATE', ...place, namespace, name, optionsKind: 'CreateOptions', options });
}

/** The Binding as a client would send it. */
function bodyOf({ namespace, name, uid, annotations, target }: BindingInput): KubeObject {
  const metadata = { name, namespace, ...(uid ? { uid } : {}), ...(annotations ? { annotations } : {}) };
  return { ...BINDING, metadata: metadata as KubeObject['metadata'], target: { kind: 'Node', ...target } };
}

type BindingParts = {
  readonly metadata: Omit<BindingInput, 'namespace' | 'name' | 'target' | 'reason'>;
  readonly target: BindingInput['target'];
};

/** Returns the parts of a binding that webhooks may change: its node and its annotations. */
function partsOf(made: KubeObject, { metadata, target }: BindingParts): BindingParts {
  const { annotations } = made.metadata;
  const { kind, name } = (made['target'] ?? {}) as Partial<BindingInput['target']>;
  return {
    metadata: annotations ? { ...metadata, annotations } : metadata,
    target: { ...target, ...(kind === undefined ? {} : { kind }), name: name ?? '' },
  };
}
