// Written by `npm run generate` from libs/api/graphql/schema.graphql and apps/console/src/graphql; see tools/generate/README.md.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A rule by which requests of the Kubernetes API fail, take longer or lose their watches. */
export type AddApiFaultInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** HTTP code of the answer: 400, 401, 403, 404, 409, 410, 429, 500, 503, 504. */
  readonly code?: number | null | undefined;
  /** Delay of the request, in real time. */
  readonly latency?: string | null | undefined;
  /** Message of the answer with `code`. Default what the real server says. */
  readonly message?: string | null | undefined;
  /** Name of the rule; a rule of this name is replaced. */
  readonly name: string;
  /** Names of objects; a `*` at the end matches any ending; all if absent. */
  readonly names?: ReadonlyArray<string> | null | undefined;
  /** Namespaces; a `*` at the end matches any ending; all if absent. */
  readonly namespaces?: ReadonlyArray<string> | null | undefined;
  /** Share of the requests, drawn with the seed of the cluster. Default 1. */
  readonly probability?: number | null | undefined;
  /** Resources: `pods`, `deployments.apps`, `pods/status`; a `*` at the end matches any ending; all if absent. */
  readonly resources?: ReadonlyArray<string> | null | undefined;
  /** Delay after which clients are asked to try again, in whole seconds; only with `code`. */
  readonly retryAfter?: string | null | undefined;
  /** Maximum number of requests, counted by each API server since its start; any number if absent. */
  readonly times?: number | null | undefined;
  /** User-Agent headers of clients; a `*` at the end matches any ending; all if absent. */
  readonly userAgents?: ReadonlyArray<string> | null | undefined;
  /** Names of users; a `*` at the end matches any ending; all if absent. */
  readonly users?: ReadonlyArray<string> | null | undefined;
  /** Verbs as in roles: get, list, watch, create, update, …; all if absent. */
  readonly verbs?: ReadonlyArray<string> | null | undefined;
  /** After how much real time watches end with an error event of code 410, so that clients list again. */
  readonly watchLifetime?: string | null | undefined;
};

/** Simulated nodes to add. */
export type AddNodesInput = {
  /** Allocatable resources (default: the capacity). */
  readonly allocatable?: Record<string, string> | null | undefined;
  /** Additional annotations. */
  readonly annotations?: Record<string, string> | null | undefined;
  /** Capacity by resource, added to the default of 4 CPU, 16Gi memory, 100Gi storage and 110 pods. */
  readonly capacity?: Record<string, string> | null | undefined;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Number of nodes (1-1000, default 1). */
  readonly count?: number | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Number of the first node (default 1). */
  readonly firstIndex?: number | null | undefined;
  /** Instance type. */
  readonly instanceType?: string | null | undefined;
  /** Additional labels. */
  readonly labels?: Record<string, string> | null | undefined;
  /** Name; for several nodes `{index}` in it is replaced by the number, which is otherwise appended. */
  readonly name: string;
  /** Region. */
  readonly region?: string | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** Taints. */
  readonly taints?: ReadonlyArray<NewTaintInput> | null | undefined;
  /** Marks the nodes unschedulable from the start. */
  readonly unschedulable?: boolean | null | undefined;
  /** Zones, assigned to the nodes in turn. */
  readonly zones?: ReadonlyArray<string> | null | undefined;
};

/** Pods to create as copies of one: either of `object` or `yaml`, or of a pod with one container made from the fields below. */
export type AddPodsInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Number of pods (1-1000, default 1). */
  readonly count?: number | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Number of the first pod (default 1). */
  readonly firstIndex?: number | null | undefined;
  /** Image of the container (default: a pause image). */
  readonly image?: string | null | undefined;
  /** Labels, added to those of the template. */
  readonly labels?: Record<string, string> | null | undefined;
  /** Limits of the container. */
  readonly limits?: Record<string, string> | null | undefined;
  /** Name; for several pods `{index}` in it is replaced by the number, which is otherwise appended. */
  readonly name: string;
  /** Namespace (default `default`). */
  readonly namespace?: string | null | undefined;
  /** Node to run on; placed by the scheduler if absent. */
  readonly nodeName?: string | null | undefined;
  /** The pod to copy. */
  readonly object?: any;
  /** Priority class. */
  readonly priorityClassName?: string | null | undefined;
  /** Requests of the container. */
  readonly requests?: Record<string, string> | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** Scheduler that places the pods. */
  readonly schedulerName?: string | null | undefined;
  /** The pod to copy, in YAML. */
  readonly yaml?: string | null | undefined;
};

/** A taint to add to a node. */
export type AddTaintInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Effect of the taint. */
  readonly effect: TaintEffect;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Key of the taint. */
  readonly key: string;
  /** Name of the node. */
  readonly name: string;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** Value of the taint. */
  readonly value?: string | null | undefined;
};

/** Extent of the advance of a manual clock: `by`, `to`, `untilIdle`, `until` or `toNextEvent`; `by` and `to` limit the others. */
export type AdvanceClockInput = {
  /** Duration to advance by. */
  readonly by?: string | null | undefined;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Duration without changes that counts as idle (default `1m`). */
  readonly idleFor?: string | null | undefined;
  /** Maximum number of instants (default 1000000). */
  readonly maxEvents?: number | null | undefined;
  /** Time to advance to. */
  readonly to?: string | null | undefined;
  /** Advances to the next instant at which an event is due. */
  readonly toNextEvent?: boolean | null | undefined;
  /** Advances to the first instant at which all conditions are met (within `1h` if no limit is given). */
  readonly until?: ReadonlyArray<ClockConditionInput> | null | undefined;
  /** Advances until nothing but heartbeats has happened for `idleFor`. */
  readonly untilIdle?: boolean | null | undefined;
};

/** Why the advance ended. */
export type AdvanceEnd =
  /** The conditions were met. */
  | 'CONDITION'
  /** A due event was processed. */
  | 'EVENT'
  /** The cluster was idle. */
  | 'IDLE'
  /** The maximum number of events was reached. */
  | 'MAX_EVENTS'
  /** The requested time was reached. */
  | 'TIME';

/** Objects to apply (server-side apply): exactly one of `object`, `objects` and `yaml`. */
export type ApplyObjectInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Treatment of unknown fields (default Strict). */
  readonly fieldValidation?: FieldValidation | null | undefined;
  /** Takes over fields owned by other managers. */
  readonly force?: boolean | null | undefined;
  /** Namespace of objects that name none (default `default`). */
  readonly namespace?: string | null | undefined;
  /** The object; alternative to `yaml`. */
  readonly object?: any;
  /** Several objects; each is written or refused on its own. */
  readonly objects?: ReadonlyArray<any> | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** The object in YAML; alternative to `object`. */
  readonly yaml?: string | null | undefined;
};

/** A pod and the node to bind it to. */
export type BindPodInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Name of the pod. */
  readonly name: string;
  /** Namespace of the pod. */
  readonly namespace?: string;
  /** Name of the node; it need not exist. */
  readonly node: string;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** UID that the pod must have. */
  readonly uid?: string | null | undefined;
};

/** Operation of a change on its object. */
export type ChangeOperation =
  /** It was created. */
  | 'CREATED'
  /** It was deleted. */
  | 'DELETED'
  /** It was changed. */
  | 'UPDATED';

/** Selects faults to clear: all criteria that are given must match; without criteria all faults are cleared. */
export type ClearFaultsInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Kinds of faults. */
  readonly kinds?: ReadonlyArray<FaultKind> | null | undefined;
  /** Label selector of nodes. */
  readonly nodeSelector?: string | null | undefined;
  /** Names of nodes. */
  readonly nodes?: ReadonlyArray<string> | null | undefined;
  /** Zone of nodes. */
  readonly zone?: string | null | undefined;
};

/** A condition: a number of matching objects must exist. */
export type ClockConditionInput = {
  /** API version of the objects (default `v1`). */
  readonly apiVersion?: string | null | undefined;
  /** Exact number of matching objects (default: at least one). */
  readonly count?: number | null | undefined;
  /** Kind of the objects. */
  readonly kind: string;
  /** Label selector of the objects. */
  readonly labelSelector?: string | null | undefined;
  /** Partial object: an object matches if it has at least these fields, and its lists at least one matching item for each item given. */
  readonly matches?: any;
  /** Name of the object. */
  readonly name?: string | null | undefined;
  /** Namespace of the objects (default `default`). */
  readonly namespace?: string | null | undefined;
};

/** How cluster time follows real time. */
export type ClockMode =
  /** Cluster time jumps to the next event while the cluster and its clients are idle. */
  | 'AUTO'
  /** Cluster time stands still until it is advanced. */
  | 'MANUAL'
  /** Cluster time runs at the speed of real time. */
  | 'REALTIME'
  /** Cluster time runs faster or slower than real time. */
  | 'SCALED';

/** Pace of a clock in mode AUTO. */
export type ClusterSettingsAutoClockInput = {
  /** After so much cluster time in which nothing but upkeep happened, the clock goes as real time does until a client acts. Default 1h. */
  readonly idleAfter?: string | null | undefined;
  /** Real time without client activity before the clock advances. Default 50ms. */
  readonly quietFor?: string | null | undefined;
};

/** Nodes of an external cloud register uninitialized, as with a cloud controller manager. */
export type ClusterSettingsCloudInput = {
  /** Duration from the registration of a node to its initialization. Default 5s. */
  readonly initializeAfter?: string | null | undefined;
  /** Only `external`: nodes are initialized from outside. */
  readonly provider?: string | null | undefined;
};

/** Schedule of the descheduler. */
export type ClusterSettingsDeschedulerInput = {
  /** Cron expression of the cycles, such as `*\/10 * * * *`, in UTC of cluster time; one of interval and cron. */
  readonly cron?: string | null | undefined;
  /** Whether nothing is evicted. */
  readonly dryRun?: boolean | null | undefined;
  /** Duration from the start of one cycle to that of the next, such as `5m`; at least `1s`. */
  readonly interval?: string | null | undefined;
  /** A DeschedulerPolicy, as text or as data. */
  readonly policy?: any;
};

/** Retention of the history of a cluster, which can be read and compared. */
export type ClusterSettingsHistoryInput = {
  /** Minimum number of retained changes. Processes that fell behind need some of them in any case. Default 50000. */
  readonly changes?: number | null | undefined;
  /** For how long changes are kept at least, in cluster time. */
  readonly duration?: string | null | undefined;
  /** Whether every change is kept. Default false. */
  readonly everything?: boolean | null | undefined;
};

/** Settings of a cluster. For a new cluster, an absent field has the default of the generation. In a change, an absent field keeps its value, null restores the default, objects change field by field, and lists and documents as a whole. */
export type ClusterSettingsInput = {
  /** Section of the same name of a master configuration file: how admission plugins are configured. */
  readonly admissionConfig?: any;
  /** Rules by which requests of the Kubernetes API fail, take longer or lose their watches, by name. */
  readonly apiFaults?: any;
  /** Pace of a clock in mode AUTO. */
  readonly autoClock?: ClusterSettingsAutoClockInput | null | undefined;
  /** Generation of behaviour: okd-legacy, k8s-1.20, modern, k8s-1.36. Default modern. Can be chosen only at creation. */
  readonly bundle?: string | null | undefined;
  /** Nodes of an external cloud register uninitialized, as with a cloud controller manager. */
  readonly cloud?: ClusterSettingsCloudInput | null | undefined;
  /** Schedule of the descheduler. */
  readonly descheduler?: ClusterSettingsDeschedulerInput | null | undefined;
  /** Retention of the history of a cluster, which can be read and compared. */
  readonly history?: ClusterSettingsHistoryInput | null | undefined;
  /** Behaviour of simulated kubelets, where that differs from the generation of the cluster. */
  readonly kubelet?: ClusterSettingsKubeletInput | null | undefined;
  /** Configurations of the kubelets of some nodes; later ones win. */
  readonly kubeletConfigurations?: ReadonlyArray<ClusterSettingsKubeletConfigurationInput> | null | undefined;
  /** Section of the same name of a master configuration file: arguments of components, and the scheduler's file. */
  readonly kubernetesMasterConfig?: any;
  /** Components that the cluster is without, so that others take their place: `scheduler`, `kubelet`, `controller-manager`, or single controllers by their names in kube-controller-manager. */
  readonly leftOut?: ReadonlyArray<string> | null | undefined;
  /** Rollout of the configurations of MachineConfigPools to their nodes. */
  readonly machineConfig?: ClusterSettingsMachineConfigInput | null | undefined;
  /** Detection of lost nodes, and the rate of evictions of their pods. */
  readonly nodeHealth?: ClusterSettingsNodeHealthInput | null | undefined;
  /** Ranges of addresses that nodes get for their pods. */
  readonly nodeIpam?: ClusterSettingsNodeIpamInput | null | undefined;
  /** Behaviour of kubelets under pressure, where that differs from the generation of the cluster. */
  readonly pressure?: ClusterSettingsPressureInput | null | undefined;
  /** Section of the same name of a master configuration file: the default node selector of projects. */
  readonly projectConfig?: any;
  /** Schedulers by name; `default` is there in any case. Each has a queue and profiles of its own. */
  readonly schedulers?: any;
};

/** Configurations of the kubelets of some nodes; later ones win. */
export type ClusterSettingsKubeletConfigurationInput = {
  /** A KubeletConfiguration, or `kubeletArguments` of OpenShift 3. */
  readonly configuration?: any;
  /** Labels of the nodes that are meant; all nodes if left out. */
  readonly nodeSelector?: any;
};

/** Behaviour of simulated kubelets, where that differs from the generation of the cluster. */
export type ClusterSettingsKubeletInput = {
  /** Whether the kubelet refuses pods that do not tolerate the node's NoExecute taints. */
  readonly admissionChecksNoExecute?: boolean | null | undefined;
  /** Whether it refuses pods of another operating system. */
  readonly admissionChecksOs?: boolean | null | undefined;
  /** First wait before a container is started again. */
  readonly backOffInitial?: string | null | undefined;
  /** Longest wait before a container is started again. */
  readonly backOffMax?: string | null | undefined;
  /** Time to create and start a container. */
  readonly containerStart?: string | null | undefined;
  /** Duration from SIGTERM to the end of a container. */
  readonly containerStop?: string | null | undefined;
  /** Time to pull an image that the node does not have. */
  readonly imagePull?: string | null | undefined;
  /** Size reported for an image whose size is not known. */
  readonly imageSizeBytes?: number | null | undefined;
  /** Duration of plain init containers. */
  readonly initRun?: string | null | undefined;
  /** Duration of containers of pods that a Job owns. */
  readonly jobRun?: string | null | undefined;
  /** The release that kubelets report. */
  readonly kubeletVersion?: string | null | undefined;
  /** Duration for which a Lease is valid. */
  readonly leaseDuration?: string | null | undefined;
  /** A renewal may come later by up to this share of the period; 0 keeps all nodes in step. */
  readonly leaseRenewJitter?: number | null | undefined;
  /** Period of lease renewals. */
  readonly leaseRenewPeriod?: string | null | undefined;
  /** Message of the node while its network plugin is not ready. */
  readonly networkNotReadyMessage?: string | null | undefined;
  /** Most images reported in a node's status; -1 is all. */
  readonly nodeStatusMaxImages?: number | null | undefined;
  /** An unchanged status is written again after this long. */
  readonly nodeStatusReport?: string | null | undefined;
  /** Period at which node status is recomputed. */
  readonly nodeStatusUpdate?: string | null | undefined;
  /** Number of images that a node pulls at once. */
  readonly parallelImagePulls?: number | null | undefined;
  /** Whether the condition PodReadyToStartContainers is kept. */
  readonly podReadyToStartContainers?: boolean | null | undefined;
  /** Time until a pod that the kubelet refused is shown as Failed. */
  readonly podRefusal?: string | null | undefined;
  /** Whether the status of a pod that made room for a critical one is replaced, or what it showed is kept. */
  readonly preemptedStatus?: string | null | undefined;
  /** Images every node has from the start. */
  readonly presentImages?: ReadonlyArray<string> | null | undefined;
  /** Beginning of the message of a refused pod. */
  readonly rejectedPodMessagePrefix?: string | null | undefined;
  /** Whether it refuses pods while the machine shuts down. */
  readonly rejectsPodsWhileShuttingDown?: boolean | null | undefined;
  /** Time to make a pod's sandbox and network. */
  readonly sandbox?: string | null | undefined;
  /** Whether such pods get the condition DisruptionTarget. */
  readonly shutdownDisruptionTarget?: boolean | null | undefined;
  /** Maximum duration of an orderly shutdown of the machine; 0 turns it off at once. */
  readonly shutdownGracePeriod?: string | null | undefined;
  /** The part of a shutdown that is kept for critical pods. */
  readonly shutdownGracePeriodCriticalPods?: string | null | undefined;
  /** Message of pods that a shutdown ended. */
  readonly shutdownMessage?: string | null | undefined;
  /** Reason of pods that a shutdown ended. */
  readonly shutdownReason?: string | null | undefined;
  /** Whether a deleted pod becomes Succeeded or Failed before its object goes. */
  readonly terminalPhaseBeforeDelete?: boolean | null | undefined;
  /** False leaves out the write that shows containers being created: one write less a pod. */
  readonly writesCreatingStatus?: boolean | null | undefined;
};

