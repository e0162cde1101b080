import { WellKnownTaint, type Node } from '@orrery/api-types';
import { controllerTaint, type TaintChange } from './taints';

/** The taint for a condition's status. An Unknown pressure has none. */
const TAINT_BY_CONDITION: Readonly<Record<string, Readonly<Record<string, WellKnownTaint>>>> = {
  Ready: { False: WellKnownTaint.NotReady, Unknown: WellKnownTaint.Unreachable },
  MemoryPressure: { True: WellKnownTaint.MemoryPressure },
  DiskPressure: { True: WellKnownTaint.DiskPressure },
  PIDPressure: { True: WellKnownTaint.PidPressure },
  NetworkUnavailable: { True: WellKnownTaint.NetworkUnavailable },
};
const OWNED_KEYS: ReadonlySet<string> = new Set(Object.values(WellKnownTaint));

/** Keys of the NoSchedule taints that a node's conditions and `spec.unschedulable` ask for (spec nodes A12). */
export function wantedNoScheduleTaints(node: Node): Set<WellKnownTaint> {
  const wanted = new Set<WellKnownTaint>();
  for (const { type, status } of node.status?.conditions ?? []) {
    const key = TAINT_BY_CONDITION[type]?.[status];
    if (key) wanted.add(key);
  }
  if (node.spec?.unschedulable) wanted.add(WellKnownTaint.Unschedulable);
  return wanted;
}

/**
 * Returns the change that makes a node's NoSchedule taints agree with its conditions, or undefined if they do. All
 * seven keys are the controller's: one written by a user without its condition is removed. Other taints are not
 * touched.
 */
export function noScheduleTaintChange(node: Node, nowMs: number): TaintChange | undefined {
  const missing = wantedNoScheduleTaints(node);
  const remove: { key: string; effect: 'NoSchedule' }[] = [];
  for (const { key, effect } of node.spec?.taints ?? []) {
    if (effect !== 'NoSchedule' || !OWNED_KEYS.has(key)) continue;
    if (!missing.delete(key as WellKnownTaint)) remove.push({ key, effect });
  }
  if (missing.size === 0 && remove.length === 0) return undefined;
  return { add: [...missing].map((key) => controllerTaint(key, 'NoSchedule', nowMs)), remove };
}
