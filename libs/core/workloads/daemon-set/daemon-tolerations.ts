import { TaintEffect, TolerationOperator, WellKnownTaint, type PodSpec, type Toleration } from '@orrery/api-types';

const forNode = (key: WellKnownTaint, effect: TaintEffect): Toleration => ({
  key,
  operator: TolerationOperator.Exists,
  effect,
});

/** Tolerations of every daemon, without a time limit (spec nodes C4). */
const ALWAYS: readonly Toleration[] = [
  forNode(WellKnownTaint.NotReady, TaintEffect.NoExecute),
  forNode(WellKnownTaint.Unreachable, TaintEffect.NoExecute),
  forNode(WellKnownTaint.DiskPressure, TaintEffect.NoSchedule),
  forNode(WellKnownTaint.MemoryPressure, TaintEffect.NoSchedule),
  forNode(WellKnownTaint.PidPressure, TaintEffect.NoSchedule),
  forNode(WellKnownTaint.Unschedulable, TaintEffect.NoSchedule),
];
const ON_HOST_NETWORK: readonly Toleration[] = [
  ...ALWAYS,
  forNode(WellKnownTaint.NetworkUnavailable, TaintEffect.NoSchedule),
];

/** The tolerations of a daemon pod: the template's, and those of every daemon in place of equal ones. */
export function daemonTolerations({ tolerations = [], hostNetwork }: PodSpec): Toleration[] {
  const added = hostNetwork ? ON_HOST_NETWORK : ALWAYS;
  const isSame = (a: Toleration, b: Toleration): boolean =>
    a.key === b.key && a.effect === b.effect && a.operator === b.operator && (a.value ?? '') === (b.value ?? '');
  const result = tolerations.map((own) => added.find((other) => isSame(own, other)) ?? own);
  return [...result, ...added.filter((other) => !tolerations.some((own) => isSame(own, other)))];
}