/** Rollout of the configurations of MachineConfigPools to their nodes. */
export type ClusterSettingsMachineConfigInput = {
  /** Duration of the reboot of a machine. Default 1m. */
  readonly rebootDuration?: string | null | undefined;
  /** `rolling`: node by node, with a drain and a reboot; `instant`: at once. Default rolling. */
  readonly rollOut?: string | null | undefined;
};

/** Detection of lost nodes, and the rate of evictions of their pods. */
export type ClusterSettingsNodeHealthInput = {
  /** Whether pods deleted by the taint manager first get the condition DisruptionTarget. */
  readonly disruptionTargetCondition?: boolean | null | undefined;
  /** False: pods of lost nodes are deleted by the controller itself, and no toleration counts. */
  readonly enableTaintManager?: boolean | null | undefined;
  /** Whether nodes named like masters do not count in their zone. */
  readonly excludeMasterByName?: boolean | null | undefined;
  /** A zone with more counted nodes than this is large. */
  readonly largeClusterSizeThreshold?: number | null | undefined;
  /** Nodes per second that a zone may have tainted NoExecute. */
  readonly nodeEvictionRate?: number | null | undefined;
  /** Silence that is allowed once a node has had a Ready condition. */
  readonly nodeMonitorGracePeriod?: string | null | undefined;
  /** Period of the health pass. */
  readonly nodeMonitorPeriod?: string | null | undefined;
  /** Silence that is allowed, from creation, while a node has no Ready condition. */
  readonly nodeStartupGracePeriod?: string | null | undefined;
  /** Without a taint manager: how long a node may be lost before its pods are deleted. */
  readonly podEvictionTimeout?: string | null | undefined;
  /** Whether a node that is due again replaces its entry in the queue, or gets a second one as in 1.20.2. One of `refresh`, `duplicate`. */
  readonly requeue?: string | null | undefined;
  /** The same for a large zone in partial disruption. */
  readonly secondaryNodeEvictionRate?: number | null | undefined;
  /** Whether the first look at a pod fixes its deadline, or the earliest over its taints counts. One of `keep`, `min`. */
  readonly timerRecompute?: string | null | undefined;
  /** Share of not ready nodes from which a zone is partially disrupted. */
  readonly unhealthyZoneThreshold?: number | null | undefined;
};

/** Ranges of addresses that nodes get for their pods. */
export type ClusterSettingsNodeIpamInput = {
  /** IPv4 ranges of pods' addresses, given out one after the other. */
  readonly clusterCIDRs?: ReadonlyArray<string> | null | undefined;
  /** Size of a node's range: 24 for 254 pods. Default 24. */
  readonly nodeCIDRMaskSize?: number | null | undefined;
};

/** Behaviour of kubelets under pressure, where that differs from the generation of the cluster. */
export type ClusterSettingsPressureInput = {
  /** Default eviction thresholds of kubelets. */
  readonly defaultEvictionHard?: any;
  /** Whether the status of an evicted pod is replaced, or what it showed is kept. */
  readonly evictionStatus?: string | null | undefined;
  /** Grace given to pods killed for a hard threshold. */
  readonly hardGrace?: string | null | undefined;
  /** Whether evicted pods get the condition DisruptionTarget. */
  readonly hasDisruptionTargetCondition?: boolean | null | undefined;
  /** 1: what exceeds its request; 2: also threshold and what is left. */
  readonly messageVersion?: number | null | undefined;
  /** Resources reclaimed before pods are evicted: as in Kubernetes, or as in the guide. One of `upstream`, `seed`. */
  readonly nodeReclaimTable?: string | null | undefined;
  /** `oom_score_adj` of guaranteed and critical pods; burstable ones stay above it by 1000. */
  readonly oomGuaranteedAdjustment?: number | null | undefined;
  /** Unit in which the memory that a container uses counts. One of `percent`, `permille`. */
  readonly oomScoreFormula?: string | null | undefined;
  /** Whether sidecars are no likelier victims than the regular container that asks for the least. */
  readonly oomSparesSidecars?: boolean | null | undefined;
  /** Result of a reservation above the capacity. One of `clamp`, `fail`. */
  readonly overReservation?: string | null | undefined;
  /** Order of evictions: by quality of service as in the guide, or by excess and priority. One of `legacy-qos`, `priority`. */
  readonly ranking?: string | null | undefined;
  /** Whether enough is free after a reclaim only with the minimum reclaim on top. */
  readonly reclaimRecheckMinReclaim?: boolean | null | undefined;
  /** Grace for soft thresholds: the configured maximum, or the pod's own if that is shorter. */
  readonly softGrace?: string | null | undefined;
  /** Time at which local volumes of an evicted pod are freed. One of `podTerminated`, `podDeleted`. */
  readonly volumesFreedOn?: string | null | undefined;
  /** Whether hard thresholds are withheld from what pods may ask for. */
  readonly withholdHardEviction?: boolean | null | undefined;
  /** What `legacy-qos` compares within a class, for memory: the guide's rule, or always usage minus request. */
  readonly withinClass?: string | null | undefined;
};

/** A component of the control plane with state in memory. */
export type Component =
  /** All other controllers; a restart resets back-offs. */
  | 'CONTROLLER_MANAGER'
  /** Runs scheduled cycles; a restart resets usage samples. */
  | 'DESCHEDULER'
  /** All simulated kubelets; containers keep running. */
  | 'KUBELET'
  /** Monitors nodes; a restart resets health records, queues and timers. */
  | 'NODE_LIFECYCLE_CONTROLLER'
  /** Schedules pods; a restart resets back-offs. */
  | 'SCHEDULER';

/** The node to cordon. */
export type CordonNodeInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Name of the node. */
  readonly name: string;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** A machine to power off. */
export type CrashNodeInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Name of the node. */
  readonly name: string;
  /** Time until the machine boots again (default: when the fault is cleared). */
  readonly rebootAfter?: string | null | undefined;
};

/** A cluster to create. */
export type CreateClusterInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Clock (default: REALTIME). */
  readonly clock?: NewClockInput | null | undefined;
  /** Name: lower case letters, digits, `-` and `.` (at most 63 characters). */
  readonly name: string;
  /** Number of simulated nodes (at most 65000, default 0). */
  readonly nodes?: number | null | undefined;
  /** Records all inputs from the beginning, for `replayRecording`; the clock must be MANUAL or AUTO. */
  readonly record?: boolean | null | undefined;
  /** Seed (default: the name). */
  readonly seed?: string | null | undefined;
  /** Settings of the cluster. */
  readonly settings?: ClusterSettingsInput | null | undefined;
  /** Number of zones over which the nodes are distributed (default 1). */
  readonly zones?: number | null | undefined;
};

/** Objects to create: exactly one of `object`, `objects` and `yaml`. */
export type CreateObjectInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Treatment of unknown fields (default Strict). */
  readonly fieldValidation?: FieldValidation | null | undefined;
  /** Namespace of objects that name none (default `default`). */
  readonly namespace?: string | null | undefined;
  /** The object; alternative to `yaml`. */
  readonly object?: any;
  /** Several objects; each is written or refused on its own. */
  readonly objects?: ReadonlyArray<any> | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** The object in YAML; alternative to `object`. */
  readonly yaml?: string | null | undefined;
};

/** A token of a service account to issue. */
export type CreateTokenInput = {
  /** Audiences of the token (default: this server). */
  readonly audiences?: ReadonlyArray<string> | null | undefined;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Lifetime in seconds of cluster time (default 3600). */
  readonly expirationSeconds?: number | null | undefined;
  /** Namespace of the service account (default `default`). */
  readonly namespace?: string | null | undefined;
  /** Name of the service account. */
  readonly serviceAccount: string;
};

/** Outcome of an attempt to schedule a pod. */
export type DecisionOutcome =
  /** The pod was bound to a node. */
  | 'BOUND'
  /** The attempt failed with an error. */
  | 'ERROR'
  /** A node was nominated; pods on it are being preempted. */
  | 'NOMINATED'
  /** No node was feasible. */
  | 'UNSCHEDULABLE';

/** An object to delete. */
export type DeleteObjectInput = {
  /** API version, such as `v1`. */
  readonly apiVersion: string;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Grace period in seconds (default: that of the object). */
  readonly gracePeriodSeconds?: number | null | undefined;
  /** Kind, such as `Pod`. */
  readonly kind: string;
  /** Name of the object. */
  readonly name: string;
  /** Namespace of the object (default `default`). */
  readonly namespace?: string | null | undefined;
  /** Conditions that the object must meet. */
  readonly preconditions?: PreconditionsInput | null | undefined;
  /** Treatment of dependents. */
  readonly propagationPolicy?: PropagationPolicy | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** Objects to delete: either `apiVersion`, `kind` and `filter`, or exactly one of `objects` and `yaml`. */
export type DeleteObjectsInput = {
  /** API version of the kind, such as `v1`. */
  readonly apiVersion?: string | null | undefined;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Selects objects of the kind; `{}` selects all of them. */
  readonly filter?: ResourceFilter | null | undefined;
  /** Grace period in seconds (default: that of each object). */
  readonly gracePeriodSeconds?: number | null | undefined;
  /** Kind, such as `Pod`. */
  readonly kind?: string | null | undefined;
  /** Namespace of objects that name none (default `default`). */
  readonly namespace?: string | null | undefined;
  /** Objects of any kinds; apiVersion, kind and metadata count. */
  readonly objects?: ReadonlyArray<any> | null | undefined;
  /** Treatment of dependents. */
  readonly propagationPolicy?: PropagationPolicy | null | undefined;
  /** Objects of any kinds in YAML; apiVersion, kind and metadata count. */
  readonly yaml?: string | null | undefined;
};

/** A snapshot to delete. */
export type DeleteSnapshotInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Its name. */
  readonly name: string;
};

/** Outcome for a pod that a strategy selected. */
export type DeschedulingVerdict =
  /** Evicted; in a dry run, would be evicted. */
  | 'EVICTED'
  /** Not evicted: a limit of the policy was reached. */
  | 'LIMITED'
  /** Not evicted: protected by a rule of the evictor. */
  | 'PROTECTED'
  /** The eviction was refused, usually because of a disruption budget. */
  | 'REFUSED';

/** Difference of an object between two states. */
export type DifferenceKind =
  /** Only the second state has it. */
  | 'ADDED'
  /** Both have it, with other fields. */
  | 'CHANGED'
  /** Only the first state has it. */
  | 'REMOVED';

/** A node to drain. */
export type DrainNodeInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Also evicts pods with emptyDir volumes, whose data is lost. */
  readonly deleteEmptyDirData?: boolean | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Also evicts pods without a controller. */
  readonly force?: boolean | null | undefined;
  /** Grace period of the pods in seconds (default: their own). */
  readonly gracePeriodSeconds?: number | null | undefined;
  /** Ignores pods of DaemonSets instead of refusing the drain. */
  readonly ignoreDaemonSets?: boolean | null | undefined;
  /** Name of the node. */
  readonly name: string;
  /** Label selector of the pods to evict. */
  readonly podSelector?: string | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** Reason why a mutation was refused. */
export type ErrorCode =
  /** The object exists already. */
  | 'ALREADY_EXISTS'
  /** The input is malformed. */
  | 'BAD_USER_INPUT'
  /** The object was modified by another client. */
  | 'CONFLICT'
  /** A disruption budget does not allow the eviction now. */
  | 'DISRUPTION_BUDGET'
  /** A value occurs more than once in a list of unique values. */
  | 'DUPLICATE'
  /** The requested state is no longer available. */
  | 'EXPIRED'
  /** The operation is not allowed. */
  | 'FORBIDDEN'
  /** A value is immutable. */
  | 'IMMUTABLE'
  /** Internal error of the server. */
  | 'INTERNAL'
  /** A value is invalid. */
  | 'INVALID'
  /** Cluster time cannot advance: at one instant each write, or each timer, leads to further ones, without end. */
  | 'LOOP_DETECTED'
  /** The namespace is being deleted. */
  | 'NAMESPACE_TERMINATING'
  /** The object does not exist. */
  | 'NOT_FOUND'
  /** A value is not one of the supported values. */
  | 'NOT_SUPPORTED'
  /** The quota of the namespace is exceeded. */
  | 'QUOTA_EXCEEDED'
  /** A required value is missing. */
  | 'REQUIRED'
  /** The operation timed out; it may have been carried out. */
  | 'TIMEOUT'
  /** A value or a list is too long. */
  | 'TOO_LONG'
  /** Too many requests; try again later. */
  | 'TOO_MANY_REQUESTS'
  /** The server is temporarily unavailable, such as during a loss of its database; try again later. */
  | 'UNAVAILABLE'
  /** The server does not support the operation. */
  | 'UNSUPPORTED';

/** A pod to evict. */
export type EvictPodInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Grace period in seconds (default: that of the object). */
  readonly gracePeriodSeconds?: number | null | undefined;
  /** Name of the pod. */
  readonly name: string;
  /** Namespace of the pod. */
  readonly namespace?: string;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** UID that the pod must have. */
  readonly uid?: string | null | undefined;
};

/** Kind of a fault of a node. */
export type FaultKind =
  /** Traffic between the kubelet and the API server is delayed by `latency`. */
  | 'API_LATENCY'
  /** A process outside of pods uses `amount` of disk space. */
  | 'DISK_FILL'
  /** The kubelet is stopped: no heartbeats, no work. Containers keep running. */
  | 'HEARTBEATS_STOPPED'
  /** The Lease is not renewed. */
  | 'LEASE_FROZEN'
  /** A process outside of pods uses `amount` of memory. */
  | 'MEMORY_HOG'
  /** The network plugin is not ready, so the node is not ready. */
  | 'NETWORK_NOT_READY'
  /** The kubelet and the API server are disconnected; the kubelet acts on its last known state. */
  | 'PARTITION'
  /** Processes outside of pods use `amount` of PIDs. */
  | 'PID_HOG'
  /** The machine is off; when the fault ends, it boots and containers restart. */
  | 'POWER_OFF'
  /** The container runtime does not respond; after three minutes the node is not ready. */
  | 'RUNTIME_DOWN'
  /** Graceful shutdown, then off; when the fault ends, the node boots. */
  | 'SHUTDOWN'
  /** Lease and status are updated less often, by `factor`. */
  | 'SLOW_HEARTBEAT'
  /** The node status is not updated. */
  | 'STATUS_FROZEN';

/** Treatment of unknown fields. */
export type FieldValidation =
  /** They are dropped without a warning. */
  | 'Ignore'
  /** The write is refused. */
  | 'Strict'
  /** They are dropped with a warning. */
  | 'Warn';

/** A copy of a cluster. */
export type ForkClusterInput = {
  /** Moment to copy (default: now): a revision, a time (with all that was done at that instant), or how long ago, such as `-10m`. */
  readonly at?: string | null | undefined;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** The other cluster (default: the requested cluster). */
  readonly cluster?: string | null | undefined;
  /** Name of the new one: lower case letters, digits, `-` and `.` (at most 63 characters). */
  readonly name: string;
};

