import { byRelease, type ReleaseName } from '@orrery/api-types';
import type { Behaviour } from './behaviour';

const K8S_1_20: Behaviour = {
  messages: '1.20',
  requests: { sidecars: false, podLevel: false, resized: false },
  queue: {
    eventRouting: 'listedEvents',
    maxTimeInUnschedulableMs: 60_000,
    updateOfBackedOffPod: 'activates',
    popFromBackoffQ: false,
  },
  cycle: { nominatedNodeFirst: false, preFilterNodeSets: false, preFilterSkips: false, preScoreSkips: false },
  fit: { zeroRequestIsChecked: true, requestAboveAllocatableIsUnresolvable: false },
  ports: { sidecars: false },
  score: {
    scale: 100,
    overheadCpuUnit: 'wholeCores',
    podLevelRequests: 'ignored',
    balanced: 'differenceOfDefaulted',
    mostAllocatedOverCapacity: 'zero',
    ratioUtilisation: 'fromFree',
    absentResources: 'weighted',
  },
  interPodAffinity: { normaliseRange: 'fromZero', reasons: 'generalAndSpecific', hint: 'complete' },
  spread: {
    participation: 'registeredDomains',
    emptySelector: 'countsAll',
    rawScore: 'trunc',
    systemDefaultsOnUnlabelledNode: 'ignored',
    withoutSoftConstraint: 'maximum',
  },
  spreadSelector: { owners: 'allMatching' },
  image: { initContainers: false },
  volumes: { readWriteOncePod: false, countsUnusedAttachments: false, limitsNeedClaims: false },
  volumeZone: { betaEqualsGa: false, claimsChecked: 'perNode' },
  status: {
    preFilterFailure: 'oncePerNode',
    postFilterTextAppended: false,
    reasonForInternalError: 'bySource',
    scheduledEventHasNamespace: true,
    failureClearsNomination: false,
  },
  preempt: {
    waitFor: 'anyTerminating',
    disruptionCondition: false,
    victimOrder: 'violatingFirst',
    nominationClearedBy: 'noPotentialNode',
  },
  pod: {
    schedulingGates: false,
    matchLabelKeys: false,
    namespaceSelector: false,
    minDomains: false,
    nodeInclusionPolicies: false,
  },
  taints: { named: true },
  bind: { assumedPodExpiryMs: 30_000 },
};

const OKD_LEGACY: Behaviour = {
  ...K8S_1_20,
  messages: '1.8',
  queue: { ...K8S_1_20.queue, eventRouting: 'everyEvent' },
  score: { ...K8S_1_20.score, scale: 10, overheadCpuUnit: 'milli' },
  status: { ...K8S_1_20.status, reasonForInternalError: 'Unschedulable', scheduledEventHasNamespace: false },
};

/** Behaviour of 1.32; where the recordings of 1.34.1 differ, the recordings hold (fit, ports, balanced allocation, pod-level scores). */
const K8S_1_34: Behaviour = {
  messages: '1.32',
  requests: { sidecars: true, podLevel: true, resized: true },
  queue: {
    eventRouting: 'hints',
    maxTimeInUnschedulableMs: 300_000,
    updateOfBackedOffPod: 'stays',
    popFromBackoffQ: false,
  },
  cycle: { nominatedNodeFirst: true, preFilterNodeSets: true, preFilterSkips: true, preScoreSkips: true },
  fit: { zeroRequestIsChecked: false, requestAboveAllocatableIsUnresolvable: true },
  ports: { sidecars: true },
  score: {
    scale: 100,
    overheadCpuUnit: 'milli',
    podLevelRequests: 'ignored',
    balanced: 'deviationOfReal',
    mostAllocatedOverCapacity: 'capped',
    ratioUtilisation: 'fromUsed',
    absentResources: 'leftOut',
  },
  interPodAffinity: { normaliseRange: 'trueMinimum', reasons: 'specific', hint: 'complete' },
  spread: {
    participation: 'takingPartNodes',
    emptySelector: 'countsNone',
    rawScore: 'round',
    systemDefaultsOnUnlabelledNode: 'scored',
    withoutSoftConstraint: 'skip',
  },
  spreadSelector: { owners: 'controllerOnly' },
  image: { initContainers: true },
  volumes: { readWriteOncePod: true, countsUnusedAttachments: true, limitsNeedClaims: true },
  volumeZone: { betaEqualsGa: true, claimsChecked: 'once' },
  status: {
    preFilterFailure: 'onceForCluster',
    postFilterTextAppended: true,
    reasonForInternalError: 'SchedulerError',
    scheduledEventHasNamespace: true,
    failureClearsNomination: true,
  },
  preempt: {
    waitFor: 'preempted',
    disruptionCondition: true,
    victimOrder: 'byImportance',
    nominationClearedBy: 'noCandidate',
  },
  pod: {
    schedulingGates: true,
    matchLabelKeys: true,
    namespaceSelector: true,
    minDomains: true,
    nodeInclusionPolicies: true,
  },
  taints: { named: true },
  bind: { assumedPodExpiryMs: undefined },
};

/** Behaviour of 1.36, as far as recordings of 1.36.2 show differences: its scheduler says there why pods wait. */
const K8S_1_36: Behaviour = { ...K8S_1_34, taints: { named: false } };

/** The named sets of knob values. The default of a cluster is `modern`. */
const BEHAVIOUR_BUNDLES = freezeDeep(
  byRelease<Behaviour>({ '1.11': OKD_LEGACY, '1.20': K8S_1_20, '1.34': K8S_1_34, '1.36': K8S_1_36 }),
);

/** Name of a set of knob values. */
export type BundleName = ReleaseName;

/** Knobs that replace single values of a bundle. */
export type BehaviourOverrides = {
  readonly [Area in keyof Behaviour]?: Behaviour[Area] extends string ? Behaviour[Area] : Partial<Behaviour[Area]>;
};

/** A bundle with single knobs replaced; the result is frozen like the bundles. */
export function behaviourOf(bundle: BundleName, overrides: BehaviourOverrides = {}): Behaviour {
  const merged: Record<string, unknown> = { ...BEHAVIOUR_BUNDLES[bundle] };
  for (const [area, value] of Object.entries(overrides)) {
    const base = merged[area];
    merged[area] = typeof value === 'object' && typeof base === 'object' ? { ...base, ...value } : value;
  }
  // All fields of the bundle below are there, so none is missing.
  return freezeDeep(merged as unknown as Behaviour);
}

function freezeDeep<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) freezeDeep(part as object);
  }
  return Object.freeze(value);
}
