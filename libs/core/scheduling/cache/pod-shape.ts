import type { Container, ContainerStatus, Pod } from '@orrery/api-types';
import type { Behaviour } from '../behaviour/behaviour';
import { AffinityTermSets } from './affinity-terms';
import { hostPortsOf, type HostPort } from './host-ports';
import {
  accountedAmount,
  addInto,
  podOverhead,
  podRequestsWithoutOverhead,
  type NanoAmounts,
  type RequestList,
} from './pod-requests';
import { CPU_SLOT, isScalarSlot, type ResourceSlots } from './resource-slots';

/**
 * Common part of the pods of one controller, for rules that look at one node at a time: node selector and node
 * affinity, tolerations, requests, overhead and host ports. Pods of equal shape get equal statuses and raw scores from
 * such rules, so these are computed once per shape. The rules may read no other part of the pod.
 */
export interface PodShape {
  /** Distinct for distinct shapes, never reused. */
  readonly id: number;
  /** Amount by slot; slots beyond the length are 0. cpu in thousandths, the rest in whole units. */
  readonly requests: Float64Array;
  /** Slots with an amount above 0: cpu, memory, ephemeral-storage, then scalars by name. */
  readonly requestedSlots: readonly number[];
  /** Scalar slots named by the pod, also with amount 0, by name. */
  readonly scalarSlots: readonly number[];
  /** Requests with missing ones assumed, as nodes sum them up for scores. */
  readonly defaultedCpuMillis: number;
  readonly defaultedMemoryBytes: number;
  /**
   * Amounts by slot that NodeResourcesFit's score counts for the incoming pod: cpu and memory with missing requests
   * assumed. Differs from the above where overhead is taken in whole cores, or where pod-level requests are ignored.
   */
  readonly scored: Float64Array;
  readonly hostPorts: readonly HostPort[];
  /** Some amount is too large for exact sums in doubles. */
  readonly hasUnsafeAmount: boolean;
  /** Scheduling cycles seen so far: a shape seen before is worth remembering verdicts for. */
  cycles: number;
}

const MAX_SHAPES = 8192;

/** A shape with the parts of the pod it was last seen with; `containers` is the key it is found by. */
interface KnownParts {
  readonly shape: PodShape;
  readonly others: readonly unknown[];
}

function partsOf(pod: Pod, shape: PodShape): KnownParts {
  return { shape, others: otherParts(pod) };
}

function hasSameParts({ others }: KnownParts, pod: Pod): boolean {
  const { spec } = pod;
  return (
    others[0] === spec.nodeSelector &&
    others[1] === spec.affinity?.nodeAffinity &&
    others[2] === spec.tolerations &&
    others[3] === spec.overhead &&
    others[4] === (spec as { resources?: unknown }).resources &&
    others[5] === spec.initContainers &&
    !hasResizeStatus(pod)
  );
}

function otherParts({ spec }: Pod): readonly unknown[] {
  const { resources } = spec as { resources?: unknown };
  return [
    spec.nodeSelector,
    spec.affinity?.nodeAffinity,
    spec.tolerations,
    spec.overhead,
    resources,
    spec.initContainers,
  ];
}

/** Returns whether the status shows that containers were given other requests than the spec has: what counts is read from both then. */
export function hasResizeStatus({ spec, status }: Pod): boolean {
  if (!status?.containerStatuses) return false;
  return (
    isResized(spec.containers ?? [], status.containerStatuses) ||
    (spec.initContainers !== undefined && isResized(spec.initContainers, status.initContainerStatuses ?? []))
  );
}

function isResized(containers: readonly Container[], statuses: readonly ContainerStatus[]): boolean {
  return statuses.some(({ name, resources, allocatedResources }) => {
    if (!resources) return false;
    const wanted = containers.find((each) => each.name === name)?.resources?.requests;
    return !isSameList(resources.requests, wanted) || (allocatedResources && !isSameList(allocatedResources, wanted));
  });
}

function isSameList(some: RequestList, others: RequestList): boolean {
  if (some === others) return true;
  const names = Object.keys(some ?? {});
  return names.length === Object.keys(others ?? {}).length && names.every((name) => some![name] === others?.[name]);
}

/** Gives pods of equal shape the same {@link PodShape}. One table a scheduler. */
export class PodShapes {
  /** Terms of pod affinity, shared by pods that have the same. */
  readonly affinityTerms: AffinityTermSets;
  private readonly byKey = new Map<string, PodShape>();
  private readonly byContainers = new WeakMap<object, KnownParts>();
  private nextId = 1;
  /** Shapes with smaller numbers have been forgotten. */
  private firstId = 1;

  constructor(
    readonly slots: ResourceSlots,
    private readonly behaviour: Behaviour,
  ) {
    this.affinityTerms = new AffinityTermSets(behaviour.pod);
  }

  /** Versions of a pod, and pods of one template, mostly share the very same parts: then nothing has to be read. */
  shapeOf(pod: Pod): PodShape {
    const { containers } = pod.spec;
    if (!containers) return this.shapeByKey(pod);
    const known = this.byContainers.get(containers);
    if (known && hasSameParts(known, pod) && this.isKnown(known.shape)) return known.shape;
    const shape = this.shapeByKey(pod);
    if (!hasResizeStatus(pod)) this.byContainers.set(containers, partsOf(pod, shape));
    return shape;
  }