/** A hold on an AUTO clock. */
export type HoldClockInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Duration after which it expires, in real time (default 30s, at most 1h). */
  readonly for?: string | null | undefined;
  /** Name of the hold; an existing hold of this name is restarted (default: a new name). */
  readonly name?: string | null | undefined;
};

/** Objects that were read from another cluster. */
export type ImportStateInput = {
  /** When they were read (default: the latest instant that they say something happened). */
  readonly asOf?: string | null | undefined;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Reports what would be imported and writes nothing (default: false). */
  readonly dryRun?: boolean | null | undefined;
  /** Objects as `kubectl get -o json` writes them, lists of them included; `POST /import` takes more than a request may weigh. */
  readonly objects: ReadonlyArray<any>;
};

/** A fault to inject. */
export type InjectFaultInput = {
  /** Delay until the start, in cluster time. */
  readonly after?: string | null | undefined;
  /** For MEMORY_HOG, DISK_FILL and PID_HOG: amount to use, such as 6Gi, 200 or 80%. */
  readonly amount?: string | null | undefined;
  /** Start, in cluster time (default: now). */
  readonly at?: string | null | undefined;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** For SLOW_HEARTBEAT: factor by which heartbeats are less frequent (at least 1). */
  readonly factor?: number | null | undefined;
  /** Duration, in cluster time (default: until cleared). */
  readonly for?: string | null | undefined;
  /** Kind of the fault. */
  readonly kind: FaultKind;
  /** For API_LATENCY: the delay. */
  readonly latency?: string | null | undefined;
  /** Label selector of nodes. */
  readonly nodeSelector?: string | null | undefined;
  /** Names of nodes. */
  readonly nodes?: ReadonlyArray<string> | null | undefined;
  /** Share of the selected nodes (0-1), drawn with the cluster's seed. */
  readonly share?: number | null | undefined;
  /** Zone of nodes. */
  readonly zone?: string | null | undefined;
};

/** A requirement on one label. */
export type LabelRequirementInput = {
  /** Key of the label. */
  readonly key: string;
  /** In, NotIn, Exists or DoesNotExist. */
  readonly operator: string;
  /** Values for In and NotIn. */
  readonly values?: ReadonlyArray<string> | null | undefined;
};

/** Label selector as a structure: all requirements must match. */
export type LabelSelectorInput = {
  /** Further requirements. */
  readonly matchExpressions?: ReadonlyArray<LabelRequirementInput> | null | undefined;
  /** Labels with exactly these values. */
  readonly matchLabels?: Record<string, string> | null | undefined;
};

/** Clock of a new cluster. */
export type NewClockInput = {
  /** How cluster time follows real time. */
  readonly mode: ClockMode;
  /** Cluster seconds per real second, for SCALED. */
  readonly rate?: number | null | undefined;
  /** Initial cluster time (default: now; 2025-01-01T00:00:00Z if it is MANUAL). */
  readonly startAt?: string | null | undefined;
};

/** A taint of new nodes. */
export type NewTaintInput = {
  /** Effect of the taint. */
  readonly effect: TaintEffect;
  /** Key of the taint. */
  readonly key: string;
  /** Value of the taint. */
  readonly value?: string | null | undefined;
};

/** Format of a patch. */
export type PatchFormat =
  /** JSON patch (RFC 6902): a list of operations. */
  | 'JSON'
  /** JSON merge patch (RFC 7386): lists are replaced. */
  | 'MERGE'
  /** Strategic merge patch: lists are merged by their keys. */
  | 'STRATEGIC';

/** A patch of an object. */
export type PatchObjectInput = {
  /** API version, such as `v1`. */
  readonly apiVersion: string;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Treatment of unknown fields (default Strict). */
  readonly fieldValidation?: FieldValidation | null | undefined;
  /** Kind, such as `Pod`. */
  readonly kind: string;
  /** Name of the object. */
  readonly name: string;
  /** Namespace of the object (default `default`). */
  readonly namespace?: string | null | undefined;
  /** The patch. */
  readonly patch: any;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** Subresource to write, such as `status`. */
  readonly subresource?: string | null | undefined;
  /** Format of the patch. */
  readonly type: PatchFormat;
};

/** Phase of a pod. */
export type PodPhase =
  /** All containers terminated, at least one with a failure. */
  | 'Failed'
  /** Not all containers have started. */
  | 'Pending'
  /** Bound to a node, with at least one running container. */
  | 'Running'
  /** All containers terminated successfully. */
  | 'Succeeded'
  /** The state is unknown because the node does not respond (old versions only). */
  | 'Unknown';

/** Interpretation of the names in a Policy. */
export type PolicyDialect =
  /** Each entry is a rule with its own weight; scores from 0 to 10. */
  | 'GUIDE'
  /** Entries are translated into plugins as in Kubernetes 1.20; scores from 0 to 100. */
  | 'V1_20';

/** Conditions that the object must meet. */
export type PreconditionsInput = {
  /** Revision of the object. */
  readonly resourceVersion?: string | null | undefined;
  /** UID of the object. */
  readonly uid?: string | null | undefined;
};

/** Role of a node in a preemption. */
export type PreemptionRole =
  /** Chosen for preemption. */
  | 'CHOSEN'
  /** Preemption would not help. */
  | 'NOT_HELPFUL'
  /** A candidate; another node was preferred. */
  | 'OUTRANKED'
  /** Infeasible even without pods of lower priority. */
  | 'REFUSED';

/** Treatment of the dependents of a deleted object. */
export type PropagationPolicy =
  /** Dependents are deleted afterwards. */
  | 'Background'
  /** Dependents are deleted first. */
  | 'Foreground'
  /** Dependents are kept without an owner. */
  | 'Orphan';

/** Quality of service class of a pod. */
export type QosClass =
  /** No requests or limits are set. */
  | 'BestEffort'
  /** At least one request or limit is set. */
  | 'Burstable'
  /** Requests equal limits for every container. */
  | 'Guaranteed';

/** The end of a hold. */
export type ReleaseClockInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Name of the hold. */
  readonly name: string;
};

/** A rule to remove. */
export type RemoveApiFaultInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Name of the rule (default: all rules). */
  readonly name?: string | null | undefined;
};

/** The node to delete. */
export type RemoveNodeInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Name of the node. */
  readonly name: string;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** The taints to remove from a node. */
export type RemoveTaintInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Effect of the taint; all effects if absent. */
  readonly effect?: TaintEffect | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Key of the taints. */
  readonly key: string;
  /** Name of the node. */
  readonly name: string;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** A recording to repeat. */
export type ReplayRecordingInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** The recorded cluster (default: the requested cluster). */
  readonly cluster?: string | null | undefined;
  /** Name under which the cluster of the repetition stays (default: it is taken away). */
  readonly keep?: string | null | undefined;
  /** Another seed than that of the recording. */
  readonly seed?: string | null | undefined;
};

/** Selects objects of a kind: all fields that are given must match. */
export type ResourceFilter = {
  /** Created after this time. */
  readonly createdAfter?: string | null | undefined;
  /** Created before this time. */
  readonly createdBefore?: string | null | undefined;
  /** Field selector, such as `spec.nodeName=n1`. */
  readonly fieldSelector?: string | null | undefined;
  /** Label selector, such as `app in (a,b),!test`. */
  readonly labelSelector?: string | null | undefined;
  /** Label selector as a structure. */
  readonly labels?: LabelSelectorInput | null | undefined;
  /** Names. */
  readonly names?: ReadonlyArray<string> | null | undefined;
  /** Namespace. */
  readonly namespace?: string | null | undefined;
  /** Namespaces. */
  readonly namespaces?: ReadonlyArray<string> | null | undefined;
  /** Id of the owner of the objects. */
  readonly owner?: string | number | null | undefined;
  /** Text contained in the name, namespace or labels. */
  readonly search?: string | null | undefined;
};

/** A component to restart. */
export type RestartComponentInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Input of the mutation. */
  readonly component: Component;
};

/** A cluster to make of a snapshot. */
export type RestoreSnapshotInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Name of the cluster: lower case letters, digits, `-` and `.` (at most 63 characters). */
  readonly name: string;
  /** Name of the snapshot. */
  readonly snapshot: string;
};

/** Starts the clock. */
export type ResumeClockInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Cluster seconds per real second (default 1). */
  readonly rate?: number | null | undefined;
};

/** The nodes whose kubelets recover: all criteria must match, at least one is required. */
export type ResumeHeartbeatsInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Label selector of nodes. */
  readonly nodeSelector?: string | null | undefined;
  /** Names of nodes. */
  readonly nodes?: ReadonlyArray<string> | null | undefined;
  /** Share of the selected nodes (0-1), drawn with the cluster's seed. */
  readonly share?: number | null | undefined;
  /** Zone of nodes. */
  readonly zone?: string | null | undefined;
};

/** A cluster to take back to a moment of its past. */
export type RewindClusterInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Its name (default: the requested cluster). */
  readonly name?: string | null | undefined;
  /** The moment: a revision, a time (with all that was done at that instant), or how long ago, such as `-10m`. */
  readonly to: string;
};

/** The workload whose pods are replaced. */
export type RolloutRestartInput = {
  /** API version of the workload. */
  readonly apiVersion?: string;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** `Deployment`, `StatefulSet` or `DaemonSet`. */
  readonly kind: string;
  /** Name of the workload. */
  readonly name: string;
  /** Namespace of the workload. */
  readonly namespace?: string;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** A Deployment, StatefulSet or DaemonSet and the rollout to return to. */
export type RolloutUndoInput = {
  /** API version of the workload. */
  readonly apiVersion?: string;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** `Deployment`, `StatefulSet` or `DaemonSet`. */
  readonly kind: string;
  /** Name of the workload. */
  readonly name: string;
  /** Namespace of the workload. */
  readonly namespace?: string;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** Revision of the rollout (default: the previous one). */
  readonly toRevision?: number | null | undefined;
};

/** A cycle to run: exactly one of `yaml` and `object`. */
export type RunDeschedulerInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Overrides of the behaviour of the policy's version, such as `duplicates=Uniform`. */
  readonly compat?: ReadonlyArray<string> | null | undefined;
  /** Computes all decisions and evicts nothing. */
  readonly dryRun?: boolean | null | undefined;
  /** The same as an object. */
  readonly object?: any;
  /** DeschedulerPolicy as YAML or JSON text. */
  readonly yaml?: string | null | undefined;
};

/** A scenario to run. */
export type RunScenarioInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** The scenario, in YAML or JSON. */
  readonly yaml: string;
};

/** A cluster to save. */
export type SaveSnapshotInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** The cluster (default: the requested cluster). */
  readonly cluster?: string | null | undefined;
  /** Saves the history of the cluster, too (default: false). */
  readonly history?: boolean | null | undefined;
  /** Name of the snapshot: lower case letters, digits, `-` and `.` (default: that of the cluster and the real time). */
  readonly name?: string | null | undefined;
};

/** A workload and its desired number of replicas. */
export type ScaleInput = {
  /** API version of the workload. */
  readonly apiVersion?: string;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** `Deployment`, `ReplicaSet`, `StatefulSet` or `ReplicationController`. */
  readonly kind: string;
  /** Name of the workload. */
  readonly name: string;
  /** Namespace of the workload. */
  readonly namespace?: string;
  /** Desired number of replicas. */
  readonly replicas: number;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** Format of a scheduler configuration. */
export type SchedulerConfigFormat =
  /** Profiles of plugins. */
  | 'KubeSchedulerConfiguration'
  /** Predicates and priorities, as in the OpenShift 3.11 guide. */
  | 'Policy';

/** Sections `admissionConfig`, `projectConfig` and `kubernetesMasterConfig` of a master configuration file: exactly one of `yaml`, `object` and `remove`. They replace the former ones. */
export type SetAdmissionConfigInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** The same as an object. */
  readonly object?: any;
  /** Restores the defaults. */
  readonly remove?: boolean | null | undefined;
  /** The file as YAML or JSON text; `warnings` lists other sections. */
  readonly yaml?: string | null | undefined;
};

/** The mode of the clock. */
export type SetClockModeInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** How cluster time follows real time. */
  readonly mode: ClockMode;
  /** Cluster seconds per real second (above 0, at most 1000000): for SCALED, and for AUTO at most (default 1000). */
  readonly rate?: number | null | undefined;
};

/** A schedule: a policy with one of `interval` and `cron`, or `remove`. */
export type SetDeschedulerScheduleInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Cron expression of the cycles, such as `*\/10 * * * *`, in UTC of cluster time; one of interval and cron. */
  readonly cron?: string | null | undefined;
  /** Computes all decisions and evicts nothing. */
  readonly dryRun?: boolean | null | undefined;
  /** Duration from the start of one cycle to that of the next, such as `5m`; at least `1s`. */
  readonly interval?: string | null | undefined;
  /** The same as an object. */
  readonly object?: any;
  /** Removes the schedule. */
  readonly remove?: boolean | null | undefined;
  /** DeschedulerPolicy as YAML or JSON text. */
  readonly yaml?: string | null | undefined;
};

/** Labels and annotations to set or remove. */
export type SetLabelsInput = {
  /** Annotations; null removes an annotation. */
  readonly annotations?: Record<string, string | null> | null | undefined;
  /** API version, such as `v1`. */
  readonly apiVersion: string;
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Kind, such as `Pod`. */
  readonly kind: string;
  /** Labels; null removes a label. */
  readonly labels?: Record<string, string | null> | null | undefined;
  /** Name of the object. */
  readonly name: string;
  /** Namespace of the object (default `default`). */
  readonly namespace?: string | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** A condition that the kubelet reports regardless of its own observation. */
export type SetNodeConditionInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Message. */
  readonly message?: string | null | undefined;
  /** Name of the node. */
  readonly name: string;
  /** Reason (default `SetByUser`). */
  readonly reason?: string | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** Status: `True`, `False` or `Unknown`; if absent, the kubelet reports its own observation again. */
  readonly status?: string | null | undefined;
  /** Type of the condition, such as `Ready` or `MemoryPressure`. */
  readonly type: string;
};

/** Settings to change: absent fields keep their values, null restores the default of the generation. */
export type SetNodeHealthInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Whether pods deleted by the taint manager first get the condition DisruptionTarget. */
  readonly disruptionTargetCondition?: boolean | null | undefined;
  /** False: pods of lost nodes are deleted by the controller itself, and no toleration counts. */
  readonly enableTaintManager?: boolean | null | undefined;
  /** Whether nodes named like masters do not count in their zone. */
  readonly excludeMasterByName?: boolean | null | undefined;
  /** A zone with more counted nodes than this is large. */
  readonly largeClusterSizeThreshold?: number | null | undefined;
  /** Nodes per second that a zone may have tainted NoExecute. */
  readonly nodeEvictionRate?: number | null | undefined;
  /** Silence that is allowed once a node has had a Ready condition. */
  readonly nodeMonitorGracePeriod?: string | null | undefined;
  /** Period of the health pass. */
  readonly nodeMonitorPeriod?: string | null | undefined;
  /** Silence that is allowed, from creation, while a node has no Ready condition. */
  readonly nodeStartupGracePeriod?: string | null | undefined;
  /** Without a taint manager: how long a node may be lost before its pods are deleted. */
  readonly podEvictionTimeout?: string | null | undefined;
  /** Whether a node that is due again replaces its entry in the queue, or gets a second one as in 1.20.2. One of `refresh`, `duplicate`. */
  readonly requeue?: string | null | undefined;
  /** The same for a large zone in partial disruption. */
  readonly secondaryNodeEvictionRate?: number | null | undefined;
  /** Whether the first look at a pod fixes its deadline, or the earliest over its taints counts. One of `keep`, `min`. */
  readonly timerRecompute?: string | null | undefined;
  /** Share of not ready nodes from which a zone is partially disrupted. */
  readonly unhealthyZoneThreshold?: number | null | undefined;
};

