import {
  ApiError,
  deepEqual,
  isUpTo,
  type KindInfo,
  type KubeObject,
  withFields,
  withoutLaterFields,
} from '@orrery/api-types';
import { Operation, type Intent, type ObjectKey } from '@orrery/store';
import { admitted as admittedBy } from '../dynamic-admission/mutation';
import { reviewOf } from '../dynamic-admission/write-review';
import { bundleOf } from '../../settings/cluster-settings';
import { recordComponent, type ComponentWrite } from './field-managers';
import { deleteIntent } from './intents';
import type { Modification, Removal } from './modifications';
import { kindOf } from './stored-kinds';
import type { WriteContext } from './write-context';

/** A change by a component: nothing is written where it changes nothing, as the API server leaves an object with its revision. */
export function modifyIntent(
  context: WriteContext,
  { key, change, reason, applies }: Modification,
  manager?: string,
): Intent {
  return {
    key,
    ...(reason === undefined ? {} : { origin: { reason } }),
    decide: (current) => {
      const asked = current && change(current);
      if (!asked || asked === current) return { kind: 'keep', object: current };
      const changed = ofRelease(context, key, asked);
      if (deepEqual(changed, current)) return { kind: 'keep', object: current };
      const admitted = admittedChange(context, key, changed, current);
      if (admitted instanceof ApiError) return { kind: 'refuse', error: admitted };
      const next = ownMetadata(admitted, current);
      const object = manager === undefined ? next : owned(context, key, { previous: current, next, manager, applies });
      const operation = hasLostItsLastHold(current, object) ? Operation.Delete : Operation.Update;
      return { kind: 'write', operation, object };
    },
  };
}

/** Returns a change with the component as the owner of the changed fields. */
function owned(
  context: WriteContext,
  key: ObjectKey,
  change: Pick<ComponentWrite, 'previous' | 'next' | 'manager' | 'applies'>,
): KubeObject {
  const release = bundleOf(context.settings());
  const kind = storedKind(context, key, change.previous);
  return recordComponent({ ...change, kind, nowMs: context.nowMs(), release });
}

/** A change without what the release of the cluster does not have. */
function ofRelease(context: WriteContext, key: ObjectKey, object: KubeObject): KubeObject {
  const release = bundleOf(context.settings());
  return isUpTo(release, '1.20') ? withoutLaterFields(storedKind(context, key, object), object, release) : object;
}

/** A deletion by a component; an object that is gone, or another one by now, is passed over. */
export function removeIntent(context: WriteContext, { key, uid, options, reason }: Removal): Intent {
  const asked = uid === undefined ? options : withFields(options, { preconditions: { uid } });
  return {
    key,
    ...(reason === undefined ? {} : { origin: { reason } }),
    decide: (current) => {
      if (!current || (uid !== undefined && current.metadata.uid !== uid)) return { kind: 'keep', object: undefined };
      return deleteIntent(context, { kind: storedKind(context, key, current), ...key }, asked).intent.decide(current);
    },
  };
}

/** Users' policies and webhooks see what components write as they see what clients write. */
function admittedChange(
  context: WriteContext,
  key: ObjectKey,
  object: KubeObject,
  oldObject: KubeObject,
): KubeObject | ApiError {
  if (!context.dynamic || context.dynamic.configurations.isEmpty) return object;
  const kind = storedKind(context, key, oldObject);
  const subresource = kind.hasStatus && isOfStatus(object, oldObject) ? 'status' : undefined;
  const place = { kind, namespace: key.namespace, name: key.name, ...(subresource ? { subresource } : {}) };
  const review = reviewOf(context, { operation: 'UPDATE', ...place, optionsKind: 'UpdateOptions', options: {} });
  if (!review) return object;
  // Through the status subresource a webhook changes the status alone; the server's own metadata stay in any case.
  const restore = (made: KubeObject): KubeObject => ({
    ...(subresource ? object : made),
    ...(kind.hasStatus ? { status: subresource ? made.status : object.status } : {}),
    metadata: subresource ? object.metadata : withOwn(made.metadata, object.metadata),
  });
  const builtIn = (each: KubeObject): KubeObject => each;
  const admitted = admittedBy(review, { object, oldObject, builtIn, restore });
  if (admitted instanceof ApiError) return admitted;
  return review.validate(admitted, oldObject) ?? admitted;
}

function withOwn({ labels, annotations, finalizers }: KubeObject['metadata'], own: KubeObject['metadata']) {
  const { labels: _labels, annotations: _annotations, finalizers: _finalizers, ...rest } = own;
  return {
    ...rest,
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
    ...(finalizers ? { finalizers } : {}),
  };
}

/** Returns whether nothing but the status differs, as clients would write it through the status subresource. */
function isOfStatus(next: KubeObject, old: KubeObject): boolean {
  if (next.status === old.status || !deepEqual(next.metadata, old.metadata)) return false;
  const fields = new Set([...Object.keys(next), ...Object.keys(old)]);
  return [...fields].every((field) => field === 'metadata' || field === 'status' || next[field] === old[field]);
}

/** The kind of a stored object; of a custom one only the cluster knows it. */
function storedKind({ dynamic }: WriteContext, key: ObjectKey, { apiVersion, kind }: KubeObject): KindInfo {
  const known = kindOf(key);
  return known.isCustom && dynamic ? (dynamic.kinds.byGvk(apiVersion, kind) ?? known) : known;
}

/** Returns true if an object that is being deleted has lost its last finalizer, unless a pod's grace period is still running. */
function hasLostItsLastHold({ metadata: before }: KubeObject, { metadata }: KubeObject): boolean {
  const { deletionTimestamp, finalizers = [], deletionGracePeriodSeconds = 0 } = metadata;
  const isHeld = finalizers.length > 0 || deletionGracePeriodSeconds > 0;
  return deletionTimestamp !== undefined && !isHeld && (before.finalizers ?? []).length > 0;
}

/** Metadata without other references: the commit sets the revision in it. Kinds with generations count a changed spec. */
function ownMetadata(object: KubeObject, current: KubeObject): KubeObject {
  const metadata = { ...object.metadata };
  if (object.spec !== current.spec && metadata.generation !== undefined) metadata.generation++;
  return { ...object, metadata };
}
