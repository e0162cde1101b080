/**
 * Every difference between generations of the scheduler, as one record of knobs. A rule reads its knob at the one
 * place where it applies; nothing reads the bundle's name. Values per bundle: `bundles.ts`.
 */
export interface Behaviour {
  /** Wording of reasons and of the FailedScheduling message. */
  readonly messages: MessageGeneration;
  readonly requests: {
    /** Restartable init containers keep counting while the others run. */
    readonly sidecars: boolean;
    /** `spec.resources` of the pod replaces the sum of its containers. */
    readonly podLevel: boolean;
    /** Requests reported by container statuses count beside those of the spec (in-place resize). */
    readonly resized: boolean;
  };
  readonly queue: {
    /** Routing of events to the unschedulable pods that they wake. */
    readonly eventRouting: EventRouting;
    /** An unschedulable pod is retried without any event after this long. */
    readonly maxTimeInUnschedulableMs: number;
    /** Effect of an update on a pod in the back-off queue. */
    readonly updateOfBackedOffPod: 'activates' | 'stays';
    /** An empty active queue takes from the back-off queue before its time. */
    readonly popFromBackoffQ: boolean;
  };
  readonly cycle: {
    /** The pod's own nominated node is tried alone before the others. */
    readonly nominatedNodeFirst: boolean;
    /** PreFilter plugins may restrict the candidates to named nodes. */
    readonly preFilterNodeSets: boolean;
    /** PreFilter may skip a plugin's Filter for the cycle. */
    readonly preFilterSkips: boolean;
    /** PreScore may skip a plugin's Score for the cycle; without, the plugin gives its neutral score. */
    readonly preScoreSkips: boolean;
  };
  readonly fit: {
    /** cpu, memory and ephemeral-storage are checked even when the pod requests none of them. */
    readonly zeroRequestIsChecked: boolean;
    /** A request above the node's allocatable cannot be helped by preemption. */
    readonly requestAboveAllocatableIsUnresolvable: boolean;
  };
  readonly ports: {
    /** Host ports of restartable init containers count. */
    readonly sidecars: boolean;
  };
  readonly score: {
    /** S: the highest score of one plugin. */
    readonly scale: number;
    /** Unit in which the incoming pod's cpu overhead is added by scorers. */
    readonly overheadCpuUnit: 'milli' | 'wholeCores';
    /** True if NodeResourcesFit's score counts the incoming pod's pod-level requests. */
    readonly podLevelRequests: 'counted' | 'ignored';
    readonly balanced: 'differenceOfDefaulted' | 'deviationOfReal';
    readonly mostAllocatedOverCapacity: 'zero' | 'capped';
    readonly ratioUtilisation: 'fromFree' | 'fromUsed';
    /** Resources with allocatable 0, and scalars the pod does not request, have no weight. */
    readonly absentResources: 'weighted' | 'leftOut';
  };
  readonly interPodAffinity: {
    readonly normaliseRange: 'fromZero' | 'trueMinimum';
    readonly reasons: 'generalAndSpecific' | 'specific';
    /** `complete` also wakes pods rejected by another pod's anti-affinity when that pod leaves. */
    readonly hint: 'complete' | 'upstream';
  };
  readonly spread: {
    readonly participation: 'registeredDomains' | 'takingPartNodes';
    readonly emptySelector: 'countsAll' | 'countsNone';
    readonly rawScore: 'trunc' | 'round';
    readonly systemDefaultsOnUnlabelledNode: 'ignored' | 'scored';
    readonly withoutSoftConstraint: 'maximum' | 'skip';
  };
  readonly spreadSelector: { readonly owners: 'allMatching' | 'controllerOnly' };
  readonly image: { readonly initContainers: boolean };
  readonly volumes: {
    /** Claims of access mode ReadWriteOncePod are for one pod at a time. */
    readonly readWriteOncePod: boolean;
    /** Volumes that are attached to a node without any pod using them count against its limits. */
    readonly countsUnusedAttachments: boolean;
    /** A claim of the pod that is missing ends the check of the driver's limits. */
    readonly limitsNeedClaims: boolean;
  };
  readonly volumeZone: {
    readonly betaEqualsGa: boolean;
    /** Report of problems with a pod's claims: once, or for each node that lies in a zone. */
    readonly claimsChecked: 'once' | 'perNode';
  };
  readonly status: {
    readonly preFilterFailure: 'oncePerNode' | 'onceForCluster';
    readonly postFilterTextAppended: boolean;
    /** Reason of the PodScheduled condition after an internal error. */
    readonly reasonForInternalError: 'Unschedulable' | 'bySource' | 'SchedulerError';
    /** The Scheduled event names the pod as `<namespace>/<name>`. */
    readonly scheduledEventHasNamespace: boolean;
    /** Errors and failures after assume clear the pod's nomination. */
    readonly failureClearsNomination: boolean;
  };
  readonly preempt: {
    readonly waitFor: 'anyTerminating' | 'preempted';
    readonly disruptionCondition: boolean;
    /** Order in which victims are listed: by importance alone, or those with a violated budget first. */
    readonly victimOrder: 'byImportance' | 'violatingFirst';
    /** Cause that clears the nomination of a pod whose retry finds no node. */
    readonly nominationClearedBy: 'noCandidate' | 'noPotentialNode';
  };
  readonly pod: {
    readonly schedulingGates: boolean;
    readonly matchLabelKeys: boolean;
    readonly namespaceSelector: boolean;
    readonly minDomains: boolean;
    readonly nodeInclusionPolicies: boolean;
  };
  readonly taints: {
    /** The reason for a taint that is not tolerated has its key and value (before 1.35). */
    readonly named: boolean;
  };
  readonly bind: {
    /** A bound pod that is never confirmed is forgotten after this long; undefined: never. */
    readonly assumedPodExpiryMs: number | undefined;
  };
}

/** `1.8`: the guide's wording, which counts predicate names. `1.11`: what a real 3.11 prints. */
export type MessageGeneration = '1.8' | '1.11' | '1.20' | '1.32';

/**
 * `everyEvent`: any change wakes every pod. `listedEvents`: each event of the 1.20 list wakes every pod.
 * `hints`: an event wakes the pods whose rejecting plugins ask for it.
 */
export type EventRouting = 'everyEvent' | 'listedEvents' | 'hints';