/** Resource usage of the system daemons of a node, from now on. */
export type SetNodeUsageInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** CPU. A curve: `2Gi`, `0s=1Gi,30s=2Gi` for steps, `1Gi,1m~2Gi` for a climb; empty text removes what was said before. */
  readonly cpu?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Space on the image disk. */
  readonly imagefs?: string | null | undefined;
  /** Inodes on the image disk. */
  readonly imagefsInodes?: string | null | undefined;
  /** Memory; `80%` is a share of the node's capacity. */
  readonly memory?: string | null | undefined;
  /** Name of the node. */
  readonly name: string;
  /** Space on the root disk of the node. */
  readonly nodefs?: string | null | undefined;
  /** Inodes on the root disk of the node. */
  readonly nodefsInodes?: string | null | undefined;
  /** Number of processes. */
  readonly processes?: string | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** Resource usage of the containers of a pod, from now on. */
export type SetPodUsageInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Name of the container (default: all containers). */
  readonly container?: string | null | undefined;
  /** CPU. A curve: `2Gi`, `0s=1Gi,30s=2Gi` for steps, `1Gi,1m~2Gi` for a climb; empty text removes what was said before. */
  readonly cpu?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Space of the logs. */
  readonly logs?: string | null | undefined;
  /** Memory; `120%request` and `90%limit` are shares. */
  readonly memory?: string | null | undefined;
  /** Name of the pod. */
  readonly name: string;
  /** Namespace of the pod. */
  readonly namespace?: string;
  /** Number of processes. */
  readonly processes?: string | null | undefined;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** Space of the writable layer. */
  readonly rootfs?: string | null | undefined;
};

/** Configuration of a scheduler: exactly one of `yaml`, `object` and `remove`. It replaces the former one. */
export type SetSchedulerConfigInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** For a Policy (default: GUIDE, or V1_20 if the cluster behaves as Kubernetes 1.20). */
  readonly dialect?: PolicyDialect | null | undefined;
  /** Whether pods of higher priority preempt no other pods. */
  readonly disablePreemption?: boolean | null | undefined;
  /** Validates the configuration without applying it. */
  readonly dryRun?: boolean | null | undefined;
  /** Whether text pasted from the guide is repaired. */
  readonly lenient?: boolean | null | undefined;
  /** The same as an object. */
  readonly object?: any;
  /** Restores the defaults; an additional scheduler is removed. */
  readonly remove?: boolean | null | undefined;
  /** Name of the scheduler (default `default`); another name adds a scheduler. */
  readonly scheduler?: string | null | undefined;
  /** Highest score of a plugin, if it differs from that of the format. */
  readonly scoreScale?: number | null | undefined;
  /** Whether unknown fields are errors. */
  readonly strict?: boolean | null | undefined;
  /** Policy or KubeSchedulerConfiguration as YAML or JSON text. */
  readonly yaml?: string | null | undefined;
};

/** The nodes whose kubelets fail: all criteria must match, at least one is required. */
export type StopHeartbeatsInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Duration, in cluster time (default: until cleared). */
  readonly for?: string | null | undefined;
  /** Label selector of nodes. */
  readonly nodeSelector?: string | null | undefined;
  /** Names of nodes. */
  readonly nodes?: ReadonlyArray<string> | null | undefined;
  /** Share of the selected nodes (0-1), drawn with the cluster's seed. */
  readonly share?: number | null | undefined;
  /** Zone of nodes. */
  readonly zone?: string | null | undefined;
};

/** A recording to end. */
export type StopRecordingInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** The cluster (default: the requested cluster). */
  readonly name?: string | null | undefined;
};

/** Effect of a taint on pods that do not tolerate it. */
export type TaintEffect =
  /** Pods are not scheduled onto the node, and running ones are evicted. */
  | 'NoExecute'
  /** Pods are not scheduled onto the node. */
  | 'NoSchedule'
  /** Pods are scheduled onto the node only if no other node is feasible. */
  | 'PreferNoSchedule';

/** The node to uncordon. */
export type UncordonNodeInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Name of the node. */
  readonly name: string;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
};

/** A change of a cluster. Objects in it are changed by other mutations. */
export type UpdateClusterInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Clock. Can be chosen only at creation; another value is refused. See `setClockMode`. */
  readonly clock?: NewClockInput | null | undefined;
  /** Its name (default: the requested cluster). */
  readonly name?: string | null | undefined;
  /** Initial nodes. Can be chosen only at creation; another value is refused. See `addNodes`. */
  readonly nodes?: number | null | undefined;
  /** Seed. Can be chosen only at creation; another value is refused. */
  readonly seed?: string | null | undefined;
  /** Settings to change. */
  readonly settings?: ClusterSettingsInput | null | undefined;
  /** Zones of the initial nodes. Can be chosen only at creation; another value is refused. */
  readonly zones?: number | null | undefined;
};

/** The new state of an object: exactly one of `object` and `yaml`. */
export type UpdateObjectInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Validates the write without persisting it. */
  readonly dryRun?: boolean | null | undefined;
  /** Field manager (default `graphql`). */
  readonly fieldManager?: string | null | undefined;
  /** Treatment of unknown fields (default Strict). */
  readonly fieldValidation?: FieldValidation | null | undefined;
  /** Namespace of objects that name none (default `default`). */
  readonly namespace?: string | null | undefined;
  /** The object; alternative to `yaml`. */
  readonly object?: any;
  /** Revision that the object must have. */
  readonly resourceVersion?: string | null | undefined;
  /** Subresource to write, such as `status`. */
  readonly subresource?: string | null | undefined;
  /** The object in YAML; alternative to `object`. */
  readonly yaml?: string | null | undefined;
};

/** Type of the change. */
export type WatchEventType =
  /** The object was created, or matches the filter from now on. */
  | 'ADDED'
  /** No change; all changes up to this revision were sent. */
  | 'BOOKMARK'
  /** The object was deleted, or no longer matches the filter. */
  | 'DELETED'
  /** The object was modified. */
  | 'MODIFIED';

/** State of a zone. */
export type ZoneState =
  /** No node is ready. */
  | 'FULL_DISRUPTION'
  /** Not evaluated yet. */
  | 'INITIAL'
  /** Most nodes are ready. */
  | 'NORMAL'
  /** More than two nodes, and more than the threshold, are not ready. */
  | 'PARTIAL_DISRUPTION';

export type WorkloadOfQueryVariables = Exact<{
  namespace: string;
  name: string;
}>;


export type WorkloadOfQuery = { readonly pod: { readonly owner:
      | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string }, readonly owner:
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
         | null }
      | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string }, readonly owner:
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
         | null }
      | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string }, readonly owner:
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
         | null }
      | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string }, readonly owner:
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
          | { readonly kind: string, readonly apiVersion: string, readonly json: any, readonly metadata: { readonly name: string } }
         | null }
     | null } | null };

export type ApiFaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiFaultsQuery = { readonly apiFaults: ReadonlyArray<{ readonly name: string, readonly users: ReadonlyArray<string> | null, readonly userAgents: ReadonlyArray<string> | null, readonly verbs: ReadonlyArray<string> | null, readonly resources: ReadonlyArray<string> | null, readonly namespaces: ReadonlyArray<string> | null, readonly names: ReadonlyArray<string> | null, readonly code: number | null, readonly message: string | null, readonly latency: string | null, readonly watchLifetime: string | null, readonly probability: number | null, readonly times: number | null, readonly hits: number }> };

export type BoardNodePartsFragment = { readonly zone: string | null, readonly metadata: { readonly uid: string, readonly name: string, readonly labels: Record<string, string> }, readonly spec: { readonly unschedulable: boolean | null } | null, readonly taints: ReadonlyArray<{ readonly key: string, readonly value: string | null, readonly effect: TaintEffect | null }>, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string }>, readonly allocatable: { readonly cpuMillis: number, readonly memoryBytes: number, readonly pods: number } };

export type BoardPodPartsFragment = { readonly qosClass: QosClass, readonly metadata: { readonly uid: string, readonly namespace: string | null, readonly name: string, readonly labels: Record<string, string>, readonly creationTimestamp: string, readonly deletionTimestamp: string | null, readonly ownerReferences: ReadonlyArray<{ readonly kind: string, readonly name: string, readonly controller: boolean | null }> }, readonly spec: { readonly nodeName: string | null, readonly priority: number | null } | null, readonly status: { readonly phase: PodPhase | null, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string, readonly reason: string | null, readonly message: string | null }> } | null, readonly effectiveRequests: { readonly cpuMillis: number, readonly memoryBytes: number } };

export type BoardNodesQueryVariables = Exact<{
  after?: string | null | undefined;
  at?: string | null | undefined;
}>;


export type BoardNodesQuery = { readonly nodes: { readonly resourceVersion: string, readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly zone: string | null, readonly metadata: { readonly uid: string, readonly name: string, readonly labels: Record<string, string> }, readonly spec: { readonly unschedulable: boolean | null } | null, readonly taints: ReadonlyArray<{ readonly key: string, readonly value: string | null, readonly effect: TaintEffect | null }>, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string }>, readonly allocatable: { readonly cpuMillis: number, readonly memoryBytes: number, readonly pods: number } }> } };

export type BoardPodsQueryVariables = Exact<{
  columns: ReadonlyArray<string> | string;
  after?: string | null | undefined;
  at?: string | null | undefined;
}>;


export type BoardPodsQuery = { readonly objectTable: { readonly resourceVersion: string, readonly totalCount: number, readonly endCursor: string | null, readonly rows: any } };

export type BoardNodeEventsSubscriptionVariables = Exact<{
  resourceVersion: string;
}>;


export type BoardNodeEventsSubscription = { readonly nodeEvents: { readonly type: WatchEventType, readonly resourceVersion: string, readonly object: { readonly zone: string | null, readonly metadata: { readonly uid: string, readonly name: string, readonly labels: Record<string, string> }, readonly spec: { readonly unschedulable: boolean | null } | null, readonly taints: ReadonlyArray<{ readonly key: string, readonly value: string | null, readonly effect: TaintEffect | null }>, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string }>, readonly allocatable: { readonly cpuMillis: number, readonly memoryBytes: number, readonly pods: number } } | null } };

export type BoardPodEventsSubscriptionVariables = Exact<{
  resourceVersion: string;
}>;


export type BoardPodEventsSubscription = { readonly podEvents: { readonly type: WatchEventType, readonly resourceVersion: string, readonly object: { readonly qosClass: QosClass, readonly metadata: { readonly uid: string, readonly namespace: string | null, readonly name: string, readonly labels: Record<string, string>, readonly creationTimestamp: string, readonly deletionTimestamp: string | null, readonly ownerReferences: ReadonlyArray<{ readonly kind: string, readonly name: string, readonly controller: boolean | null }> }, readonly spec: { readonly nodeName: string | null, readonly priority: number | null } | null, readonly status: { readonly phase: PodPhase | null, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string, readonly reason: string | null, readonly message: string | null }> } | null, readonly effectiveRequests: { readonly cpuMillis: number, readonly memoryBytes: number } } | null } };

export type ZonePartsFragment = { readonly name: string, readonly state: ZoneState | null, readonly nodes: number, readonly unhealthyNodes: number, readonly waitingNodes: number, readonly queuedNodes: ReadonlyArray<string>, readonly nextTaintAt: string | null, readonly healthPercent: number, readonly evictionRate: number, readonly evictionsTotal: number };

export type ZonesChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ZonesChangedSubscription = { readonly zonesChanged: ReadonlyArray<{ readonly name: string, readonly state: ZoneState | null, readonly nodes: number, readonly unhealthyNodes: number, readonly waitingNodes: number, readonly queuedNodes: ReadonlyArray<string>, readonly nextTaintAt: string | null, readonly healthPercent: number, readonly evictionRate: number, readonly evictionsTotal: number }> };

export type FaultsChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type FaultsChangedSubscription = { readonly faultsChanged: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean }> };

export type DeschedulerRanSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type DeschedulerRanSubscription = { readonly deschedulerRan: { readonly number: number } };

export type ClockTickedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ClockTickedSubscription = { readonly clockTicked: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } };

export type PastFactsQueryVariables = Exact<{
  at: string;
}>;


export type PastFactsQuery = { readonly faults: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean }>, readonly zones: ReadonlyArray<{ readonly name: string, readonly state: ZoneState | null, readonly nodes: number, readonly unhealthyNodes: number, readonly waitingNodes: number, readonly queuedNodes: ReadonlyArray<string>, readonly nextTaintAt: string | null, readonly healthPercent: number, readonly evictionRate: number, readonly evictionsTotal: number }> };

export type FaultPeriodsQueryVariables = Exact<{
  since?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type FaultPeriodsQuery = { readonly faultHistory: { readonly endCursor: string, readonly hasNextPage: boolean, readonly periods: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly from: string, readonly to: string | null, readonly setAt: string }> } };

