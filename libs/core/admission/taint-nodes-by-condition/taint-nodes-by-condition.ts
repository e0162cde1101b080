import { TaintEffect, WellKnownTaint, type NodeSpec, type Taint } from '@orrery/api-types';
import type { AdmissionPlugin } from '../admission';

/** A new node takes no pods until the lifecycle controller has seen it ready. */
export const taintNodesByCondition: AdmissionPlugin = ({ object, kind, operation, subresource }) => {
  if (kind.kind !== 'Node' || operation !== 'CREATE' || subresource !== undefined) return object;
  const taints: readonly Taint[] = (object.spec as NodeSpec | undefined)?.taints ?? [];
  const isTainted = taints.some(
    (taint) => taint.key === WellKnownTaint.NotReady && taint.effect === TaintEffect.NoSchedule,
  );
  if (isTainted) return object;
  const notReady: Taint = { key: WellKnownTaint.NotReady, effect: TaintEffect.NoSchedule };
  return { ...object, spec: { ...(object.spec as NodeSpec | undefined), taints: [...taints, notReady] } };
};
