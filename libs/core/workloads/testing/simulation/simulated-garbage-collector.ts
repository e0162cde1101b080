import type { KubeObject } from '@orrery/api-types';
import {
  evaluateDependent,
  withoutFinalizer,
  withoutOwners,
  type OwnerState,
} from '../../garbage-collection/owner-verdict';
import { JOB_TRACKING } from '../../job/job-constants';
import { controllerOf } from '../../ownership/controller-reference';
import type { Action } from './simulated-action';
import type { SimulatedStore } from './simulated-store';

/** Returns the actions on an object whose owners are gone; their absence is checked in the store itself. */
export function collectGarbage(store: SimulatedStore, object: KubeObject): Action[] {
  const stateOf = ({ kind, name, uid }: { kind: string; name: string; uid: string }): OwnerState =>
    store.objects.get(`${kind}/${name}`)?.metadata.uid === uid ? 'solid' : 'absent';
  const owner = controllerOf(object);
  const isLost = object.kind === 'Pod' && (owner?.kind !== 'Job' || stateOf(owner) === 'absent');
  const free = isLost ? withoutFinalizer(object, JOB_TRACKING) : undefined;
  if (free) return [() => store.replace(object, free)];
  const verdict = evaluateDependent({ object, stateOf, hasDependents: false, isInCircle: () => false });
  if (verdict.action === 'keep' || verdict.action === 'unblock') return [];
  if (verdict.action === 'delete') return [() => store.remove(object)];
  const left = withoutOwners(object, verdict.ownerUids);
  return left ? [() => store.replace(object, left)] : [];
}