export type ZonePeriodsQueryVariables = Exact<{
  since?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type ZonePeriodsQuery = { readonly zoneHistory: { readonly endCursor: string, readonly hasNextPage: boolean, readonly periods: ReadonlyArray<{ readonly from: string, readonly to: string | null, readonly zone: { readonly name: string, readonly state: ZoneState | null } }> } };

export type ClockQueryVariables = Exact<{ [key: string]: never; }>;


export type ClockQuery = { readonly clock: { readonly now: string } };

export type PauseClockMutationVariables = Exact<{ [key: string]: never; }>;


export type PauseClockMutation = { readonly pauseClock: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ChangePartsFragment = { readonly resourceVersion: string, readonly time: string, readonly operation: ChangeOperation, readonly kind: string, readonly namespace: string | null, readonly name: string, readonly uid: string, readonly writer: string, readonly client: string | null, readonly reason: string | null, readonly fields: ReadonlyArray<{ readonly path: string, readonly after: any }> };

export type TimelineQueryVariables = Exact<{
  since: string;
  until?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type TimelineQuery = { readonly changes: { readonly endCursor: string, readonly hasNextPage: boolean, readonly changes: ReadonlyArray<{ readonly resourceVersion: string, readonly time: string, readonly operation: ChangeOperation, readonly kind: string, readonly namespace: string | null, readonly name: string, readonly uid: string, readonly writer: string, readonly client: string | null, readonly reason: string | null, readonly fields: ReadonlyArray<{ readonly path: string, readonly after: any }> }> } };

export type ChangeDetailQueryVariables = Exact<{
  since: string;
  until: string;
  after?: string | null | undefined;
}>;


export type ChangeDetailQuery = { readonly changes: { readonly endCursor: string, readonly hasNextPage: boolean, readonly changes: ReadonlyArray<{ readonly resourceVersion: string, readonly uid: string, readonly name: string, readonly reason: string | null, readonly fields: ReadonlyArray<{ readonly path: string, readonly before: any, readonly after: any }> }> } };

export type ChangeMadeSubscriptionVariables = Exact<{
  since: string;
}>;


export type ChangeMadeSubscription = { readonly changeMade: { readonly resourceVersion: string, readonly time: string, readonly operation: ChangeOperation, readonly kind: string, readonly namespace: string | null, readonly name: string, readonly uid: string, readonly writer: string, readonly client: string | null, readonly reason: string | null, readonly fields: ReadonlyArray<{ readonly path: string, readonly after: any }> } };

export type HistoryQueryVariables = Exact<{
  name: string;
}>;


export type HistoryQuery = { readonly cluster: { readonly resourceVersion: string | null, readonly clock: { readonly now: string } | null, readonly history: { readonly oldestResourceVersion: string, readonly oldestTime: string | null, readonly changes: number } | null } | null };

export type ClusterPartsFragment = { readonly name: string, readonly path: string, readonly createdAt: string, readonly seed: string, readonly resourceVersion: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null };

export type ClockPartsFragment = { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null };

export type UserErrorPartsFragment = { readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null };

export type ClustersQueryVariables = Exact<{ [key: string]: never; }>;


export type ClustersQuery = { readonly clusters: ReadonlyArray<{ readonly name: string, readonly path: string, readonly createdAt: string, readonly seed: string, readonly resourceVersion: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null }> };

export type ClustersChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ClustersChangedSubscription = { readonly clustersChanged: ReadonlyArray<{ readonly name: string, readonly path: string, readonly createdAt: string, readonly seed: string, readonly resourceVersion: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null }> };

export type ClusterHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type ClusterHealthQuery = { readonly clusterSummary: { readonly nodes: { readonly total: number, readonly ready: number, readonly cordoned: number }, readonly pods: { readonly total: number, readonly running: number, readonly pending: number, readonly unscheduled: number, readonly failed: number, readonly ready: number }, readonly utilization: { readonly cpuPercent: number, readonly memoryPercent: number, readonly podsPercent: number }, readonly zones: ReadonlyArray<{ readonly name: string, readonly nodes: { readonly total: number, readonly ready: number } }> }, readonly faults: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean }> };

export type DeleteClusterMutationVariables = Exact<{
  name: string;
}>;


export type DeleteClusterMutation = { readonly deleteCluster: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ServerInfoQueryVariables = Exact<{ [key: string]: never; }>;


export type ServerInfoQuery = { readonly serverInfo: { readonly cluster: string, readonly version: string } };

export type ComparedStatePartsFragment = { readonly cluster: string, readonly resourceVersion: string, readonly time: string, readonly pods: number, readonly placed: number, readonly waiting: number, readonly evictions: number, readonly restarts: number, readonly meanWaitSeconds: number, readonly zones: ReadonlyArray<{ readonly name: string, readonly nodes: { readonly total: number, readonly ready: number } }> };

export type ClusterDiffQueryVariables = Exact<{
  from: string;
  to?: string | null | undefined;
  kind?: string | null | undefined;
}>;


export type ClusterDiffQuery = { readonly clusterDiff: { readonly added: number, readonly removed: number, readonly changed: number, readonly from: { readonly cluster: string, readonly resourceVersion: string, readonly time: string, readonly pods: number, readonly placed: number, readonly waiting: number, readonly evictions: number, readonly restarts: number, readonly meanWaitSeconds: number, readonly zones: ReadonlyArray<{ readonly name: string, readonly nodes: { readonly total: number, readonly ready: number } }> }, readonly to: { readonly cluster: string, readonly resourceVersion: string, readonly time: string, readonly pods: number, readonly placed: number, readonly waiting: number, readonly evictions: number, readonly restarts: number, readonly meanWaitSeconds: number, readonly zones: ReadonlyArray<{ readonly name: string, readonly nodes: { readonly total: number, readonly ready: number } }> }, readonly objects: ReadonlyArray<{ readonly change: DifferenceKind, readonly kind: string, readonly namespace: string | null, readonly name: string, readonly fields: ReadonlyArray<{ readonly path: string, readonly before: any, readonly after: any }> }> } };

export type ClusterNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type ClusterNamesQuery = { readonly clusters: ReadonlyArray<{ readonly name: string }> };

export type ConfigurationQueryVariables = Exact<{ [key: string]: never; }>;


export type ConfigurationQuery = { readonly schedulerConfig: { readonly document: any, readonly format: SchedulerConfigFormat | null, readonly warnings: ReadonlyArray<{ readonly field: string, readonly reason: string }> }, readonly deschedulerSchedule: { readonly policy: any, readonly interval: string | null, readonly cron: string | null, readonly dryRun: boolean, readonly nextAt: string } | null };

export type PreviewSchedulerConfigQueryVariables = Exact<{
  input: SetSchedulerConfigInput;
  skip: number;
}>;


export type PreviewSchedulerConfigQuery = { readonly previewSchedulerConfig: { readonly total: number, readonly compared: number, readonly hasMore: boolean, readonly differences: ReadonlyArray<{ readonly pod: { readonly metadata: { readonly namespace: string | null, readonly name: string }, readonly spec: { readonly nodeName: string | null } | null }, readonly before: { readonly nodeName: string | null, readonly message: string } | null, readonly after: { readonly nodeName: string | null, readonly message: string } | null }> } };

export type TryDeschedulerMutationVariables = Exact<{
  input: RunDeschedulerInput;
}>;


export type TryDeschedulerMutation = { readonly runDescheduler: { readonly run: { readonly evicted: number, readonly refused: number, readonly notes: ReadonlyArray<string>, readonly policyErrors: ReadonlyArray<{ readonly field: string, readonly reason: string }>, readonly decisions: ReadonlyArray<{ readonly namespace: string, readonly pod: string, readonly node: string, readonly strategy: string, readonly verdict: DeschedulingVerdict, readonly reason: string, readonly obstacle: string | null }> } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ClusterMetricsQueryVariables = Exact<{
  since?: string | null | undefined;
}>;


export type ClusterMetricsQuery = { readonly clusterMetrics: { readonly changes: number, readonly points: ReadonlyArray<{ readonly time: string, readonly nodes: number, readonly readyNodes: number, readonly pods: number, readonly runningPods: number, readonly waitingPods: number, readonly allocatableCpuMillis: number, readonly requestedCpuMillis: number, readonly allocatableMemoryBytes: number, readonly requestedMemoryBytes: number, readonly placements: number, readonly evictions: number }> } };

export type ApiResourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiResourcesQuery = { readonly apiResources: ReadonlyArray<{ readonly name: string, readonly kind: string, readonly group: string, readonly apiVersions: ReadonlyArray<string>, readonly namespaced: boolean, readonly verbs: ReadonlyArray<string>, readonly subresources: ReadonlyArray<string> }> };

export type KindSchemaQueryVariables = Exact<{
  apiVersion: string;
  kind: string;
}>;


export type KindSchemaQuery = { readonly kindSchema: any };

export type ObjectJsonQueryVariables = Exact<{
  apiVersion: string;
  kind: string;
  namespace?: string | null | undefined;
  name: string;
}>;


export type ObjectJsonQuery = { readonly object:
    | { readonly json: any }
    | { readonly json: any }
    | { readonly json: any }
    | { readonly json: any }
   | null };

export type ExportObjectsQueryVariables = Exact<{
  apiVersion: string;
  kind: string;
  after?: string | null | undefined;
}>;


export type ExportObjectsQuery = { readonly objects: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<
      | { readonly json: any }
      | { readonly json: any }
      | { readonly json: any }
      | { readonly json: any }
    > } };

export type NamespaceNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type NamespaceNamesQuery = { readonly objectTable: { readonly rows: any } };

type ObjectLink_VRxlOg5uexJhz8gqhu5SOvItXt1Xkb8XddpY1blJayc_Fragment = { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } };

type ObjectLink_2VsgjBg7l2pO42cS37HfXzUhb1nkyhgt7NLkmO0Co_Fragment = { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } };

type ObjectLink_HTh3w85nuRnUiAYtY32Ri6n6qD1AuTzrRrUoGz8gc4_Fragment = { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } };

type ObjectLink_JJ9euePzqYq7ZcmTrE3pdb4uusLkGDjVu1apU1cg4Y_Fragment = { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } };

export type ObjectLinkFragment =
  | ObjectLink_VRxlOg5uexJhz8gqhu5SOvItXt1Xkb8XddpY1blJayc_Fragment
  | ObjectLink_2VsgjBg7l2pO42cS37HfXzUhb1nkyhgt7NLkmO0Co_Fragment
  | ObjectLink_HTh3w85nuRnUiAYtY32Ri6n6qD1AuTzrRrUoGz8gc4_Fragment
  | ObjectLink_JJ9euePzqYq7ZcmTrE3pdb4uusLkGDjVu1apU1cg4Y_Fragment
;

export type DescribeObjectQueryVariables = Exact<{
  apiVersion: string;
  kind: string;
  namespace?: string | null | undefined;
  name: string;
}>;


export type DescribeObjectQuery = { readonly object:
    | { readonly json: any, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string, readonly reason: string | null, readonly message: string | null, readonly lastTransitionTime: string | null }>, readonly owners: ReadonlyArray<
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      >, readonly dependents: ReadonlyArray<
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      >, readonly events: { readonly nodes: ReadonlyArray<{ readonly reason: string | null, readonly message: string | null, readonly type: string | null, readonly lastTimestamp: string | null }> } }
    | { readonly json: any, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string, readonly reason: string | null, readonly message: string | null, readonly lastTransitionTime: string | null }>, readonly owners: ReadonlyArray<
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      >, readonly dependents: ReadonlyArray<
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      >, readonly events: { readonly nodes: ReadonlyArray<{ readonly reason: string | null, readonly message: string | null, readonly type: string | null, readonly lastTimestamp: string | null }> } }
    | { readonly json: any, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string, readonly reason: string | null, readonly message: string | null, readonly lastTransitionTime: string | null }>, readonly owners: ReadonlyArray<
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      >, readonly dependents: ReadonlyArray<
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      >, readonly events: { readonly nodes: ReadonlyArray<{ readonly reason: string | null, readonly message: string | null, readonly type: string | null, readonly lastTimestamp: string | null }> } }
    | { readonly json: any, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string, readonly reason: string | null, readonly message: string | null, readonly lastTransitionTime: string | null }>, readonly owners: ReadonlyArray<
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      >, readonly dependents: ReadonlyArray<
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
        | { readonly kind: string, readonly apiVersion: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      >, readonly events: { readonly nodes: ReadonlyArray<{ readonly reason: string | null, readonly message: string | null, readonly type: string | null, readonly lastTimestamp: string | null }> } }
   | null };

export type ObjectChangedSubscriptionVariables = Exact<{
  apiVersion: string;
  kind: string;
  filter?: ResourceFilter | null | undefined;
}>;


export type ObjectChangedSubscription = { readonly objectEvents: { readonly resourceVersion: string } };

export type ObjectStoryQueryVariables = Exact<{
  kind: string;
  namespace?: string | null | undefined;
  name: string;
  after?: string | null | undefined;
}>;


export type ObjectStoryQuery = { readonly changes: { readonly endCursor: string, readonly hasNextPage: boolean, readonly changes: ReadonlyArray<{ readonly resourceVersion: string, readonly time: string, readonly operation: ChangeOperation, readonly kind: string, readonly namespace: string | null, readonly name: string, readonly uid: string, readonly writer: string, readonly client: string | null, readonly reason: string | null, readonly fields: ReadonlyArray<{ readonly path: string, readonly after: any }> }> } };

type ObjectNameParts_VRxlOg5uexJhz8gqhu5SOvItXt1Xkb8XddpY1blJayc_Fragment = { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } };

type ObjectNameParts_2VsgjBg7l2pO42cS37HfXzUhb1nkyhgt7NLkmO0Co_Fragment = { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } };

type ObjectNameParts_HTh3w85nuRnUiAYtY32Ri6n6qD1AuTzrRrUoGz8gc4_Fragment = { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } };

type ObjectNameParts_JJ9euePzqYq7ZcmTrE3pdb4uusLkGDjVu1apU1cg4Y_Fragment = { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } };

export type ObjectNamePartsFragment =
  | ObjectNameParts_VRxlOg5uexJhz8gqhu5SOvItXt1Xkb8XddpY1blJayc_Fragment
  | ObjectNameParts_2VsgjBg7l2pO42cS37HfXzUhb1nkyhgt7NLkmO0Co_Fragment
  | ObjectNameParts_HTh3w85nuRnUiAYtY32Ri6n6qD1AuTzrRrUoGz8gc4_Fragment
  | ObjectNameParts_JJ9euePzqYq7ZcmTrE3pdb4uusLkGDjVu1apU1cg4Y_Fragment
;

export type ConfigWarningPartsFragment = { readonly warnings: ReadonlyArray<{ readonly field: string, readonly reason: string }> };

export type ScenarioOutcomePartsFragment = { readonly passed: boolean, readonly warnings: ReadonlyArray<string> };

export type ScenarioProgressedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ScenarioProgressedSubscription = { readonly scenarioProgressed: { readonly name: string, readonly isRunning: boolean, readonly passed: boolean, readonly startedAt: string, readonly steps: ReadonlyArray<{ readonly name: string, readonly at: string, readonly seconds: number, readonly action: string, readonly ok: boolean, readonly message: string }> } };

export type SnapshotPartsFragment = { readonly name: string, readonly cluster: string, readonly time: string, readonly savedAt: string, readonly bytes: number, readonly history: boolean, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> };

export type SnapshotsQueryVariables = Exact<{ [key: string]: never; }>;


export type SnapshotsQuery = { readonly snapshots: ReadonlyArray<{ readonly name: string, readonly cluster: string, readonly time: string, readonly savedAt: string, readonly bytes: number, readonly history: boolean, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> }> };

export type SnapshotsChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type SnapshotsChangedSubscription = { readonly snapshotsChanged: ReadonlyArray<{ readonly name: string, readonly cluster: string, readonly time: string, readonly savedAt: string, readonly bytes: number, readonly history: boolean, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> }> };

export type NodeUsagesQueryVariables = Exact<{ [key: string]: never; }>;


export type NodeUsagesQuery = { readonly nodeUsages: ReadonlyArray<{ readonly nodeName: string, readonly cpuMillis: number, readonly memoryBytes: number }> };

export type SignalPartsFragment = { readonly name: string, readonly available: number, readonly capacity: number, readonly condition: string, readonly conditionSince: string | null, readonly thresholds: ReadonlyArray<{ readonly amount: number, readonly gracePeriod: string, readonly isMet: boolean }> };

export type NodeSignalsQueryVariables = Exact<{
  name: string;
  since?: string | null | undefined;
  until?: string | null | undefined;
}>;


export type NodeSignalsQuery = { readonly nodeUsageHistory: ReadonlyArray<{ readonly time: string, readonly cpuMillis: number, readonly memoryBytes: number, readonly signals: ReadonlyArray<{ readonly name: string, readonly available: number, readonly capacity: number, readonly condition: string, readonly conditionSince: string | null, readonly thresholds: ReadonlyArray<{ readonly amount: number, readonly gracePeriod: string, readonly isMet: boolean }> }> }> };

export type EventPartsFragment = { readonly reason: string | null, readonly message: string | null, readonly type: string | null, readonly lastTimestamp: string | null };

export type DecisionPartsFragment = { readonly number: number, readonly attempt: number, readonly time: string, readonly podUid: string, readonly resourceVersion: string, readonly outcome: DecisionOutcome, readonly nodeName: string | null, readonly evaluatedCount: number, readonly feasibleCount: number, readonly tieCount: number, readonly rejections: ReadonlyArray<{ readonly count: number, readonly plugin: string, readonly reason: string }>, readonly best: ReadonlyArray<{ readonly nodeName: string, readonly total: number }>, readonly preemption: { readonly nodeName: string, readonly victims: ReadonlyArray<{ readonly namespace: string, readonly name: string }>, readonly outranked: ReadonlyArray<{ readonly nodeName: string, readonly victimCount: number, readonly outrankedBy: string | null }> } | null };

export type NodeNameFragment = { readonly metadata: { readonly name: string } };

export type PodNameFragment = { readonly metadata: { readonly namespace: string | null, readonly name: string } };

export type DeschedulingPartsFragment = { readonly run: number, readonly time: string, readonly dryRun: boolean, readonly node: string, readonly strategy: string, readonly verdict: DeschedulingVerdict, readonly reason: string, readonly obstacle: string | null };

export type WhyPodQueryVariables = Exact<{
  namespace: string;
  name: string;
  at?: string | null | undefined;
}>;


export type WhyPodQuery = { readonly pod: { readonly schedulingDecisions: ReadonlyArray<{ readonly number: number, readonly attempt: number, readonly time: string, readonly podUid: string, readonly resourceVersion: string, readonly outcome: DecisionOutcome, readonly nodeName: string | null, readonly evaluatedCount: number, readonly feasibleCount: number, readonly tieCount: number, readonly rejections: ReadonlyArray<{ readonly count: number, readonly plugin: string, readonly reason: string }>, readonly best: ReadonlyArray<{ readonly nodeName: string, readonly total: number }>, readonly preemption: { readonly nodeName: string, readonly victims: ReadonlyArray<{ readonly namespace: string, readonly name: string }>, readonly outranked: ReadonlyArray<{ readonly nodeName: string, readonly victimCount: number, readonly outrankedBy: string | null }> } | null }>, readonly deschedulingDecisions: ReadonlyArray<{ readonly run: number, readonly time: string, readonly dryRun: boolean, readonly node: string, readonly strategy: string, readonly verdict: DeschedulingVerdict, readonly reason: string, readonly obstacle: string | null }>, readonly events: { readonly nodes: ReadonlyArray<{ readonly reason: string | null, readonly message: string | null, readonly type: string | null, readonly lastTimestamp: string | null }> } } | null };

