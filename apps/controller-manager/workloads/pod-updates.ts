import type { Pod } from '@orrery/api-types';
import { Operation, type Change } from '@orrery/store';
import { isActive, isReady, isTerminating } from '@orrery/workloads';

/** Returns whether a change of a pod can change how many active and ready pods its owner counts, or whose pod it is. */
export function changesReplicas({ operation, object, previous }: Change): boolean {
  if (operation !== Operation.Update || !previous) return true;
  const before = previous as Pod;
  const after = object as Pod;
  return (
    isActive(before) !== isActive(after) ||
    isReady(before) !== isReady(after) ||
    before.metadata.labels !== after.metadata.labels ||
    before.metadata.ownerReferences !== after.metadata.ownerReferences
  );
}

/** Returns true if a pod that had ended, or was being deleted, continues to do so: it has not counted since it began to. */
export function isTerminalUpdate({ operation, object, previous }: Change): boolean {
  if (operation === Operation.Create || !previous || isActive(previous as Pod)) return false;
  return operation === Operation.Delete || !isActive(object as Pod);
}

/** Returns true if a pod that was being deleted ends or goes: it counted as terminating until then. */
export function endsTermination({ operation, object, previous }: Change): boolean {
  if (operation === Operation.Create || !previous || !isTerminating(previous as Pod)) return false;
  return operation === Operation.Delete || !isTerminating(object as Pod);
}