  /** Shapes are forgotten all at once; then the ones remembered by their parts must not live on. */
  private isKnown(shape: PodShape): boolean {
    return shape.id >= this.firstId;
  }

  private shapeByKey(pod: Pod): PodShape {
    const key = shapeKey(pod, this.behaviour.requests.resized);
    const known = this.byKey.get(key);
    if (known) return known;
    if (this.byKey.size >= MAX_SHAPES) this.forgetAll();
    const shape = this.compute(pod);
    this.byKey.set(key, shape);
    return shape;
  }

  private forgetAll(): void {
    this.byKey.clear();
    this.firstId = this.nextId;
  }

  private compute(pod: Pod): PodShape {
    const { behaviour, slots } = this;
    const overhead = podOverhead(pod);
    const total = podRequestsWithoutOverhead(pod, { knobs: behaviour.requests, assumeMissing: false });
    const defaulted = podRequestsWithoutOverhead(pod, { knobs: behaviour.requests, assumeMissing: true });
    addInto(total, overhead);
    addInto(defaulted, overhead);
    return {
      id: this.nextId++,
      ...amountsBySlot(total, slots),
      defaultedCpuMillis: accountedAmount('cpu', defaulted.get('cpu') ?? 0n),
      defaultedMemoryBytes: accountedAmount('memory', defaulted.get('memory') ?? 0n),
      scored: this.scoredAmounts(pod, overhead),
      hostPorts: hostPortsOf(pod, behaviour.ports.sidecars),
      cycles: 0,
    };
  }

  private scoredAmounts(pod: Pod, overhead: NanoAmounts): Float64Array {
    const { requests, score } = this.behaviour;
    const knobs = { ...requests, podLevel: requests.podLevel && score.podLevelRequests === 'counted' };
    const amounts = podRequestsWithoutOverhead(pod, { knobs, assumeMissing: false });
    const defaulted = podRequestsWithoutOverhead(pod, { knobs, assumeMissing: true });
    for (const resource of ['cpu', 'memory']) amounts.set(resource, defaulted.get(resource) ?? 0n);
    const bareCpuMillis = accountedAmount('cpu', amounts.get('cpu') ?? 0n);
    addInto(amounts, overhead);
    const { requests: scored } = amountsBySlot(amounts, this.slots);
    if (score.overheadCpuUnit === 'wholeCores') {
      scored[CPU_SLOT] = bareCpuMillis + accountedAmount('whole cores', overhead.get('cpu') ?? 0n);
    }
    return scored;
  }
}

type SlotAmounts = Pick<PodShape, 'requests' | 'requestedSlots' | 'scalarSlots' | 'hasUnsafeAmount'>;

function amountsBySlot(total: NanoAmounts, slots: ResourceSlots): SlotAmounts {
  const bySlot: [slot: number, amount: number][] = [];
  for (const resource of [...total.keys()].sort()) {
    const slot = slots.slotOf(resource);
    if (slot !== undefined) bySlot.push([slot, accountedAmount(resource, total.get(resource)!)]);
  }
  bySlot.sort(([a], [b]) =>
    isScalarSlot(a) || isScalarSlot(b) ? Number(isScalarSlot(a)) - Number(isScalarSlot(b)) : a - b,
  );
  const requests = new Float64Array(bySlot.reduce((length, [slot]) => Math.max(length, slot + 1), 3));
  for (const [slot, amount] of bySlot) requests[slot] = amount;
  return {
    requests,
    requestedSlots: bySlot.filter(([, amount]) => amount > 0).map(([slot]) => slot),
    scalarSlots: bySlot.filter(([slot]) => isScalarSlot(slot)).map(([slot]) => slot),
    hasUnsafeAmount: bySlot.some(([, amount]) => !Number.isSafeInteger(amount)),
  };
}

/** The parts that make the shape, as one text. Undefined parts leave their separator, so parts cannot be confused. */
function shapeKey(pod: Pod, resized: boolean): string {
  const { spec } = pod;
  let key = `${text(spec.nodeSelector)}\n${text(spec.affinity?.nodeAffinity)}\n${text(spec.tolerations)}\n`;
  key += `${text(spec.overhead)}\n${text((spec as { resources?: unknown }).resources)}`;
  for (const container of spec.containers ?? []) {
    key += `\nc${text(container.resources?.requests)}\t${text(container.ports)}`;
  }
  for (const container of spec.initContainers ?? []) {
    key += `\ni${container.restartPolicy ?? ''}\t${text(container.resources?.requests)}\t${text(container.ports)}`;
  }
  if (resized && hasResizeStatus(pod)) key += `\ns${resizeKey(pod)}`;
  return key;
}

function resizeKey(pod: Pod): string {
  const names = (pod.spec.containers ?? []).map(({ name }) => name);
  const infeasible = (pod.status?.conditions ?? []).filter(({ type }) => type === 'PodResizePending');
  const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
  return text([
    names,
    infeasible,
    statuses.map((status) => [status.name, status.resources, status.allocatedResources]),
  ]);
}

function text(part: unknown): string {
  return part === undefined ? '' : JSON.stringify(part);
}