export type ExplainPodQueryVariables = Exact<{
  namespace: string;
  name: string;
  nodes?: ReadonlyArray<string> | string | null | undefined;
  best?: number | null | undefined;
  at?: string | null | undefined;
}>;


export type ExplainPodQuery = { readonly explainScheduling: { readonly message: string, readonly evaluatedCount: number, readonly feasibleCount: number, readonly gates: ReadonlyArray<string>, readonly preemptionRefused: string | null, readonly selectedNode: { readonly metadata: { readonly name: string } } | null, readonly ties: ReadonlyArray<{ readonly metadata: { readonly name: string } }>, readonly preemption: { readonly node: { readonly metadata: { readonly name: string } }, readonly victims: ReadonlyArray<{ readonly metadata: { readonly namespace: string | null, readonly name: string } }>, readonly candidates: ReadonlyArray<{ readonly pdbViolations: number, readonly outrankedBy: string | null, readonly node: { readonly metadata: { readonly name: string } }, readonly victims: ReadonlyArray<{ readonly metadata: { readonly namespace: string | null, readonly name: string } }> }> } | null, readonly nodes: ReadonlyArray<{ readonly feasible: boolean, readonly total: number | null, readonly rank: number | null, readonly node: { readonly metadata: { readonly name: string } }, readonly preemption: { readonly role: PreemptionRole, readonly reason: string | null } | null, readonly filters: ReadonlyArray<{ readonly plugin: string, readonly passed: boolean, readonly reasons: ReadonlyArray<string> }>, readonly scores: ReadonlyArray<{ readonly plugin: string, readonly raw: number, readonly normalized: number, readonly weight: number, readonly weighted: number }> }> } };

export type PodStoryQueryVariables = Exact<{
  namespace: string;
  name: string;
  after?: string | null | undefined;
}>;


export type PodStoryQuery = { readonly changes: { readonly endCursor: string, readonly hasNextPage: boolean, readonly changes: ReadonlyArray<{ readonly resourceVersion: string, readonly time: string, readonly operation: ChangeOperation, readonly kind: string, readonly namespace: string | null, readonly name: string, readonly uid: string, readonly writer: string, readonly client: string | null, readonly reason: string | null, readonly fields: ReadonlyArray<{ readonly path: string, readonly after: any }> }> } };

export type WhyGonePodQueryVariables = Exact<{
  namespace: string;
  name: string;
}>;


export type WhyGonePodQuery = { readonly schedulingDecisions: { readonly nodes: ReadonlyArray<{ readonly number: number, readonly attempt: number, readonly time: string, readonly podUid: string, readonly resourceVersion: string, readonly outcome: DecisionOutcome, readonly nodeName: string | null, readonly evaluatedCount: number, readonly feasibleCount: number, readonly tieCount: number, readonly rejections: ReadonlyArray<{ readonly count: number, readonly plugin: string, readonly reason: string }>, readonly best: ReadonlyArray<{ readonly nodeName: string, readonly total: number }>, readonly preemption: { readonly nodeName: string, readonly victims: ReadonlyArray<{ readonly namespace: string, readonly name: string }>, readonly outranked: ReadonlyArray<{ readonly nodeName: string, readonly victimCount: number, readonly outrankedBy: string | null }> } | null }> }, readonly deschedulingDecisions: ReadonlyArray<{ readonly podUid: string, readonly run: number, readonly time: string, readonly dryRun: boolean, readonly node: string, readonly strategy: string, readonly verdict: DeschedulingVerdict, readonly reason: string, readonly obstacle: string | null }>, readonly events: { readonly nodes: ReadonlyArray<{ readonly reason: string | null, readonly message: string | null, readonly type: string | null, readonly lastTimestamp: string | null, readonly involvedObject: { readonly uid: string | null } }> } };

export type WhyNodeQueryVariables = Exact<{
  name: string;
  at?: string | null | undefined;
}>;


export type WhyNodeQuery = { readonly node: { readonly heartbeatAge: number | null, readonly conditions: ReadonlyArray<{ readonly type: string, readonly status: string, readonly reason: string | null, readonly message: string | null, readonly lastTransitionTime: string | null }>, readonly taints: ReadonlyArray<{ readonly key: string, readonly value: string | null, readonly effect: TaintEffect | null, readonly timeAdded: string | null }>, readonly events: { readonly nodes: ReadonlyArray<{ readonly reason: string | null, readonly message: string | null, readonly type: string | null, readonly lastTimestamp: string | null }> } } | null, readonly faults: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean, readonly since: string, readonly until: string | null }>, readonly nodeHealth: { readonly nodeMonitorGracePeriod: string } };

export type CreateClusterMutationVariables = Exact<{
  input: CreateClusterInput;
}>;


