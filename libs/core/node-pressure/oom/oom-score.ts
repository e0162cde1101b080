import { qosClass, QosClass, type Container, type Pod } from '@orrery/api-types';
import { quantityValue } from '@orrery/quantity';
import { isCriticalPod } from '../critical-pod';
import type { PressureSettings } from '../pressure-settings';

const BEST_EFFORT_ADJUSTMENT = 1000;
/** OOM score adjustment of the daemons of a node: kubelet, container runtime. */
export const DAEMON_ADJUSTMENT = -999;

/** A container's `oom_score_adj` (`pkg/kubelet/qos/policy.go`). */
export function oomScoreAdjustment(
  pod: Pod,
  container: Container,
  node: { readonly memoryCapacityBytes: number; readonly settings: PressureSettings },
): number {
  const guaranteed = node.settings.oomGuaranteedAdjustment;
  if (isCriticalPod(pod)) return guaranteed;
  const quality = qosClass(pod);
  if (quality === QosClass.Guaranteed) return guaranteed;
  if (quality === QosClass.BestEffort) return BEST_EFFORT_ADJUSTMENT;
  const adjustmentFor = (bytes: number): number => 1000 - Math.trunc((1000 * bytes) / node.memoryCapacityBytes);
  const own = adjustmentFor(requestBytes(container));
  const isSpared = node.settings.oomSparesSidecars && isSidecar(pod, container);
  const adjustment = isSpared ? Math.min(own, adjustmentFor(leastRequestBytes(pod))) : own;
  return Math.min(Math.max(adjustment, 1000 + guaranteed), BEST_EFFORT_ADJUSTMENT - 1);
}

function requestBytes({ resources }: Container): number {
  const request = resources?.requests?.['memory'] ?? resources?.limits?.['memory'];
  return request === undefined ? 0 : Number(quantityValue(request));
}

function leastRequestBytes({ spec }: Pod): number {
  return Math.min(...spec.containers.map(requestBytes));
}

function isSidecar({ spec }: Pod, { name }: Container): boolean {
  return spec.initContainers?.some((each) => each.name === name && each.restartPolicy === 'Always') ?? false;
}

/** A process that the kernel may kill. */
export interface OomCandidate {
  readonly name: string;
  readonly memoryBytes: number;
  readonly adjustment: number;
}

/** Returns the kernel's OOM score of a process: its share of the memory plus its adjustment. */
export function oomScore(
  { memoryBytes, adjustment }: OomCandidate,
  memoryCapacityBytes: number,
  formula: PressureSettings['oomScoreFormula'],
): number {
  const share = memoryBytes / memoryCapacityBytes;
  return adjustment + (formula === 'permille' ? Math.trunc(1000 * share) : 100 * share);
}

/** Whom the kernel kills: the highest score, then the larger use, then the first name; undefined without candidates. */
export function oomVictim<T extends OomCandidate>(
  candidates: readonly T[],
  memoryCapacityBytes: number,
  formula: PressureSettings['oomScoreFormula'],
): T | undefined {
  let victim: T | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    const score = oomScore(candidate, memoryCapacityBytes, formula);
    if (victim && (score < highest || (score === highest && !comesBefore(candidate, victim)))) continue;
    victim = candidate;
    highest = score;
  }
  return victim;
}

function comesBefore(a: OomCandidate, b: OomCandidate): boolean {
  return a.memoryBytes === b.memoryBytes ? a.name < b.name : a.memoryBytes > b.memoryBytes;
}
