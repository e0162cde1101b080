import { WellKnownTaint, type Node, type NodeCondition, type Taint } from '@orrery/api-types';
import { formatTime } from '@orrery/time';

/** A taint is one per key and effect on a node; the value does not take part in its identity. */
export interface TaintIdentity {
  readonly key: string;
  readonly effect: Taint['effect'];
}

/** Write to a node's taints. Nothing in `add` is in `remove`. */
export interface TaintChange {
  readonly add: readonly Taint[];
  readonly remove: readonly TaintIdentity[];
}

/** The two that a node which is not ready bears by turns, through the limiter of its zone. */
export const NO_EXECUTE_TAINTS = [WellKnownTaint.Unreachable, WellKnownTaint.NotReady] as const;

export function hasTaint(node: Node, key: string, effect: Taint['effect']): boolean {
  return node.spec.taints?.some((taint) => taint.key === key && taint.effect === effect) ?? false;
}

/** A taint as the controllers write it: no value, stamped with the instant. */
export function controllerTaint(key: WellKnownTaint, effect: Taint['effect'], nowMs: number): Taint {
  return { key, effect, timeAdded: formatTime(nowMs) };
}

/** Returns the taints after a change: an added taint replaces the one with its key and effect in place, a new one is appended. */
export function applyTaintChange(taints: readonly Taint[] | undefined, change: TaintChange): Taint[] {
  const isSame = (a: TaintIdentity, b: TaintIdentity): boolean => a.key === b.key && a.effect === b.effect;
  const result = (taints ?? []).filter((taint) => !change.remove.some((removed) => isSame(removed, taint)));
  for (const added of change.add) {
    const index = result.findIndex((taint) => isSame(taint, added));
    if (index >= 0) result[index] = added;
    else result.push(added);
  }
  return result;
}

export function findCondition(node: Node, type: string): NodeCondition | undefined {
  return node.status?.conditions?.find((condition) => condition.type === type);
}