export type CreateClusterMutation = { readonly createCluster: { readonly cluster: { readonly name: string, readonly path: string, readonly createdAt: string, readonly seed: string, readonly resourceVersion: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type UpdateClusterMutationVariables = Exact<{
  input: UpdateClusterInput;
}>;


export type UpdateClusterMutation = { readonly updateCluster: { readonly cluster: { readonly name: string, readonly path: string, readonly createdAt: string, readonly seed: string, readonly resourceVersion: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ForkClusterMutationVariables = Exact<{
  input: ForkClusterInput;
}>;


export type ForkClusterMutation = { readonly forkCluster: { readonly cluster: { readonly name: string, readonly path: string, readonly createdAt: string, readonly seed: string, readonly resourceVersion: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type RewindClusterMutationVariables = Exact<{
  input: RewindClusterInput;
}>;


export type RewindClusterMutation = { readonly rewindCluster: { readonly cluster: { readonly name: string, readonly path: string, readonly createdAt: string, readonly seed: string, readonly resourceVersion: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type SetClockModeMutationVariables = Exact<{
  input: SetClockModeInput;
}>;


export type SetClockModeMutation = { readonly setClockMode: { readonly endedBy: AdvanceEnd | null, readonly events: number | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ResumeClockMutationVariables = Exact<{
  input: ResumeClockInput;
}>;


export type ResumeClockMutation = { readonly resumeClock: { readonly endedBy: AdvanceEnd | null, readonly events: number | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type HoldClockMutationVariables = Exact<{
  input: HoldClockInput;
}>;


export type HoldClockMutation = { readonly holdClock: { readonly name: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ReleaseClockMutationVariables = Exact<{
  input: ReleaseClockInput;
}>;


export type ReleaseClockMutation = { readonly releaseClock: { readonly name: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type AdvanceClockMutationVariables = Exact<{
  input: AdvanceClockInput;
}>;


export type AdvanceClockMutation = { readonly advanceClock: { readonly endedBy: AdvanceEnd | null, readonly events: number | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ImportStateMutationVariables = Exact<{
  input: ImportStateInput;
}>;


export type ImportStateMutation = { readonly importState: { readonly asOf: string | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type SaveSnapshotMutationVariables = Exact<{
  input: SaveSnapshotInput;
}>;


export type SaveSnapshotMutation = { readonly saveSnapshot: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly snapshot: { readonly name: string, readonly cluster: string, readonly time: string, readonly savedAt: string, readonly bytes: number, readonly history: boolean, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> } | null } };

export type RestoreSnapshotMutationVariables = Exact<{
  input: RestoreSnapshotInput;
}>;


export type RestoreSnapshotMutation = { readonly restoreSnapshot: { readonly cluster: { readonly name: string, readonly path: string, readonly createdAt: string, readonly seed: string, readonly resourceVersion: string | null, readonly clock: { readonly mode: ClockMode, readonly now: string, readonly rate: number, readonly nextEventAt: string | null } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type DeleteSnapshotMutationVariables = Exact<{
  input: DeleteSnapshotInput;
}>;


export type DeleteSnapshotMutation = { readonly deleteSnapshot: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly snapshot: { readonly name: string, readonly cluster: string, readonly time: string, readonly savedAt: string, readonly bytes: number, readonly history: boolean, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> } | null } };

export type StopRecordingMutationVariables = Exact<{
  input: StopRecordingInput;
}>;


export type StopRecordingMutation = { readonly stopRecording: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ReplayRecordingMutationVariables = Exact<{
  input: ReplayRecordingInput;
}>;


export type ReplayRecordingMutation = { readonly replayRecording: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type StopHeartbeatsMutationVariables = Exact<{
  input: StopHeartbeatsInput;
}>;


export type StopHeartbeatsMutation = { readonly stopHeartbeats: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ResumeHeartbeatsMutationVariables = Exact<{
  input: ResumeHeartbeatsInput;
}>;


export type ResumeHeartbeatsMutation = { readonly resumeHeartbeats: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type InjectFaultMutationVariables = Exact<{
  input: InjectFaultInput;
}>;


export type InjectFaultMutation = { readonly injectFault: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type ClearFaultsMutationVariables = Exact<{
  input: ClearFaultsInput;
}>;


export type ClearFaultsMutation = { readonly clearFaults: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type RestartComponentMutationVariables = Exact<{
  input: RestartComponentInput;
}>;


export type RestartComponentMutation = { readonly restartComponent: { readonly component: Component | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type CrashNodeMutationVariables = Exact<{
  input: CrashNodeInput;
}>;


export type CrashNodeMutation = { readonly crashNode: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type AddApiFaultMutationVariables = Exact<{
  input: AddApiFaultInput;
}>;


export type AddApiFaultMutation = { readonly addApiFault: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type RemoveApiFaultMutationVariables = Exact<{
  input: RemoveApiFaultInput;
}>;


export type RemoveApiFaultMutation = { readonly removeApiFault: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type RunScenarioMutationVariables = Exact<{
  input: RunScenarioInput;
}>;


export type RunScenarioMutation = { readonly runScenario: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly report: { readonly passed: boolean, readonly warnings: ReadonlyArray<string> } | null } };

export type SetNodeHealthMutationVariables = Exact<{
  input: SetNodeHealthInput;
}>;


export type SetNodeHealthMutation = { readonly setNodeHealth: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type CordonNodeMutationVariables = Exact<{
  input: CordonNodeInput;
}>;


export type CordonNodeMutation = { readonly cordonNode: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type UncordonNodeMutationVariables = Exact<{
  input: UncordonNodeInput;
}>;


export type UncordonNodeMutation = { readonly uncordonNode: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type DrainNodeMutationVariables = Exact<{
  input: DrainNodeInput;
}>;


export type DrainNodeMutation = { readonly drainNode: { readonly isDrained: boolean | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type AddNodesMutationVariables = Exact<{
  input: AddNodesInput;
}>;


export type AddNodesMutation = { readonly addNodes: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly nodes: ReadonlyArray<{ readonly metadata: { readonly name: string } }> } };

export type RemoveNodeMutationVariables = Exact<{
  input: RemoveNodeInput;
}>;


export type RemoveNodeMutation = { readonly removeNode: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type AddTaintMutationVariables = Exact<{
  input: AddTaintInput;
}>;


export type AddTaintMutation = { readonly addTaint: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type RemoveTaintMutationVariables = Exact<{
  input: RemoveTaintInput;
}>;


export type RemoveTaintMutation = { readonly removeTaint: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type AddPodsMutationVariables = Exact<{
  input: AddPodsInput;
}>;


export type AddPodsMutation = { readonly addPods: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly pods: ReadonlyArray<{ readonly metadata: { readonly namespace: string | null, readonly name: string } }> } };

export type BindPodMutationVariables = Exact<{
  input: BindPodInput;
}>;


export type BindPodMutation = { readonly bindPod: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly pod: { readonly metadata: { readonly namespace: string | null, readonly name: string } } | null } };

export type EvictPodMutationVariables = Exact<{
  input: EvictPodInput;
}>;


export type EvictPodMutation = { readonly evictPod: { readonly evicted: boolean | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly pod: { readonly metadata: { readonly namespace: string | null, readonly name: string } } | null } };

export type SetNodeUsageMutationVariables = Exact<{
  input: SetNodeUsageInput;
}>;


export type SetNodeUsageMutation = { readonly setNodeUsage: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type SetPodUsageMutationVariables = Exact<{
  input: SetPodUsageInput;
}>;


export type SetPodUsageMutation = { readonly setPodUsage: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly pod: { readonly metadata: { readonly namespace: string | null, readonly name: string } } | null } };

export type SetNodeConditionMutationVariables = Exact<{
  input: SetNodeConditionInput;
}>;


export type SetNodeConditionMutation = { readonly setNodeCondition: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type SetSchedulerConfigMutationVariables = Exact<{
  input: SetSchedulerConfigInput;
}>;


export type SetSchedulerConfigMutation = { readonly setSchedulerConfig: { readonly config: { readonly warnings: ReadonlyArray<{ readonly field: string, readonly reason: string }> } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type RunDeschedulerMutationVariables = Exact<{
  input: RunDeschedulerInput;
}>;


export type RunDeschedulerMutation = { readonly runDescheduler: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type SetDeschedulerScheduleMutationVariables = Exact<{
  input: SetDeschedulerScheduleInput;
}>;


export type SetDeschedulerScheduleMutation = { readonly setDeschedulerSchedule: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type SetAdmissionConfigMutationVariables = Exact<{
  input: SetAdmissionConfigInput;
}>;


export type SetAdmissionConfigMutation = { readonly setAdmissionConfig: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type CreateTokenMutationVariables = Exact<{
  input: CreateTokenInput;
}>;


export type CreateTokenMutation = { readonly createToken: { readonly expirationTimestamp: string | null, readonly token: string | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }> } };

export type CreateObjectMutationVariables = Exact<{
  input: CreateObjectInput;
}>;


export type CreateObjectMutation = { readonly createObject: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
    > } };

export type ApplyObjectMutationVariables = Exact<{
  input: ApplyObjectInput;
}>;


export type ApplyObjectMutation = { readonly applyObject: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
    > } };

export type UpdateObjectMutationVariables = Exact<{
  input: UpdateObjectInput;
}>;


export type UpdateObjectMutation = { readonly updateObject: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
    > } };

export type PatchObjectMutationVariables = Exact<{
  input: PatchObjectInput;
}>;


export type PatchObjectMutation = { readonly patchObject: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
    > } };

export type DeleteObjectMutationVariables = Exact<{
  input: DeleteObjectInput;
}>;


export type DeleteObjectMutation = { readonly deleteObject: { readonly isGone: boolean | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly object:
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
     | null } };

export type DeleteObjectsMutationVariables = Exact<{
  input: DeleteObjectsInput;
}>;


export type DeleteObjectsMutation = { readonly deleteObjects: { readonly count: number | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
    > } };

export type SetLabelsMutationVariables = Exact<{
  input: SetLabelsInput;
}>;


export type SetLabelsMutation = { readonly setLabels: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
    > } };

export type ScaleMutationVariables = Exact<{
  input: ScaleInput;
}>;


export type ScaleMutation = { readonly scale: { readonly replicas: number | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly object:
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
     | null } };

export type RolloutRestartMutationVariables = Exact<{
  input: RolloutRestartInput;
}>;


export type RolloutRestartMutation = { readonly rolloutRestart: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly object:
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
     | null } };

export type RolloutUndoMutationVariables = Exact<{
  input: RolloutUndoInput;
}>;


export type RolloutUndoMutation = { readonly rolloutUndo: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly cause: string | null, readonly field: ReadonlyArray<string> | null }>, readonly object:
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
      | { readonly kind: string, readonly metadata: { readonly namespace: string | null, readonly name: string } }
     | null } };


/** An operation to send; the types are those of its answer and of its variables. */
export interface Operation<Answer, Variables> {
  readonly text: string;
  readonly answer?: Answer;
  readonly variables?: Variables;
}

export const WorkloadOfQuery: Operation<WorkloadOfQuery, WorkloadOfQueryVariables> = {
  text: "query workloadOf($namespace: String!, $name: String!) { pod(namespace: $namespace, name: $name) { owner { kind apiVersion json metadata { name } owner { kind apiVersion json metadata { name } } } } }",
};

export const ApiFaultsQuery: Operation<ApiFaultsQuery, ApiFaultsQueryVariables> = {
  text: "query apiFaults { apiFaults { name users userAgents verbs resources namespaces names code message latency watchLifetime probability times hits } }",
};

export const BoardNodesQuery: Operation<BoardNodesQuery, BoardNodesQueryVariables> = {
  text: "query boardNodes($after: String, $at: String) { nodes(first: 500, after: $after, at: $at) { resourceVersion totalCount pageInfo { hasNextPage endCursor } nodes { ...BoardNodeParts } } } fragment BoardNodeParts on Node { metadata { uid name labels } zone spec { unschedulable } taints { key value effect } conditions { type status } allocatable { cpuMillis memoryBytes pods } }",
};

export const BoardPodsQuery: Operation<BoardPodsQuery, BoardPodsQueryVariables> = {
  text: "query boardPods($columns: [String!]!, $after: String, $at: String) { objectTable( apiVersion: \"v1\" kind: \"Pod\" columns: $columns first: 5000 after: $after at: $at ) { resourceVersion totalCount endCursor rows } }",
};

export const BoardNodeEventsSubscription: Operation<BoardNodeEventsSubscription, BoardNodeEventsSubscriptionVariables> = {
  text: "subscription boardNodeEvents($resourceVersion: String!) { nodeEvents(resourceVersion: $resourceVersion) { type resourceVersion object { ...BoardNodeParts } } } fragment BoardNodeParts on Node { metadata { uid name labels } zone spec { unschedulable } taints { key value effect } conditions { type status } allocatable { cpuMillis memoryBytes pods } }",
};

export const BoardPodEventsSubscription: Operation<BoardPodEventsSubscription, BoardPodEventsSubscriptionVariables> = {
  text: "subscription boardPodEvents($resourceVersion: String!) { podEvents(resourceVersion: $resourceVersion) { type resourceVersion object { ...BoardPodParts } } } fragment BoardPodParts on Pod { metadata { uid namespace name labels creationTimestamp deletionTimestamp ownerReferences { kind name controller } } spec { nodeName priority } status { phase conditions { type status reason message } } qosClass effectiveRequests { cpuMillis memoryBytes } }",
};

export const ZonesChangedSubscription: Operation<ZonesChangedSubscription, ZonesChangedSubscriptionVariables> = {
  text: "subscription zonesChanged { zonesChanged { ...ZoneParts } } fragment ZoneParts on Zone { name state nodes unhealthyNodes waitingNodes queuedNodes nextTaintAt healthPercent evictionRate evictionsTotal }",
};

export const FaultsChangedSubscription: Operation<FaultsChangedSubscription, FaultsChangedSubscriptionVariables> = {
  text: "subscription faultsChanged { faultsChanged { kind nodeName isInForce } }",
};

export const DeschedulerRanSubscription: Operation<DeschedulerRanSubscription, DeschedulerRanSubscriptionVariables> = {
  text: "subscription deschedulerRan { deschedulerRan { number } }",
};

export const ClockTickedSubscription: Operation<ClockTickedSubscription, ClockTickedSubscriptionVariables> = {
  text: "subscription clockTicked { clockTicked { ...ClockParts } } fragment ClockParts on Clock { mode now rate nextEventAt }",
};

export const PastFactsQuery: Operation<PastFactsQuery, PastFactsQueryVariables> = {
  text: "query pastFacts($at: String!) { faults(at: $at) { kind nodeName isInForce } zones(at: $at) { ...ZoneParts } } fragment ZoneParts on Zone { name state nodes unhealthyNodes waitingNodes queuedNodes nextTaintAt healthPercent evictionRate evictionsTotal }",
};

export const FaultPeriodsQuery: Operation<FaultPeriodsQuery, FaultPeriodsQueryVariables> = {
  text: "query faultPeriods($since: String, $after: String) { faultHistory(since: $since, first: 500, after: $after) { periods { kind nodeName from to setAt } endCursor hasNextPage } }",
};

export const ZonePeriodsQuery: Operation<ZonePeriodsQuery, ZonePeriodsQueryVariables> = {
  text: "query zonePeriods($since: String, $after: String) { zoneHistory(since: $since, first: 500, after: $after) { periods { from to zone { name state } } endCursor hasNextPage } }",
};

export const ClockQuery: Operation<ClockQuery, ClockQueryVariables> = {
  text: "query clock { clock { now } }",
};

export const PauseClockMutation: Operation<PauseClockMutation, PauseClockMutationVariables> = {
  text: "mutation pauseClock { pauseClock(input: {}) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const TimelineQuery: Operation<TimelineQuery, TimelineQueryVariables> = {
  text: "query timeline($since: String!, $until: String, $after: String) { changes(since: $since, until: $until, after: $after, first: 250) { endCursor hasNextPage changes { ...ChangeParts } } } fragment ChangeParts on ObjectChange { resourceVersion time operation kind namespace name uid writer client reason fields { path after } }",
};

export const ChangeDetailQuery: Operation<ChangeDetailQuery, ChangeDetailQueryVariables> = {
  text: "query changeDetail($since: String!, $until: String!, $after: String) { changes(since: $since, until: $until, after: $after, first: 100) { endCursor hasNextPage changes { resourceVersion uid name reason fields { path before after } } } }",
};

export const ChangeMadeSubscription: Operation<ChangeMadeSubscription, ChangeMadeSubscriptionVariables> = {
  text: "subscription changeMade($since: String!) { changeMade(since: $since) { ...ChangeParts } } fragment ChangeParts on ObjectChange { resourceVersion time operation kind namespace name uid writer client reason fields { path after } }",
};

export const HistoryQuery: Operation<HistoryQuery, HistoryQueryVariables> = {
  text: "query history($name: String!) { cluster(name: $name) { resourceVersion clock { now } history { oldestResourceVersion oldestTime changes } } }",
};

export const ClustersQuery: Operation<ClustersQuery, ClustersQueryVariables> = {
  text: "query clusters { clusters { ...ClusterParts } } fragment ClusterParts on ClusterInfo { name path createdAt seed resourceVersion clock { ...ClockParts } } fragment ClockParts on Clock { mode now rate nextEventAt }",
};

export const ClustersChangedSubscription: Operation<ClustersChangedSubscription, ClustersChangedSubscriptionVariables> = {
  text: "subscription clustersChanged { clustersChanged { ...ClusterParts } } fragment ClusterParts on ClusterInfo { name path createdAt seed resourceVersion clock { ...ClockParts } } fragment ClockParts on Clock { mode now rate nextEventAt }",
};

export const ClusterHealthQuery: Operation<ClusterHealthQuery, ClusterHealthQueryVariables> = {
  text: "query clusterHealth { clusterSummary { nodes { total ready cordoned } pods { total running pending unscheduled failed ready } utilization { cpuPercent memoryPercent podsPercent } zones { name nodes { total ready } } } faults { kind nodeName isInForce } }",
};

export const DeleteClusterMutation: Operation<DeleteClusterMutation, DeleteClusterMutationVariables> = {
  text: "mutation deleteCluster($name: String!) { deleteCluster(input: {name: $name}) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const ServerInfoQuery: Operation<ServerInfoQuery, ServerInfoQueryVariables> = {
  text: "query serverInfo { serverInfo { cluster version } }",
};

export const ClusterDiffQuery: Operation<ClusterDiffQuery, ClusterDiffQueryVariables> = {
  text: "query clusterDiff($from: String!, $to: String, $kind: String) { clusterDiff(from: $from, to: $to, first: 200, object: {kind: $kind}) { added removed changed from { ...ComparedStateParts } to { ...ComparedStateParts } objects { change kind namespace name fields { path before after } } } } fragment ComparedStateParts on ComparedState { cluster resourceVersion time pods placed waiting evictions restarts meanWaitSeconds zones { name nodes { total ready } } }",
};

export const ClusterNamesQuery: Operation<ClusterNamesQuery, ClusterNamesQueryVariables> = {
  text: "query clusterNames { clusters { name } }",
};

export const ConfigurationQuery: Operation<ConfigurationQuery, ConfigurationQueryVariables> = {
  text: "query configuration { schedulerConfig { document format warnings { field reason } } deschedulerSchedule { policy interval cron dryRun nextAt } }",
};

export const PreviewSchedulerConfigQuery: Operation<PreviewSchedulerConfigQuery, PreviewSchedulerConfigQueryVariables> = {
  text: "query previewSchedulerConfig($input: SetSchedulerConfigInput!, $skip: Int!) { previewSchedulerConfig(input: $input, first: 200, skip: $skip) { total compared hasMore differences { pod { metadata { namespace name } spec { nodeName } } before { nodeName message } after { nodeName message } } } }",
};

export const TryDeschedulerMutation: Operation<TryDeschedulerMutation, TryDeschedulerMutationVariables> = {
  text: "mutation tryDescheduler($input: RunDeschedulerInput!) { runDescheduler(input: $input) { run { evicted refused notes policyErrors { field reason } decisions { namespace pod node strategy verdict reason obstacle } } errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const ClusterMetricsQuery: Operation<ClusterMetricsQuery, ClusterMetricsQueryVariables> = {
  text: "query clusterMetrics($since: String) { clusterMetrics(since: $since, points: 160) { changes points { time nodes readyNodes pods runningPods waitingPods allocatableCpuMillis requestedCpuMillis allocatableMemoryBytes requestedMemoryBytes placements evictions } } }",
};

export const ApiResourcesQuery: Operation<ApiResourcesQuery, ApiResourcesQueryVariables> = {
  text: "query apiResources { apiResources { name kind group apiVersions namespaced verbs subresources } }",
};

export const KindSchemaQuery: Operation<KindSchemaQuery, KindSchemaQueryVariables> = {
  text: "query kindSchema($apiVersion: String!, $kind: String!) { kindSchema(apiVersion: $apiVersion, kind: $kind) }",
};

export const ObjectJsonQuery: Operation<ObjectJsonQuery, ObjectJsonQueryVariables> = {
  text: "query objectJson($apiVersion: String!, $kind: String!, $namespace: String, $name: String!) { object(apiVersion: $apiVersion, kind: $kind, namespace: $namespace, name: $name) { json } }",
};

export const ExportObjectsQuery: Operation<ExportObjectsQuery, ExportObjectsQueryVariables> = {
  text: "query exportObjects($apiVersion: String!, $kind: String!, $after: String) { objects(apiVersion: $apiVersion, kind: $kind, first: 200, after: $after) { pageInfo { hasNextPage endCursor } nodes { json } } }",
};

export const NamespaceNamesQuery: Operation<NamespaceNamesQuery, NamespaceNamesQueryVariables> = {
  text: "query namespaceNames { objectTable( apiVersion: \"v1\" kind: \"Namespace\" columns: [\"metadata.name\"] first: 5000 ) { rows } }",
};

export const DescribeObjectQuery: Operation<DescribeObjectQuery, DescribeObjectQueryVariables> = {
  text: "query describeObject($apiVersion: String!, $kind: String!, $namespace: String, $name: String!) { object(apiVersion: $apiVersion, kind: $kind, namespace: $namespace, name: $name) { json conditions { type status reason message lastTransitionTime } owners { ...ObjectLink } dependents(first: 200) { ...ObjectLink } events(first: 50) { nodes { ...EventParts } } } } fragment ObjectLink on Resource { kind apiVersion metadata { namespace name } } fragment EventParts on Event { reason message type lastTimestamp }",
};

export const ObjectChangedSubscription: Operation<ObjectChangedSubscription, ObjectChangedSubscriptionVariables> = {
  text: "subscription objectChanged($apiVersion: String!, $kind: String!, $filter: ResourceFilter) { objectEvents(apiVersion: $apiVersion, kind: $kind, filter: $filter) { resourceVersion } }",
};

export const ObjectStoryQuery: Operation<ObjectStoryQuery, ObjectStoryQueryVariables> = {
  text: "query objectStory($kind: String!, $namespace: String, $name: String!, $after: String) { changes( object: {kind: $kind, namespace: $namespace, name: $name} first: 500 after: $after ) { endCursor hasNextPage changes { ...ChangeParts } } } fragment ChangeParts on ObjectChange { resourceVersion time operation kind namespace name uid writer client reason fields { path after } }",
};

export const ScenarioProgressedSubscription: Operation<ScenarioProgressedSubscription, ScenarioProgressedSubscriptionVariables> = {
  text: "subscription scenarioProgressed { scenarioProgressed { name isRunning passed startedAt steps { name at seconds action ok message } } }",
};

export const SnapshotsQuery: Operation<SnapshotsQuery, SnapshotsQueryVariables> = {
  text: "query snapshots { snapshots { ...SnapshotParts } } fragment SnapshotParts on Snapshot { name cluster time savedAt bytes history components resources { resource count } }",
};

export const SnapshotsChangedSubscription: Operation<SnapshotsChangedSubscription, SnapshotsChangedSubscriptionVariables> = {
  text: "subscription snapshotsChanged { snapshotsChanged { ...SnapshotParts } } fragment SnapshotParts on Snapshot { name cluster time savedAt bytes history components resources { resource count } }",
};

export const NodeUsagesQuery: Operation<NodeUsagesQuery, NodeUsagesQueryVariables> = {
  text: "query nodeUsages { nodeUsages { nodeName cpuMillis memoryBytes } }",
};

export const NodeSignalsQuery: Operation<NodeSignalsQuery, NodeSignalsQueryVariables> = {
  text: "query nodeSignals($name: String!, $since: String, $until: String) { nodeUsageHistory(name: $name, since: $since, until: $until, points: 120) { time cpuMillis memoryBytes signals { ...SignalParts } } } fragment SignalParts on EvictionSignal { name available capacity condition conditionSince thresholds { amount gracePeriod isMet } }",
};

export const WhyPodQuery: Operation<WhyPodQuery, WhyPodQueryVariables> = {
  text: "query whyPod($namespace: String!, $name: String!, $at: String) { pod(namespace: $namespace, name: $name, at: $at) { schedulingDecisions(first: 5) { ...DecisionParts } deschedulingDecisions(first: 5) { ...DeschedulingParts } events(first: 8) { nodes { ...EventParts } } } } fragment DecisionParts on SchedulingDecision { number attempt time podUid resourceVersion outcome nodeName evaluatedCount feasibleCount tieCount rejections { count plugin reason } best { nodeName total } preemption { nodeName victims { namespace name } outranked { nodeName victimCount outrankedBy } } } fragment DeschedulingParts on PastDeschedulingDecision { run time dryRun node strategy verdict reason obstacle } fragment EventParts on Event { reason message type lastTimestamp }",
};

export const ExplainPodQuery: Operation<ExplainPodQuery, ExplainPodQueryVariables> = {
  text: "query explainPod($namespace: String!, $name: String!, $nodes: [String!], $best: Int, $at: String) { explainScheduling( at: $at input: {pod: {namespace: $namespace, name: $name}, nodes: $nodes, best: $best, withPreemption: true} ) { message evaluatedCount feasibleCount gates selectedNode { ...NodeName } ties { ...NodeName } preemptionRefused preemption { node { ...NodeName } victims { ...PodName } candidates { node { ...NodeName } victims { ...PodName } pdbViolations outrankedBy } } nodes { node { ...NodeName } feasible total rank preemption { role reason } filters { plugin passed reasons } scores { plugin raw normalized weight weighted } } } } fragment NodeName on Node { metadata { name } } fragment PodName on Pod { metadata { namespace name } }",
};

export const PodStoryQuery: Operation<PodStoryQuery, PodStoryQueryVariables> = {
  text: "query podStory($namespace: String!, $name: String!, $after: String) { changes( object: {kind: \"Pod\", namespace: $namespace, name: $name} first: 500 after: $after ) { endCursor hasNextPage changes { ...ChangeParts } } } fragment ChangeParts on ObjectChange { resourceVersion time operation kind namespace name uid writer client reason fields { path after } }",
};

export const WhyGonePodQuery: Operation<WhyGonePodQuery, WhyGonePodQueryVariables> = {
  text: "query whyGonePod($namespace: String!, $name: String!) { schedulingDecisions(filter: {namespace: $namespace, pod: $name}, first: 20) { nodes { ...DecisionParts } } deschedulingDecisions(filter: {namespace: $namespace, pod: $name}, first: 20) { podUid ...DeschedulingParts } events( filter: {namespace: $namespace, involvedKind: \"Pod\", involvedName: $name} first: 50 ) { nodes { ...EventParts involvedObject { uid } } } } fragment DecisionParts on SchedulingDecision { number attempt time podUid resourceVersion outcome nodeName evaluatedCount feasibleCount tieCount rejections { count plugin reason } best { nodeName total } preemption { nodeName victims { namespace name } outranked { nodeName victimCount outrankedBy } } } fragment DeschedulingParts on PastDeschedulingDecision { run time dryRun node strategy verdict reason obstacle } fragment EventParts on Event { reason message type lastTimestamp }",
};

export const WhyNodeQuery: Operation<WhyNodeQuery, WhyNodeQueryVariables> = {
  text: "query whyNode($name: String!, $at: String) { node(name: $name, at: $at) { heartbeatAge conditions { type status reason message lastTransitionTime } taints { key value effect timeAdded } events(first: 8) { nodes { ...EventParts } } } faults(at: $at) { kind nodeName isInForce since until } nodeHealth { nodeMonitorGracePeriod } } fragment EventParts on Event { reason message type lastTimestamp }",
};

export const CreateClusterMutation: Operation<CreateClusterMutation, CreateClusterMutationVariables> = {
  text: "mutation createCluster($input: CreateClusterInput!) { createCluster(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path createdAt seed resourceVersion clock { ...ClockParts } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const UpdateClusterMutation: Operation<UpdateClusterMutation, UpdateClusterMutationVariables> = {
  text: "mutation updateCluster($input: UpdateClusterInput!) { updateCluster(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path createdAt seed resourceVersion clock { ...ClockParts } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const ForkClusterMutation: Operation<ForkClusterMutation, ForkClusterMutationVariables> = {
  text: "mutation forkCluster($input: ForkClusterInput!) { forkCluster(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path createdAt seed resourceVersion clock { ...ClockParts } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const RewindClusterMutation: Operation<RewindClusterMutation, RewindClusterMutationVariables> = {
  text: "mutation rewindCluster($input: RewindClusterInput!) { rewindCluster(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path createdAt seed resourceVersion clock { ...ClockParts } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const SetClockModeMutation: Operation<SetClockModeMutation, SetClockModeMutationVariables> = {
  text: "mutation setClockMode($input: SetClockModeInput!) { setClockMode(input: $input) { clock { ...ClockParts } endedBy errors { ...UserErrorParts } events } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const ResumeClockMutation: Operation<ResumeClockMutation, ResumeClockMutationVariables> = {
  text: "mutation resumeClock($input: ResumeClockInput!) { resumeClock(input: $input) { clock { ...ClockParts } endedBy errors { ...UserErrorParts } events } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const HoldClockMutation: Operation<HoldClockMutation, HoldClockMutationVariables> = {
  text: "mutation holdClock($input: HoldClockInput!) { holdClock(input: $input) { clock { ...ClockParts } errors { ...UserErrorParts } name } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const ReleaseClockMutation: Operation<ReleaseClockMutation, ReleaseClockMutationVariables> = {
  text: "mutation releaseClock($input: ReleaseClockInput!) { releaseClock(input: $input) { clock { ...ClockParts } errors { ...UserErrorParts } name } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const AdvanceClockMutation: Operation<AdvanceClockMutation, AdvanceClockMutationVariables> = {
  text: "mutation advanceClock($input: AdvanceClockInput!) { advanceClock(input: $input) { clock { ...ClockParts } endedBy errors { ...UserErrorParts } events } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const ImportStateMutation: Operation<ImportStateMutation, ImportStateMutationVariables> = {
  text: "mutation importState($input: ImportStateInput!) { importState(input: $input) { asOf errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const SaveSnapshotMutation: Operation<SaveSnapshotMutation, SaveSnapshotMutationVariables> = {
  text: "mutation saveSnapshot($input: SaveSnapshotInput!) { saveSnapshot(input: $input) { errors { ...UserErrorParts } snapshot { ...SnapshotParts } } } fragment UserErrorParts on UserError { code message cause field } fragment SnapshotParts on Snapshot { name cluster time savedAt bytes history components resources { resource count } }",
};

export const RestoreSnapshotMutation: Operation<RestoreSnapshotMutation, RestoreSnapshotMutationVariables> = {
  text: "mutation restoreSnapshot($input: RestoreSnapshotInput!) { restoreSnapshot(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path createdAt seed resourceVersion clock { ...ClockParts } } fragment ClockParts on Clock { mode now rate nextEventAt } fragment UserErrorParts on UserError { code message cause field }",
};

export const DeleteSnapshotMutation: Operation<DeleteSnapshotMutation, DeleteSnapshotMutationVariables> = {
  text: "mutation deleteSnapshot($input: DeleteSnapshotInput!) { deleteSnapshot(input: $input) { errors { ...UserErrorParts } snapshot { ...SnapshotParts } } } fragment UserErrorParts on UserError { code message cause field } fragment SnapshotParts on Snapshot { name cluster time savedAt bytes history components resources { resource count } }",
};

export const StopRecordingMutation: Operation<StopRecordingMutation, StopRecordingMutationVariables> = {
  text: "mutation stopRecording($input: StopRecordingInput!) { stopRecording(input: $input) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const ReplayRecordingMutation: Operation<ReplayRecordingMutation, ReplayRecordingMutationVariables> = {
  text: "mutation replayRecording($input: ReplayRecordingInput!) { replayRecording(input: $input) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const StopHeartbeatsMutation: Operation<StopHeartbeatsMutation, StopHeartbeatsMutationVariables> = {
  text: "mutation stopHeartbeats($input: StopHeartbeatsInput!) { stopHeartbeats(input: $input) { errors { ...UserErrorParts } nodes } } fragment UserErrorParts on UserError { code message cause field }",
};

export const ResumeHeartbeatsMutation: Operation<ResumeHeartbeatsMutation, ResumeHeartbeatsMutationVariables> = {
  text: "mutation resumeHeartbeats($input: ResumeHeartbeatsInput!) { resumeHeartbeats(input: $input) { errors { ...UserErrorParts } nodes } } fragment UserErrorParts on UserError { code message cause field }",
};

export const InjectFaultMutation: Operation<InjectFaultMutation, InjectFaultMutationVariables> = {
  text: "mutation injectFault($input: InjectFaultInput!) { injectFault(input: $input) { errors { ...UserErrorParts } nodes } } fragment UserErrorParts on UserError { code message cause field }",
};

export const ClearFaultsMutation: Operation<ClearFaultsMutation, ClearFaultsMutationVariables> = {
  text: "mutation clearFaults($input: ClearFaultsInput!) { clearFaults(input: $input) { errors { ...UserErrorParts } nodes } } fragment UserErrorParts on UserError { code message cause field }",
};

export const RestartComponentMutation: Operation<RestartComponentMutation, RestartComponentMutationVariables> = {
  text: "mutation restartComponent($input: RestartComponentInput!) { restartComponent(input: $input) { component errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const CrashNodeMutation: Operation<CrashNodeMutation, CrashNodeMutationVariables> = {
  text: "mutation crashNode($input: CrashNodeInput!) { crashNode(input: $input) { errors { ...UserErrorParts } nodes } } fragment UserErrorParts on UserError { code message cause field }",
};

export const AddApiFaultMutation: Operation<AddApiFaultMutation, AddApiFaultMutationVariables> = {
  text: "mutation addApiFault($input: AddApiFaultInput!) { addApiFault(input: $input) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const RemoveApiFaultMutation: Operation<RemoveApiFaultMutation, RemoveApiFaultMutationVariables> = {
  text: "mutation removeApiFault($input: RemoveApiFaultInput!) { removeApiFault(input: $input) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const RunScenarioMutation: Operation<RunScenarioMutation, RunScenarioMutationVariables> = {
  text: "mutation runScenario($input: RunScenarioInput!) { runScenario(input: $input) { errors { ...UserErrorParts } report { ...ScenarioOutcomeParts } } } fragment UserErrorParts on UserError { code message cause field } fragment ScenarioOutcomeParts on ScenarioReport { passed warnings }",
};

export const SetNodeHealthMutation: Operation<SetNodeHealthMutation, SetNodeHealthMutationVariables> = {
  text: "mutation setNodeHealth($input: SetNodeHealthInput!) { setNodeHealth(input: $input) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const CordonNodeMutation: Operation<CordonNodeMutation, CordonNodeMutationVariables> = {
  text: "mutation cordonNode($input: CordonNodeInput!) { cordonNode(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment NodeName on Node { metadata { name } }",
};

export const UncordonNodeMutation: Operation<UncordonNodeMutation, UncordonNodeMutationVariables> = {
  text: "mutation uncordonNode($input: UncordonNodeInput!) { uncordonNode(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment NodeName on Node { metadata { name } }",
};

export const DrainNodeMutation: Operation<DrainNodeMutation, DrainNodeMutationVariables> = {
  text: "mutation drainNode($input: DrainNodeInput!) { drainNode(input: $input) { errors { ...UserErrorParts } isDrained node { ...NodeName } } } fragment UserErrorParts on UserError { code message cause field } fragment NodeName on Node { metadata { name } }",
};

export const AddNodesMutation: Operation<AddNodesMutation, AddNodesMutationVariables> = {
  text: "mutation addNodes($input: AddNodesInput!) { addNodes(input: $input) { errors { ...UserErrorParts } nodes { ...NodeName } } } fragment UserErrorParts on UserError { code message cause field } fragment NodeName on Node { metadata { name } }",
};

export const RemoveNodeMutation: Operation<RemoveNodeMutation, RemoveNodeMutationVariables> = {
  text: "mutation removeNode($input: RemoveNodeInput!) { removeNode(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment NodeName on Node { metadata { name } }",
};

export const AddTaintMutation: Operation<AddTaintMutation, AddTaintMutationVariables> = {
  text: "mutation addTaint($input: AddTaintInput!) { addTaint(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment NodeName on Node { metadata { name } }",
};

export const RemoveTaintMutation: Operation<RemoveTaintMutation, RemoveTaintMutationVariables> = {
  text: "mutation removeTaint($input: RemoveTaintInput!) { removeTaint(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment NodeName on Node { metadata { name } }",
};

export const AddPodsMutation: Operation<AddPodsMutation, AddPodsMutationVariables> = {
  text: "mutation addPods($input: AddPodsInput!) { addPods(input: $input) { errors { ...UserErrorParts } pods { ...PodName } } } fragment UserErrorParts on UserError { code message cause field } fragment PodName on Pod { metadata { namespace name } }",
};

export const BindPodMutation: Operation<BindPodMutation, BindPodMutationVariables> = {
  text: "mutation bindPod($input: BindPodInput!) { bindPod(input: $input) { errors { ...UserErrorParts } pod { ...PodName } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment PodName on Pod { metadata { namespace name } }",
};

export const EvictPodMutation: Operation<EvictPodMutation, EvictPodMutationVariables> = {
  text: "mutation evictPod($input: EvictPodInput!) { evictPod(input: $input) { errors { ...UserErrorParts } evicted pod { ...PodName } } } fragment UserErrorParts on UserError { code message cause field } fragment PodName on Pod { metadata { namespace name } }",
};

export const SetNodeUsageMutation: Operation<SetNodeUsageMutation, SetNodeUsageMutationVariables> = {
  text: "mutation setNodeUsage($input: SetNodeUsageInput!) { setNodeUsage(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment NodeName on Node { metadata { name } }",
};

export const SetPodUsageMutation: Operation<SetPodUsageMutation, SetPodUsageMutationVariables> = {
  text: "mutation setPodUsage($input: SetPodUsageInput!) { setPodUsage(input: $input) { errors { ...UserErrorParts } pod { ...PodName } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment PodName on Pod { metadata { namespace name } }",
};

export const SetNodeConditionMutation: Operation<SetNodeConditionMutation, SetNodeConditionMutationVariables> = {
  text: "mutation setNodeCondition($input: SetNodeConditionInput!) { setNodeCondition(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment NodeName on Node { metadata { name } }",
};

export const SetSchedulerConfigMutation: Operation<SetSchedulerConfigMutation, SetSchedulerConfigMutationVariables> = {
  text: "mutation setSchedulerConfig($input: SetSchedulerConfigInput!) { setSchedulerConfig(input: $input) { config { ...ConfigWarningParts } errors { ...UserErrorParts } } } fragment ConfigWarningParts on SchedulerConfig { warnings { field reason } } fragment UserErrorParts on UserError { code message cause field }",
};

export const RunDeschedulerMutation: Operation<RunDeschedulerMutation, RunDeschedulerMutationVariables> = {
  text: "mutation runDescheduler($input: RunDeschedulerInput!) { runDescheduler(input: $input) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const SetDeschedulerScheduleMutation: Operation<SetDeschedulerScheduleMutation, SetDeschedulerScheduleMutationVariables> = {
  text: "mutation setDeschedulerSchedule($input: SetDeschedulerScheduleInput!) { setDeschedulerSchedule(input: $input) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const SetAdmissionConfigMutation: Operation<SetAdmissionConfigMutation, SetAdmissionConfigMutationVariables> = {
  text: "mutation setAdmissionConfig($input: SetAdmissionConfigInput!) { setAdmissionConfig(input: $input) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message cause field }",
};

export const CreateTokenMutation: Operation<CreateTokenMutation, CreateTokenMutationVariables> = {
  text: "mutation createToken($input: CreateTokenInput!) { createToken(input: $input) { errors { ...UserErrorParts } expirationTimestamp token } } fragment UserErrorParts on UserError { code message cause field }",
};

export const CreateObjectMutation: Operation<CreateObjectMutation, CreateObjectMutationVariables> = {
  text: "mutation createObject($input: CreateObjectInput!) { createObject(input: $input) { errors { ...UserErrorParts } objects { ...ObjectNameParts } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};

export const ApplyObjectMutation: Operation<ApplyObjectMutation, ApplyObjectMutationVariables> = {
  text: "mutation applyObject($input: ApplyObjectInput!) { applyObject(input: $input) { errors { ...UserErrorParts } objects { ...ObjectNameParts } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};

export const UpdateObjectMutation: Operation<UpdateObjectMutation, UpdateObjectMutationVariables> = {
  text: "mutation updateObject($input: UpdateObjectInput!) { updateObject(input: $input) { errors { ...UserErrorParts } objects { ...ObjectNameParts } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};

export const PatchObjectMutation: Operation<PatchObjectMutation, PatchObjectMutationVariables> = {
  text: "mutation patchObject($input: PatchObjectInput!) { patchObject(input: $input) { errors { ...UserErrorParts } objects { ...ObjectNameParts } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};

export const DeleteObjectMutation: Operation<DeleteObjectMutation, DeleteObjectMutationVariables> = {
  text: "mutation deleteObject($input: DeleteObjectInput!) { deleteObject(input: $input) { errors { ...UserErrorParts } isGone object { ...ObjectNameParts } } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};

export const DeleteObjectsMutation: Operation<DeleteObjectsMutation, DeleteObjectsMutationVariables> = {
  text: "mutation deleteObjects($input: DeleteObjectsInput!) { deleteObjects(input: $input) { count errors { ...UserErrorParts } objects { ...ObjectNameParts } } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};

export const SetLabelsMutation: Operation<SetLabelsMutation, SetLabelsMutationVariables> = {
  text: "mutation setLabels($input: SetLabelsInput!) { setLabels(input: $input) { errors { ...UserErrorParts } objects { ...ObjectNameParts } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};

export const ScaleMutation: Operation<ScaleMutation, ScaleMutationVariables> = {
  text: "mutation scale($input: ScaleInput!) { scale(input: $input) { errors { ...UserErrorParts } object { ...ObjectNameParts } replicas } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};

export const RolloutRestartMutation: Operation<RolloutRestartMutation, RolloutRestartMutationVariables> = {
  text: "mutation rolloutRestart($input: RolloutRestartInput!) { rolloutRestart(input: $input) { errors { ...UserErrorParts } object { ...ObjectNameParts } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};

export const RolloutUndoMutation: Operation<RolloutUndoMutation, RolloutUndoMutationVariables> = {
  text: "mutation rolloutUndo($input: RolloutUndoInput!) { rolloutUndo(input: $input) { errors { ...UserErrorParts } object { ...ObjectNameParts } warnings } } fragment UserErrorParts on UserError { code message cause field } fragment ObjectNameParts on Resource { kind metadata { namespace name } }",
};
