// Written by `npm run generate` from libs/api/graphql/schema.graphql and libs/sdk/graphql; see tools/generate/README.md.
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

/** Names objects: one, or all of a kind or a namespace. */
export type ChangedObjectInput = {
  /** Kind, resource or short name, such as `Deployment`, `deployments` or `deploy`; `Fault` and `Zone` for what happened beside the objects (default: all kinds). */
  readonly kind?: string | null | undefined;
  /** Name; of faults that of the node, or `NODE/KIND` (default: all). */
  readonly name?: string | null | undefined;
  /** Namespace (default: all). */
  readonly namespace?: string | null | undefined;
};

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

/** A cluster to delete. */
export type DeleteClusterInput = {
  /** Returned in the payload as it was given. */
  readonly clientMutationId?: string | null | undefined;
  /** Its name. */
  readonly name: string;
};

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

/** Selects decisions about pods: all fields that are given must match. */
export type DeschedulingDecisionFilter = {
  /** Namespace of the pod. */
  readonly namespace?: string | null | undefined;
  /** Name of the pod. */
  readonly pod?: string | null | undefined;
  /** Strategy. */
  readonly strategy?: string | null | undefined;
  /** Verdict. */
  readonly verdict?: DeschedulingVerdict | null | undefined;
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

/** Outcome for a pod of a drained node. */
export type DrainOutcome =
  /** Evicted. */
  | 'EVICTED'
  /** The eviction failed. */
  | 'FAILED'
  /** Not evicted: it need not leave the node. */
  | 'LEFT'
  /** Not evicted: its disruption budget does not allow it now. */
  | 'REFUSED_BY_PDB';

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

/** Selects events: all fields that are given must match. */
export type EventFilter = {
  /** Created after this time. */
  readonly createdAfter?: string | null | undefined;
  /** Created before this time. */
  readonly createdBefore?: string | null | undefined;
  /** Field selector, such as `spec.nodeName=n1`. */
  readonly fieldSelector?: string | null | undefined;
  /** Kind of the involved object. */
  readonly involvedKind?: string | null | undefined;
  /** Name of the involved object. */
  readonly involvedName?: string | null | undefined;
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
  /** Reasons. */
  readonly reasons?: ReadonlyArray<string> | null | undefined;
  /** Text contained in the name, namespace or labels. */
  readonly search?: string | null | undefined;
  /** Type: Normal or Warning. */
  readonly type?: string | null | undefined;
};

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

/** The pod to explain: exactly one of `pod`, `object` and `yaml`. */
export type ExplainSchedulingInput = {
  /** Pods to remove before the evaluation. */
  readonly assumeEvicted?: ReadonlyArray<PodRef> | null | undefined;
  /** Reports only so many nodes, and those of `nodes`; all nodes are evaluated. First come the feasible nodes with the highest totals, then candidates for preemption, then the others. */
  readonly best?: number | null | undefined;
  /** Reports only these nodes; all nodes are evaluated. */
  readonly nodes?: ReadonlyArray<string> | null | undefined;
  /** A hypothetical pod; defaulting and admission apply. */
  readonly object?: any;
  /** An existing pod. A bound pod is evaluated as if it were not yet bound. */
  readonly pod?: PodRef | null | undefined;
  /** Uses the scheduler of this name instead of the pod's own. */
  readonly schedulerName?: string | null | undefined;
  /** Whether to evaluate preemption if no node is feasible. */
  readonly withPreemption?: boolean | null | undefined;
  /** A hypothetical pod in YAML. */
  readonly yaml?: string | null | undefined;
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

/** Status that a filter plugin returns for a node. */
export type FilterCode =
  /** The plugin failed. */
  | 'ERROR'
  /** The plugin waits for an operation it has started. */
  | 'PENDING'
  /** The plugin does not apply to the pod. */
  | 'SKIPPED'
  /** The node is feasible. */
  | 'SUCCESS'
  /** The node is infeasible, and preemption would not help. */
  | 'UNRESOLVABLE'
  /** The node is infeasible; preemption might help. */
  | 'UNSCHEDULABLE';

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

/** Reference to a pod. */
export type PodRef = {
  /** Its name. */
  readonly name: string;
  /** Namespace of the pod (default `default`). */
  readonly namespace?: string | null | undefined;
};

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

/** Selects decisions: all fields that are given must match. */
export type SchedulingDecisionFilter = {
  /** Namespace of the pod. */
  readonly namespace?: string | null | undefined;
  /** Name of the node. */
  readonly node?: string | null | undefined;
  /** Outcome. */
  readonly outcome?: DecisionOutcome | null | undefined;
  /** Name of the pod. */
  readonly pod?: string | null | undefined;
  /** The pod's `schedulerName`. */
  readonly schedulerName?: string | null | undefined;
};

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

export type ClockQueryVariables = Exact<{ [key: string]: never; }>;


export type ClockQuery = { readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } };

export type PauseClockMutationVariables = Exact<{ [key: string]: never; }>;


export type PauseClockMutation = { readonly pauseClock: { readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type ResumeClockMutationVariables = Exact<{ [key: string]: never; }>;


export type ResumeClockMutation = { readonly resumeClock: { readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type ClockAndConditionsQueryVariables = Exact<{
  conditions: ReadonlyArray<ClockConditionInput> | ClockConditionInput;
}>;


export type ClockAndConditionsQuery = { readonly conditionsMet: boolean, readonly clock: { readonly now: string } };

export type UserErrorPartsFragment = { readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null };

export type ClockPartsFragment = { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null };

export type ClusterPartsFragment = { readonly name: string, readonly path: string, readonly seed: string, readonly createdAt: string, readonly resourceVersion: string | null, readonly settings: any, readonly forkedFrom: { readonly cluster: string, readonly resourceVersion: string } | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly history: { readonly oldestResourceVersion: string, readonly oldestTime: string | null, readonly changes: number, readonly bytes: number } | null };

export type ClustersQueryVariables = Exact<{ [key: string]: never; }>;


export type ClustersQuery = { readonly clusters: ReadonlyArray<{ readonly name: string, readonly path: string, readonly seed: string, readonly createdAt: string, readonly resourceVersion: string | null, readonly settings: any, readonly forkedFrom: { readonly cluster: string, readonly resourceVersion: string } | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly history: { readonly oldestResourceVersion: string, readonly oldestTime: string | null, readonly changes: number, readonly bytes: number } | null }> };

export type ClusterQueryVariables = Exact<{
  name: string;
}>;


export type ClusterQuery = { readonly cluster: { readonly name: string, readonly path: string, readonly seed: string, readonly createdAt: string, readonly resourceVersion: string | null, readonly settings: any, readonly forkedFrom: { readonly cluster: string, readonly resourceVersion: string } | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly history: { readonly oldestResourceVersion: string, readonly oldestTime: string | null, readonly changes: number, readonly bytes: number } | null } | null };

export type ServerInfoQueryVariables = Exact<{ [key: string]: never; }>;


export type ServerInfoQuery = { readonly serverInfo: { readonly cluster: string, readonly version: string, readonly features: ReadonlyArray<string>, readonly resourceVersion: string, readonly compatibility: any } };

export type ClusterSummaryQueryVariables = Exact<{ [key: string]: never; }>;


export type ClusterSummaryQuery = { readonly clusterSummary: { readonly nodes: { readonly total: number, readonly ready: number, readonly cordoned: number }, readonly pods: { readonly total: number, readonly pending: number, readonly running: number, readonly succeeded: number, readonly failed: number } } };

export type DeleteClusterMutationVariables = Exact<{
  input: DeleteClusterInput;
}>;


export type DeleteClusterMutation = { readonly deleteCluster: { readonly cluster: { readonly name: string } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type RecordingPartsFragment = { readonly cluster: string, readonly isOn: boolean, readonly startedAt: string, readonly build: string, readonly entries: number, readonly endedBecause: string | null, readonly endedAtResourceVersion: string | null };

export type ComparedPartsFragment = { readonly resourceVersion: string, readonly at: string, readonly operation: string, readonly resource: string, readonly namespace: string, readonly name: string, readonly object: any };

export type ReplayPartsFragment = { readonly isSame: boolean, readonly recorded: string, readonly kept: string | null, readonly recordedBy: string, readonly repeatedBy: string, readonly inputs: number, readonly compared: number, readonly notKept: number, readonly difference: { readonly resourceVersion: string, readonly recorded: { readonly resourceVersion: string, readonly at: string, readonly operation: string, readonly resource: string, readonly namespace: string, readonly name: string, readonly object: any } | null, readonly repeated: { readonly resourceVersion: string, readonly at: string, readonly operation: string, readonly resource: string, readonly namespace: string, readonly name: string, readonly object: any } | null } | null };

export type RecordingsQueryVariables = Exact<{ [key: string]: never; }>;


export type RecordingsQuery = { readonly recordings: ReadonlyArray<{ readonly cluster: string, readonly isOn: boolean, readonly startedAt: string, readonly build: string, readonly entries: number, readonly endedBecause: string | null, readonly endedAtResourceVersion: string | null }> };

export type ConfigurationsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConfigurationsQuery = { readonly schedulerConfigs: ReadonlyArray<{ readonly scheduler: string, readonly format: SchedulerConfigFormat | null, readonly document: any }>, readonly admissionConfig: { readonly admissionConfig: any, readonly kubernetesMasterConfig: any, readonly projectConfig: any } };

export type DeschedulingDecisionsQueryVariables = Exact<{
  filter: DeschedulingDecisionFilter;
  first: number;
}>;


export type DeschedulingDecisionsQuery = { readonly deschedulingDecisions: ReadonlyArray<{ readonly time: string, readonly dryRun: boolean, readonly node: string, readonly profile: string, readonly strategy: string, readonly verdict: DeschedulingVerdict, readonly reason: string, readonly obstacle: string | null }> };

export type EventsQueryVariables = Exact<{
  filter?: EventFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EventsQuery = { readonly events: { readonly nodes: ReadonlyArray<{ readonly type: string | null, readonly reason: string | null, readonly message: string | null, readonly count: number | null, readonly firstTimestamp: string | null, readonly lastTimestamp: string | null, readonly eventTime: string | null, readonly involvedObject: { readonly kind: string | null, readonly namespace: string | null, readonly name: string | null }, readonly metadata: { readonly creationTimestamp: string } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type FaultPartsFragment = { readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean, readonly since: string, readonly until: string | null, readonly amount: string | null, readonly factor: number | null, readonly latency: string | null };

export type FaultsQueryVariables = Exact<{
  at?: string | null | undefined;
}>;


export type FaultsQuery = { readonly faults: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean, readonly since: string, readonly until: string | null, readonly amount: string | null, readonly factor: number | null, readonly latency: string | null }> };

export type FaultHistoryQueryVariables = Exact<{
  since?: string | null | undefined;
  until?: string | null | undefined;
  nodes?: ReadonlyArray<string> | string | null | undefined;
  kinds?: ReadonlyArray<FaultKind> | FaultKind | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FaultHistoryQuery = { readonly faultHistory: { readonly endCursor: string, readonly hasNextPage: boolean, readonly periods: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly since: string, readonly until: string | null, readonly amount: string | null, readonly factor: number | null, readonly latency: string | null, readonly from: string, readonly to: string | null, readonly setAt: string, readonly setBy: string, readonly clearedAt: string | null, readonly clearedBy: string | null }> } };

export type ApiFaultPartsFragment = { readonly name: string, readonly users: ReadonlyArray<string> | null, readonly userAgents: ReadonlyArray<string> | null, readonly verbs: ReadonlyArray<string> | null, readonly resources: ReadonlyArray<string> | null, readonly namespaces: ReadonlyArray<string> | null, readonly names: ReadonlyArray<string> | null, readonly code: number | null, readonly message: string | null, readonly retryAfter: string | null, readonly latency: string | null, readonly watchLifetime: string | null, readonly probability: number | null, readonly times: number | null, readonly hits: number };

export type ApiFaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiFaultsQuery = { readonly apiFaults: ReadonlyArray<{ readonly name: string, readonly users: ReadonlyArray<string> | null, readonly userAgents: ReadonlyArray<string> | null, readonly verbs: ReadonlyArray<string> | null, readonly resources: ReadonlyArray<string> | null, readonly namespaces: ReadonlyArray<string> | null, readonly names: ReadonlyArray<string> | null, readonly code: number | null, readonly message: string | null, readonly retryAfter: string | null, readonly latency: string | null, readonly watchLifetime: string | null, readonly probability: number | null, readonly times: number | null, readonly hits: number }> };

export type ChangePartsFragment = { readonly resourceVersion: string, readonly time: string, readonly operation: ChangeOperation, readonly apiVersion: string, readonly kind: string, readonly namespace: string | null, readonly name: string, readonly uid: string, readonly writer: string, readonly client: string | null, readonly reason: string | null, readonly fields: ReadonlyArray<{ readonly path: string, readonly before: any, readonly after: any }> };

export type ChangesQueryVariables = Exact<{
  object?: ChangedObjectInput | null | undefined;
  withEvents?: boolean | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
  after?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type ChangesQuery = { readonly changes: { readonly endCursor: string, readonly hasNextPage: boolean, readonly changes: ReadonlyArray<{ readonly resourceVersion: string, readonly time: string, readonly operation: ChangeOperation, readonly apiVersion: string, readonly kind: string, readonly namespace: string | null, readonly name: string, readonly uid: string, readonly writer: string, readonly client: string | null, readonly reason: string | null, readonly fields: ReadonlyArray<{ readonly path: string, readonly before: any, readonly after: any }> }> } };

export type ComparedStatePartsFragment = { readonly cluster: string, readonly resourceVersion: string, readonly time: string, readonly pods: number, readonly placed: number, readonly waiting: number, readonly meanWaitSeconds: number, readonly restarts: number, readonly evictions: number, readonly zones: ReadonlyArray<{ readonly name: string, readonly pods: number, readonly utilization: { readonly cpuPercent: number, readonly memoryPercent: number } }> };

export type ClusterDiffQueryVariables = Exact<{
  from: string;
  to?: string | null | undefined;
  object?: ChangedObjectInput | null | undefined;
  withEvents?: boolean | null | undefined;
  first?: number | null | undefined;
}>;


export type ClusterDiffQuery = { readonly clusterDiff: { readonly added: number, readonly removed: number, readonly changed: number, readonly from: { readonly cluster: string, readonly resourceVersion: string, readonly time: string, readonly pods: number, readonly placed: number, readonly waiting: number, readonly meanWaitSeconds: number, readonly restarts: number, readonly evictions: number, readonly zones: ReadonlyArray<{ readonly name: string, readonly pods: number, readonly utilization: { readonly cpuPercent: number, readonly memoryPercent: number } }> }, readonly to: { readonly cluster: string, readonly resourceVersion: string, readonly time: string, readonly pods: number, readonly placed: number, readonly waiting: number, readonly meanWaitSeconds: number, readonly restarts: number, readonly evictions: number, readonly zones: ReadonlyArray<{ readonly name: string, readonly pods: number, readonly utilization: { readonly cpuPercent: number, readonly memoryPercent: number } }> }, readonly objects: ReadonlyArray<{ readonly change: DifferenceKind, readonly apiVersion: string, readonly kind: string, readonly namespace: string | null, readonly name: string, readonly fields: ReadonlyArray<{ readonly path: string, readonly before: any, readonly after: any }> }> } };

export type ZonePartsFragment = { readonly name: string, readonly region: string, readonly state: ZoneState | null, readonly nodes: number, readonly unhealthyNodes: number, readonly waitingNodes: number, readonly evictionRate: number };

export type ZonesQueryVariables = Exact<{
  at?: string | null | undefined;
}>;


export type ZonesQuery = { readonly zones: ReadonlyArray<{ readonly name: string, readonly region: string, readonly state: ZoneState | null, readonly nodes: number, readonly unhealthyNodes: number, readonly waitingNodes: number, readonly evictionRate: number }> };

export type ZoneHistoryQueryVariables = Exact<{
  since?: string | null | undefined;
  until?: string | null | undefined;
  zone?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ZoneHistoryQuery = { readonly zoneHistory: { readonly endCursor: string, readonly hasNextPage: boolean, readonly periods: ReadonlyArray<{ readonly from: string, readonly to: string | null, readonly zone: { readonly name: string, readonly region: string, readonly state: ZoneState | null, readonly nodes: number, readonly unhealthyNodes: number, readonly waitingNodes: number, readonly evictionRate: number } }> } };

export type ObjectQueryVariables = Exact<{
  apiVersion: string;
  kind: string;
  namespace?: string | null | undefined;
  name: string;
}>;


export type ObjectQuery = { readonly object:
    | { readonly json: any }
    | { readonly json: any }
    | { readonly json: any }
    | { readonly json: any }
   | null };

export type ObjectsQueryVariables = Exact<{
  apiVersion: string;
  kind: string;
  filter?: ResourceFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ObjectsQuery = { readonly objects: { readonly nodes: ReadonlyArray<
      | { readonly json: any }
      | { readonly json: any }
      | { readonly json: any }
      | { readonly json: any }
    >, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

type ResourceParts_VRxlOg5uexJhz8gqhu5SOvItXt1Xkb8XddpY1blJayc_Fragment = { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } };

type ResourceParts_2VsgjBg7l2pO42cS37HfXzUhb1nkyhgt7NLkmO0Co_Fragment = { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } };

type ResourceParts_HTh3w85nuRnUiAYtY32Ri6n6qD1AuTzrRrUoGz8gc4_Fragment = { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } };

type ResourceParts_JJ9euePzqYq7ZcmTrE3pdb4uusLkGDjVu1apU1cg4Y_Fragment = { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } };

export type ResourcePartsFragment =
  | ResourceParts_VRxlOg5uexJhz8gqhu5SOvItXt1Xkb8XddpY1blJayc_Fragment
  | ResourceParts_2VsgjBg7l2pO42cS37HfXzUhb1nkyhgt7NLkmO0Co_Fragment
  | ResourceParts_HTh3w85nuRnUiAYtY32Ri6n6qD1AuTzrRrUoGz8gc4_Fragment
  | ResourceParts_JJ9euePzqYq7ZcmTrE3pdb4uusLkGDjVu1apU1cg4Y_Fragment
;

export type DrainedPodPartsFragment = { readonly outcome: DrainOutcome, readonly reason: string | null, readonly pod: { readonly metadata: { readonly name: string, readonly namespace: string | null } } };

export type SchedulerConfigPartsFragment = { readonly scheduler: string, readonly format: SchedulerConfigFormat | null, readonly document: any, readonly warnings: ReadonlyArray<{ readonly field: string, readonly reason: string }> };

export type AdmissionConfigPartsFragment = { readonly plugins: ReadonlyArray<string>, readonly warnings: ReadonlyArray<{ readonly field: string, readonly reason: string }> };

export type DeschedulerRunPartsFragment = { readonly number: number, readonly dryRun: boolean, readonly startedAt: string, readonly evicted: number, readonly refused: number, readonly readyNodes: ReadonlyArray<string>, readonly notes: ReadonlyArray<string>, readonly nodeClasses: ReadonlyArray<{ readonly strategy: string, readonly profile: string, readonly underutilized: ReadonlyArray<string>, readonly overutilized: ReadonlyArray<string> | null, readonly appropriate: ReadonlyArray<string> | null, readonly destinations: ReadonlyArray<string> | null, readonly neither: ReadonlyArray<string> | null }>, readonly decisions: ReadonlyArray<{ readonly namespace: string, readonly pod: string, readonly node: string, readonly profile: string, readonly strategy: string, readonly verdict: DeschedulingVerdict, readonly reason: string, readonly obstacle: string | null }> };

export type DeschedulerSchedulePartsFragment = { readonly policy: any, readonly interval: string | null, readonly cron: string | null, readonly dryRun: boolean, readonly nextAt: string };

export type ScenarioReportPartsFragment = { readonly name: string, readonly startedAt: string, readonly endedAt: string, readonly passed: boolean, readonly warnings: ReadonlyArray<string>, readonly steps: ReadonlyArray<{ readonly name: string, readonly at: string, readonly seconds: number, readonly action: string, readonly ok: boolean, readonly message: string }> };

export type ImportedKindPartsFragment = { readonly apiVersion: string, readonly kind: string, readonly count: number };

export type ImportNotePartsFragment = { readonly apiVersion: string, readonly kind: string, readonly namespace: string, readonly name: string, readonly text: string };

export type ScorePartsFragment = { readonly plugin: string, readonly priority: string | null, readonly raw: number, readonly normalized: number, readonly weight: number, readonly weighted: number };

export type NodeNameFragment = { readonly metadata: { readonly name: string } };

export type PodNameFragment = { readonly metadata: { readonly name: string, readonly namespace: string | null } };

export type ExplainSchedulingQueryVariables = Exact<{
  input: ExplainSchedulingInput;
}>;


export type ExplainSchedulingQuery = { readonly explainScheduling: { readonly schedulerName: string, readonly gates: ReadonlyArray<string>, readonly nominated: boolean, readonly feasibleCount: number, readonly evaluatedCount: number, readonly message: string, readonly preemptionRefused: string | null, readonly resourceVersion: string, readonly pod: { readonly spec: { readonly nodeName: string | null } | null, readonly metadata: { readonly name: string, readonly namespace: string | null } }, readonly selectedNode: { readonly metadata: { readonly name: string } } | null, readonly ties: ReadonlyArray<{ readonly metadata: { readonly name: string } }>, readonly extenders: ReadonlyArray<{ readonly url: string, readonly ignorable: boolean, readonly interested: boolean, readonly problems: ReadonlyArray<string> }>, readonly nodes: ReadonlyArray<{ readonly feasible: boolean, readonly total: number | null, readonly rank: number | null, readonly node: { readonly metadata: { readonly name: string } }, readonly preemption: { readonly role: PreemptionRole, readonly reason: string | null } | null, readonly filters: ReadonlyArray<{ readonly plugin: string, readonly predicate: string | null, readonly passed: boolean, readonly code: FilterCode, readonly reasons: ReadonlyArray<string>, readonly detail: any }>, readonly scores: ReadonlyArray<{ readonly plugin: string, readonly priority: string | null, readonly raw: number, readonly normalized: number, readonly weight: number, readonly weighted: number }> }>, readonly preemption: { readonly pdbViolations: number, readonly node: { readonly metadata: { readonly name: string } }, readonly victims: ReadonlyArray<{ readonly metadata: { readonly name: string, readonly namespace: string | null } }>, readonly candidates: ReadonlyArray<{ readonly pdbViolations: number, readonly outrankedBy: string | null, readonly node: { readonly metadata: { readonly name: string } }, readonly victims: ReadonlyArray<{ readonly metadata: { readonly name: string, readonly namespace: string | null } }> }> } | null } };

export type SchedulingDecisionsQueryVariables = Exact<{
  filter: SchedulingDecisionFilter;
  first?: number | null | undefined;
}>;


export type SchedulingDecisionsQuery = { readonly schedulingDecisions: { readonly nodes: ReadonlyArray<{ readonly time: string, readonly namespace: string, readonly podName: string, readonly attempt: number, readonly schedulerName: string, readonly outcome: DecisionOutcome, readonly nodeName: string | null, readonly message: string, readonly evaluatedCount: number, readonly feasibleCount: number, readonly tieCount: number, readonly tieNames: ReadonlyArray<string>, readonly rejections: ReadonlyArray<{ readonly plugin: string, readonly reason: string, readonly count: number, readonly nodeNames: ReadonlyArray<string> }>, readonly best: ReadonlyArray<{ readonly nodeName: string, readonly total: number, readonly scores: ReadonlyArray<{ readonly plugin: string, readonly priority: string | null, readonly raw: number, readonly normalized: number, readonly weight: number, readonly weighted: number }> }>, readonly preemption: { readonly nodeName: string, readonly pdbViolations: number, readonly victims: ReadonlyArray<{ readonly namespace: string, readonly name: string, readonly priority: number }>, readonly outranked: ReadonlyArray<{ readonly nodeName: string, readonly victimCount: number, readonly outrankedBy: string | null }> } | null }> } };

export type EvictionPreviewQueryVariables = Exact<{
  namespace: string;
  name: string;
}>;


export type EvictionPreviewQuery = { readonly evictionPreview: { readonly allowed: boolean, readonly errors: ReadonlyArray<{ readonly message: string }>, readonly budgets: ReadonlyArray<{ readonly metadata: { readonly name: string }, readonly status: { readonly currentHealthy: number, readonly desiredHealthy: number, readonly disruptionsAllowed: number, readonly expectedPods: number } | null }> } };

export type SnapshotPartsFragment = { readonly name: string, readonly path: string, readonly bytes: number, readonly formatVersion: number, readonly savedAt: string, readonly cluster: string, readonly seed: string, readonly resourceVersion: string, readonly time: string, readonly clockMode: ClockMode, readonly history: boolean, readonly changes: number, readonly decisions: number, readonly faults: number, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> };

export type SnapshotsQueryVariables = Exact<{ [key: string]: never; }>;


export type SnapshotsQuery = { readonly snapshots: ReadonlyArray<{ readonly name: string, readonly path: string, readonly bytes: number, readonly formatVersion: number, readonly savedAt: string, readonly cluster: string, readonly seed: string, readonly resourceVersion: string, readonly time: string, readonly clockMode: ClockMode, readonly history: boolean, readonly changes: number, readonly decisions: number, readonly faults: number, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> }> };

export type SnapshotQueryVariables = Exact<{
  name: string;
}>;


export type SnapshotQuery = { readonly snapshot: { readonly name: string, readonly path: string, readonly bytes: number, readonly formatVersion: number, readonly savedAt: string, readonly cluster: string, readonly seed: string, readonly resourceVersion: string, readonly time: string, readonly clockMode: ClockMode, readonly history: boolean, readonly changes: number, readonly decisions: number, readonly faults: number, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> } | null };

export type CreateClusterMutationVariables = Exact<{
  input: CreateClusterInput;
}>;


export type CreateClusterMutation = { readonly createCluster: { readonly cluster: { readonly name: string, readonly path: string, readonly seed: string, readonly createdAt: string, readonly resourceVersion: string | null, readonly settings: any, readonly forkedFrom: { readonly cluster: string, readonly resourceVersion: string } | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly history: { readonly oldestResourceVersion: string, readonly oldestTime: string | null, readonly changes: number, readonly bytes: number } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type UpdateClusterMutationVariables = Exact<{
  input: UpdateClusterInput;
}>;


export type UpdateClusterMutation = { readonly updateCluster: { readonly cluster: { readonly name: string, readonly path: string, readonly seed: string, readonly createdAt: string, readonly resourceVersion: string | null, readonly settings: any, readonly forkedFrom: { readonly cluster: string, readonly resourceVersion: string } | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly history: { readonly oldestResourceVersion: string, readonly oldestTime: string | null, readonly changes: number, readonly bytes: number } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type ForkClusterMutationVariables = Exact<{
  input: ForkClusterInput;
}>;


export type ForkClusterMutation = { readonly forkCluster: { readonly cluster: { readonly name: string, readonly path: string, readonly seed: string, readonly createdAt: string, readonly resourceVersion: string | null, readonly settings: any, readonly forkedFrom: { readonly cluster: string, readonly resourceVersion: string } | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly history: { readonly oldestResourceVersion: string, readonly oldestTime: string | null, readonly changes: number, readonly bytes: number } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type RewindClusterMutationVariables = Exact<{
  input: RewindClusterInput;
}>;


export type RewindClusterMutation = { readonly rewindCluster: { readonly cluster: { readonly name: string, readonly path: string, readonly seed: string, readonly createdAt: string, readonly resourceVersion: string | null, readonly settings: any, readonly forkedFrom: { readonly cluster: string, readonly resourceVersion: string } | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly history: { readonly oldestResourceVersion: string, readonly oldestTime: string | null, readonly changes: number, readonly bytes: number } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type SetClockModeMutationVariables = Exact<{
  input: SetClockModeInput;
}>;


export type SetClockModeMutation = { readonly setClockMode: { readonly endedBy: AdvanceEnd | null, readonly events: number | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type HoldClockMutationVariables = Exact<{
  input: HoldClockInput;
}>;


export type HoldClockMutation = { readonly holdClock: { readonly name: string | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type ReleaseClockMutationVariables = Exact<{
  input: ReleaseClockInput;
}>;


export type ReleaseClockMutation = { readonly releaseClock: { readonly name: string | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type AdvanceClockMutationVariables = Exact<{
  input: AdvanceClockInput;
}>;


export type AdvanceClockMutation = { readonly advanceClock: { readonly endedBy: AdvanceEnd | null, readonly events: number | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type ImportStateMutationVariables = Exact<{
  input: ImportStateInput;
}>;


export type ImportStateMutation = { readonly importState: { readonly asOf: string | null, readonly changed: ReadonlyArray<{ readonly apiVersion: string, readonly kind: string, readonly namespace: string, readonly name: string, readonly text: string }> | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly imported: ReadonlyArray<{ readonly apiVersion: string, readonly kind: string, readonly count: number }> | null, readonly leftOut: ReadonlyArray<{ readonly apiVersion: string, readonly kind: string, readonly namespace: string, readonly name: string, readonly text: string }> | null } };

export type SaveSnapshotMutationVariables = Exact<{
  input: SaveSnapshotInput;
}>;


export type SaveSnapshotMutation = { readonly saveSnapshot: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly snapshot: { readonly name: string, readonly path: string, readonly bytes: number, readonly formatVersion: number, readonly savedAt: string, readonly cluster: string, readonly seed: string, readonly resourceVersion: string, readonly time: string, readonly clockMode: ClockMode, readonly history: boolean, readonly changes: number, readonly decisions: number, readonly faults: number, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> } | null } };

export type RestoreSnapshotMutationVariables = Exact<{
  input: RestoreSnapshotInput;
}>;


export type RestoreSnapshotMutation = { readonly restoreSnapshot: { readonly cluster: { readonly name: string, readonly path: string, readonly seed: string, readonly createdAt: string, readonly resourceVersion: string | null, readonly settings: any, readonly forkedFrom: { readonly cluster: string, readonly resourceVersion: string } | null, readonly clock: { readonly mode: ClockMode, readonly rate: number, readonly now: string, readonly nextEventAt: string | null, readonly problem: string | null } | null, readonly history: { readonly oldestResourceVersion: string, readonly oldestTime: string | null, readonly changes: number, readonly bytes: number } | null } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type DeleteSnapshotMutationVariables = Exact<{
  input: DeleteSnapshotInput;
}>;


export type DeleteSnapshotMutation = { readonly deleteSnapshot: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly snapshot: { readonly name: string, readonly path: string, readonly bytes: number, readonly formatVersion: number, readonly savedAt: string, readonly cluster: string, readonly seed: string, readonly resourceVersion: string, readonly time: string, readonly clockMode: ClockMode, readonly history: boolean, readonly changes: number, readonly decisions: number, readonly faults: number, readonly components: ReadonlyArray<string>, readonly resources: ReadonlyArray<{ readonly resource: string, readonly count: number }> } | null } };

export type StopRecordingMutationVariables = Exact<{
  input: StopRecordingInput;
}>;


export type StopRecordingMutation = { readonly stopRecording: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly recording: { readonly cluster: string, readonly isOn: boolean, readonly startedAt: string, readonly build: string, readonly entries: number, readonly endedBecause: string | null, readonly endedAtResourceVersion: string | null } | null } };

export type ReplayRecordingMutationVariables = Exact<{
  input: ReplayRecordingInput;
}>;


export type ReplayRecordingMutation = { readonly replayRecording: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly report: { readonly isSame: boolean, readonly recorded: string, readonly kept: string | null, readonly recordedBy: string, readonly repeatedBy: string, readonly inputs: number, readonly compared: number, readonly notKept: number, readonly difference: { readonly resourceVersion: string, readonly recorded: { readonly resourceVersion: string, readonly at: string, readonly operation: string, readonly resource: string, readonly namespace: string, readonly name: string, readonly object: any } | null, readonly repeated: { readonly resourceVersion: string, readonly at: string, readonly operation: string, readonly resource: string, readonly namespace: string, readonly name: string, readonly object: any } | null } | null } | null } };

export type StopHeartbeatsMutationVariables = Exact<{
  input: StopHeartbeatsInput;
}>;


export type StopHeartbeatsMutation = { readonly stopHeartbeats: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly faults: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean, readonly since: string, readonly until: string | null, readonly amount: string | null, readonly factor: number | null, readonly latency: string | null }> } };

export type ResumeHeartbeatsMutationVariables = Exact<{
  input: ResumeHeartbeatsInput;
}>;


export type ResumeHeartbeatsMutation = { readonly resumeHeartbeats: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly faults: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean, readonly since: string, readonly until: string | null, readonly amount: string | null, readonly factor: number | null, readonly latency: string | null }> } };

export type InjectFaultMutationVariables = Exact<{
  input: InjectFaultInput;
}>;


export type InjectFaultMutation = { readonly injectFault: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly faults: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean, readonly since: string, readonly until: string | null, readonly amount: string | null, readonly factor: number | null, readonly latency: string | null }> } };

export type ClearFaultsMutationVariables = Exact<{
  input: ClearFaultsInput;
}>;


export type ClearFaultsMutation = { readonly clearFaults: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly faults: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean, readonly since: string, readonly until: string | null, readonly amount: string | null, readonly factor: number | null, readonly latency: string | null }> } };

export type RestartComponentMutationVariables = Exact<{
  input: RestartComponentInput;
}>;


export type RestartComponentMutation = { readonly restartComponent: { readonly component: Component | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type CrashNodeMutationVariables = Exact<{
  input: CrashNodeInput;
}>;


export type CrashNodeMutation = { readonly crashNode: { readonly nodes: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly faults: ReadonlyArray<{ readonly kind: FaultKind, readonly nodeName: string, readonly isInForce: boolean, readonly since: string, readonly until: string | null, readonly amount: string | null, readonly factor: number | null, readonly latency: string | null }> } };

export type AddApiFaultMutationVariables = Exact<{
  input: AddApiFaultInput;
}>;


export type AddApiFaultMutation = { readonly addApiFault: { readonly apiFaults: ReadonlyArray<{ readonly name: string, readonly users: ReadonlyArray<string> | null, readonly userAgents: ReadonlyArray<string> | null, readonly verbs: ReadonlyArray<string> | null, readonly resources: ReadonlyArray<string> | null, readonly namespaces: ReadonlyArray<string> | null, readonly names: ReadonlyArray<string> | null, readonly code: number | null, readonly message: string | null, readonly retryAfter: string | null, readonly latency: string | null, readonly watchLifetime: string | null, readonly probability: number | null, readonly times: number | null, readonly hits: number }>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type RemoveApiFaultMutationVariables = Exact<{
  input: RemoveApiFaultInput;
}>;


export type RemoveApiFaultMutation = { readonly removeApiFault: { readonly apiFaults: ReadonlyArray<{ readonly name: string, readonly users: ReadonlyArray<string> | null, readonly userAgents: ReadonlyArray<string> | null, readonly verbs: ReadonlyArray<string> | null, readonly resources: ReadonlyArray<string> | null, readonly namespaces: ReadonlyArray<string> | null, readonly names: ReadonlyArray<string> | null, readonly code: number | null, readonly message: string | null, readonly retryAfter: string | null, readonly latency: string | null, readonly watchLifetime: string | null, readonly probability: number | null, readonly times: number | null, readonly hits: number }>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type RunScenarioMutationVariables = Exact<{
  input: RunScenarioInput;
}>;


export type RunScenarioMutation = { readonly runScenario: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly report: { readonly name: string, readonly startedAt: string, readonly endedAt: string, readonly passed: boolean, readonly warnings: ReadonlyArray<string>, readonly steps: ReadonlyArray<{ readonly name: string, readonly at: string, readonly seconds: number, readonly action: string, readonly ok: boolean, readonly message: string }> } | null } };

export type SetNodeHealthMutationVariables = Exact<{
  input: SetNodeHealthInput;
}>;


export type SetNodeHealthMutation = { readonly setNodeHealth: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type CordonNodeMutationVariables = Exact<{
  input: CordonNodeInput;
}>;


export type CordonNodeMutation = { readonly cordonNode: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type UncordonNodeMutationVariables = Exact<{
  input: UncordonNodeInput;
}>;


export type UncordonNodeMutation = { readonly uncordonNode: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type DrainNodeMutationVariables = Exact<{
  input: DrainNodeInput;
}>;


export type DrainNodeMutation = { readonly drainNode: { readonly isDrained: boolean | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null, readonly pods: ReadonlyArray<{ readonly outcome: DrainOutcome, readonly reason: string | null, readonly pod: { readonly metadata: { readonly name: string, readonly namespace: string | null } } }> } };

export type AddNodesMutationVariables = Exact<{
  input: AddNodesInput;
}>;


export type AddNodesMutation = { readonly addNodes: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly nodes: ReadonlyArray<{ readonly metadata: { readonly name: string } }> } };

export type RemoveNodeMutationVariables = Exact<{
  input: RemoveNodeInput;
}>;


export type RemoveNodeMutation = { readonly removeNode: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type AddTaintMutationVariables = Exact<{
  input: AddTaintInput;
}>;


export type AddTaintMutation = { readonly addTaint: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type RemoveTaintMutationVariables = Exact<{
  input: RemoveTaintInput;
}>;


export type RemoveTaintMutation = { readonly removeTaint: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type AddPodsMutationVariables = Exact<{
  input: AddPodsInput;
}>;


export type AddPodsMutation = { readonly addPods: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly pods: ReadonlyArray<{ readonly metadata: { readonly name: string, readonly namespace: string | null } }> } };

export type BindPodMutationVariables = Exact<{
  input: BindPodInput;
}>;


export type BindPodMutation = { readonly bindPod: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly pod: { readonly metadata: { readonly name: string, readonly namespace: string | null } } | null } };

export type EvictPodMutationVariables = Exact<{
  input: EvictPodInput;
}>;


export type EvictPodMutation = { readonly evictPod: { readonly evicted: boolean | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly pod: { readonly metadata: { readonly name: string, readonly namespace: string | null } } | null } };

export type SetNodeUsageMutationVariables = Exact<{
  input: SetNodeUsageInput;
}>;


export type SetNodeUsageMutation = { readonly setNodeUsage: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type SetPodUsageMutationVariables = Exact<{
  input: SetPodUsageInput;
}>;


export type SetPodUsageMutation = { readonly setPodUsage: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly pod: { readonly metadata: { readonly name: string, readonly namespace: string | null } } | null } };

export type SetNodeConditionMutationVariables = Exact<{
  input: SetNodeConditionInput;
}>;


export type SetNodeConditionMutation = { readonly setNodeCondition: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly node: { readonly metadata: { readonly name: string } } | null } };

export type SetSchedulerConfigMutationVariables = Exact<{
  input: SetSchedulerConfigInput;
}>;


export type SetSchedulerConfigMutation = { readonly setSchedulerConfig: { readonly config: { readonly scheduler: string, readonly format: SchedulerConfigFormat | null, readonly document: any, readonly warnings: ReadonlyArray<{ readonly field: string, readonly reason: string }> } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type RunDeschedulerMutationVariables = Exact<{
  input: RunDeschedulerInput;
}>;


export type RunDeschedulerMutation = { readonly runDescheduler: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly run: { readonly number: number, readonly dryRun: boolean, readonly startedAt: string, readonly evicted: number, readonly refused: number, readonly readyNodes: ReadonlyArray<string>, readonly notes: ReadonlyArray<string>, readonly nodeClasses: ReadonlyArray<{ readonly strategy: string, readonly profile: string, readonly underutilized: ReadonlyArray<string>, readonly overutilized: ReadonlyArray<string> | null, readonly appropriate: ReadonlyArray<string> | null, readonly destinations: ReadonlyArray<string> | null, readonly neither: ReadonlyArray<string> | null }>, readonly decisions: ReadonlyArray<{ readonly namespace: string, readonly pod: string, readonly node: string, readonly profile: string, readonly strategy: string, readonly verdict: DeschedulingVerdict, readonly reason: string, readonly obstacle: string | null }> } | null } };

export type SetDeschedulerScheduleMutationVariables = Exact<{
  input: SetDeschedulerScheduleInput;
}>;


export type SetDeschedulerScheduleMutation = { readonly setDeschedulerSchedule: { readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly schedule: { readonly policy: any, readonly interval: string | null, readonly cron: string | null, readonly dryRun: boolean, readonly nextAt: string } | null } };

export type SetAdmissionConfigMutationVariables = Exact<{
  input: SetAdmissionConfigInput;
}>;


export type SetAdmissionConfigMutation = { readonly setAdmissionConfig: { readonly config: { readonly plugins: ReadonlyArray<string>, readonly warnings: ReadonlyArray<{ readonly field: string, readonly reason: string }> } | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type CreateTokenMutationVariables = Exact<{
  input: CreateTokenInput;
}>;


export type CreateTokenMutation = { readonly createToken: { readonly expirationTimestamp: string | null, readonly token: string | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }> } };

export type CreateObjectMutationVariables = Exact<{
  input: CreateObjectInput;
}>;


export type CreateObjectMutation = { readonly createObject: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
    > } };

export type ApplyObjectMutationVariables = Exact<{
  input: ApplyObjectInput;
}>;


export type ApplyObjectMutation = { readonly applyObject: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
    > } };

export type UpdateObjectMutationVariables = Exact<{
  input: UpdateObjectInput;
}>;


export type UpdateObjectMutation = { readonly updateObject: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
    > } };

export type PatchObjectMutationVariables = Exact<{
  input: PatchObjectInput;
}>;


export type PatchObjectMutation = { readonly patchObject: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
    > } };

export type DeleteObjectMutationVariables = Exact<{
  input: DeleteObjectInput;
}>;


export type DeleteObjectMutation = { readonly deleteObject: { readonly isGone: boolean | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly object:
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
     | null } };

export type DeleteObjectsMutationVariables = Exact<{
  input: DeleteObjectsInput;
}>;


export type DeleteObjectsMutation = { readonly deleteObjects: { readonly count: number | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
    > } };

export type SetLabelsMutationVariables = Exact<{
  input: SetLabelsInput;
}>;


export type SetLabelsMutation = { readonly setLabels: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly objects: ReadonlyArray<
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
    > } };

export type ScaleMutationVariables = Exact<{
  input: ScaleInput;
}>;


export type ScaleMutation = { readonly scale: { readonly replicas: number | null, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly object:
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
     | null } };

export type RolloutRestartMutationVariables = Exact<{
  input: RolloutRestartInput;
}>;


export type RolloutRestartMutation = { readonly rolloutRestart: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly object:
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
     | null } };

export type RolloutUndoMutationVariables = Exact<{
  input: RolloutUndoInput;
}>;


export type RolloutUndoMutation = { readonly rolloutUndo: { readonly warnings: ReadonlyArray<string>, readonly errors: ReadonlyArray<{ readonly code: ErrorCode, readonly message: string, readonly field: ReadonlyArray<string> | null }>, readonly object:
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
      | { readonly apiVersion: string, readonly kind: string, readonly json: any, readonly metadata: { readonly name: string, readonly namespace: string | null } }
     | null } };


/** Sends a query with its variables and answers with its data. */
export type Ask = <T>(query: string, variables: unknown) => Promise<T>;

/** A function for each operation. */
export function operationsOver(ask: Ask) {
  return {
    clock: (variables: ClockQueryVariables = {}): Promise<ClockQuery> =>
      ask("query clock { clock { ...ClockParts } } fragment ClockParts on Clock { mode rate now nextEventAt problem }", variables),
    pauseClock: (variables: PauseClockMutationVariables = {}): Promise<PauseClockMutation> =>
      ask("mutation pauseClock { pauseClock(input: {}) { clock { ...ClockParts } errors { ...UserErrorParts } } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    resumeClock: (variables: ResumeClockMutationVariables = {}): Promise<ResumeClockMutation> =>
      ask("mutation resumeClock { resumeClock(input: {}) { clock { ...ClockParts } errors { ...UserErrorParts } } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    clockAndConditions: (variables: ClockAndConditionsQueryVariables): Promise<ClockAndConditionsQuery> =>
      ask("query clockAndConditions($conditions: [ClockConditionInput!]!) { clock { now } conditionsMet(conditions: $conditions) }", variables),
    clusters: (variables: ClustersQueryVariables = {}): Promise<ClustersQuery> =>
      ask("query clusters { clusters { ...ClusterParts } } fragment ClusterParts on ClusterInfo { name path seed createdAt forkedFrom { cluster resourceVersion } resourceVersion settings clock { ...ClockParts } history { oldestResourceVersion oldestTime changes bytes } } fragment ClockParts on Clock { mode rate now nextEventAt problem }", variables),
    cluster: (variables: ClusterQueryVariables): Promise<ClusterQuery> =>
      ask("query cluster($name: String!) { cluster(name: $name) { ...ClusterParts } } fragment ClusterParts on ClusterInfo { name path seed createdAt forkedFrom { cluster resourceVersion } resourceVersion settings clock { ...ClockParts } history { oldestResourceVersion oldestTime changes bytes } } fragment ClockParts on Clock { mode rate now nextEventAt problem }", variables),
    serverInfo: (variables: ServerInfoQueryVariables = {}): Promise<ServerInfoQuery> =>
      ask("query serverInfo { serverInfo { cluster version features resourceVersion compatibility } }", variables),
    clusterSummary: (variables: ClusterSummaryQueryVariables = {}): Promise<ClusterSummaryQuery> =>
      ask("query clusterSummary { clusterSummary { nodes { total ready cordoned } pods { total pending running succeeded failed } } }", variables),
    deleteCluster: (variables: DeleteClusterMutationVariables): Promise<DeleteClusterMutation> =>
      ask("mutation deleteCluster($input: DeleteClusterInput!) { deleteCluster(input: $input) { cluster { name } errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message field }", variables),
    recordings: (variables: RecordingsQueryVariables = {}): Promise<RecordingsQuery> =>
      ask("query recordings { recordings { ...RecordingParts } } fragment RecordingParts on ClusterRecording { cluster isOn startedAt build entries endedBecause endedAtResourceVersion }", variables),
    configurations: (variables: ConfigurationsQueryVariables = {}): Promise<ConfigurationsQuery> =>
      ask("query configurations { schedulerConfigs { scheduler format document } admissionConfig { admissionConfig kubernetesMasterConfig projectConfig } }", variables),
    deschedulingDecisions: (variables: DeschedulingDecisionsQueryVariables): Promise<DeschedulingDecisionsQuery> =>
      ask("query deschedulingDecisions($filter: DeschedulingDecisionFilter!, $first: Int!) { deschedulingDecisions(filter: $filter, first: $first) { time dryRun node profile strategy verdict reason obstacle } }", variables),
    events: (variables: EventsQueryVariables = {}): Promise<EventsQuery> =>
      ask("query events($filter: EventFilter, $first: Int, $after: String) { events(filter: $filter, first: $first, after: $after) { nodes { type reason message count firstTimestamp lastTimestamp eventTime involvedObject { kind namespace name } metadata { creationTimestamp } } pageInfo { hasNextPage endCursor } } }", variables),
    faults: (variables: FaultsQueryVariables = {}): Promise<FaultsQuery> =>
      ask("query faults($at: String) { faults(at: $at) { ...FaultParts } } fragment FaultParts on Fault { kind nodeName isInForce since until amount factor latency }", variables),
    faultHistory: (variables: FaultHistoryQueryVariables = {}): Promise<FaultHistoryQuery> =>
      ask("query faultHistory($since: String, $until: String, $nodes: [String!], $kinds: [FaultKind!], $first: Int, $after: String) { faultHistory( since: $since until: $until nodes: $nodes kinds: $kinds first: $first after: $after ) { periods { kind nodeName since until amount factor latency from to setAt setBy clearedAt clearedBy } endCursor hasNextPage } }", variables),
    apiFaults: (variables: ApiFaultsQueryVariables = {}): Promise<ApiFaultsQuery> =>
      ask("query apiFaults { apiFaults { ...ApiFaultParts } } fragment ApiFaultParts on ApiFault { name users userAgents verbs resources namespaces names code message retryAfter latency watchLifetime probability times hits }", variables),
    changes: (variables: ChangesQueryVariables = {}): Promise<ChangesQuery> =>
      ask("query changes($object: ChangedObjectInput, $withEvents: Boolean, $since: String, $until: String, $after: String, $first: Int) { changes( object: $object withEvents: $withEvents since: $since until: $until after: $after first: $first ) { changes { ...ChangeParts } endCursor hasNextPage } } fragment ChangeParts on ObjectChange { resourceVersion time operation apiVersion kind namespace name uid writer client reason fields { path before after } }", variables),
    clusterDiff: (variables: ClusterDiffQueryVariables): Promise<ClusterDiffQuery> =>
      ask("query clusterDiff($from: String!, $to: String, $object: ChangedObjectInput, $withEvents: Boolean, $first: Int) { clusterDiff( from: $from to: $to object: $object withEvents: $withEvents first: $first ) { from { ...ComparedStateParts } to { ...ComparedStateParts } added removed changed objects { change apiVersion kind namespace name fields { path before after } } } } fragment ComparedStateParts on ComparedState { cluster resourceVersion time pods placed waiting meanWaitSeconds restarts evictions zones { name pods utilization { cpuPercent memoryPercent } } }", variables),
    zones: (variables: ZonesQueryVariables = {}): Promise<ZonesQuery> =>
      ask("query zones($at: String) { zones(at: $at) { ...ZoneParts } } fragment ZoneParts on Zone { name region state nodes unhealthyNodes waitingNodes evictionRate }", variables),
    zoneHistory: (variables: ZoneHistoryQueryVariables = {}): Promise<ZoneHistoryQuery> =>
      ask("query zoneHistory($since: String, $until: String, $zone: String, $first: Int, $after: String) { zoneHistory( since: $since until: $until zone: $zone first: $first after: $after ) { periods { from to zone { ...ZoneParts } } endCursor hasNextPage } } fragment ZoneParts on Zone { name region state nodes unhealthyNodes waitingNodes evictionRate }", variables),
    object: (variables: ObjectQueryVariables): Promise<ObjectQuery> =>
      ask("query object($apiVersion: String!, $kind: String!, $namespace: String, $name: String!) { object(apiVersion: $apiVersion, kind: $kind, namespace: $namespace, name: $name) { json } }", variables),
    objects: (variables: ObjectsQueryVariables): Promise<ObjectsQuery> =>
      ask("query objects($apiVersion: String!, $kind: String!, $filter: ResourceFilter, $first: Int, $after: String) { objects( apiVersion: $apiVersion kind: $kind filter: $filter first: $first after: $after ) { nodes { json } pageInfo { hasNextPage endCursor } } }", variables),
    explainScheduling: (variables: ExplainSchedulingQueryVariables): Promise<ExplainSchedulingQuery> =>
      ask("query explainScheduling($input: ExplainSchedulingInput!) { explainScheduling(input: $input) { schedulerName pod { ...PodName spec { nodeName } } gates selectedNode { ...NodeName } nominated ties { ...NodeName } feasibleCount evaluatedCount message preemptionRefused resourceVersion extenders { url ignorable interested problems } nodes { node { ...NodeName } feasible total rank preemption { role reason } filters { plugin predicate passed code reasons detail } scores { ...ScoreParts } } preemption { node { ...NodeName } victims { ...PodName } pdbViolations candidates { node { ...NodeName } victims { ...PodName } pdbViolations outrankedBy } } } } fragment PodName on Pod { metadata { name namespace } } fragment NodeName on Node { metadata { name } } fragment ScoreParts on PluginScore { plugin priority raw normalized weight weighted }", variables),
    schedulingDecisions: (variables: SchedulingDecisionsQueryVariables): Promise<SchedulingDecisionsQuery> =>
      ask("query schedulingDecisions($filter: SchedulingDecisionFilter!, $first: Int) { schedulingDecisions(filter: $filter, first: $first) { nodes { time namespace podName attempt schedulerName outcome nodeName message evaluatedCount feasibleCount tieCount tieNames rejections { plugin reason count nodeNames } best { nodeName total scores { ...ScoreParts } } preemption { nodeName victims { namespace name priority } pdbViolations outranked { nodeName victimCount outrankedBy } } } } } fragment ScoreParts on PluginScore { plugin priority raw normalized weight weighted }", variables),
    evictionPreview: (variables: EvictionPreviewQueryVariables): Promise<EvictionPreviewQuery> =>
      ask("query evictionPreview($namespace: String!, $name: String!) { evictionPreview(namespace: $namespace, name: $name) { allowed errors { message } budgets { metadata { name } status { currentHealthy desiredHealthy disruptionsAllowed expectedPods } } } }", variables),
    snapshots: (variables: SnapshotsQueryVariables = {}): Promise<SnapshotsQuery> =>
      ask("query snapshots { snapshots { ...SnapshotParts } } fragment SnapshotParts on Snapshot { name path bytes formatVersion savedAt cluster seed resourceVersion time clockMode history changes decisions faults resources { resource count } components }", variables),
    snapshot: (variables: SnapshotQueryVariables): Promise<SnapshotQuery> =>
      ask("query snapshot($name: String!) { snapshot(name: $name) { ...SnapshotParts } } fragment SnapshotParts on Snapshot { name path bytes formatVersion savedAt cluster seed resourceVersion time clockMode history changes decisions faults resources { resource count } components }", variables),
    createCluster: (variables: CreateClusterMutationVariables): Promise<CreateClusterMutation> =>
      ask("mutation createCluster($input: CreateClusterInput!) { createCluster(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path seed createdAt forkedFrom { cluster resourceVersion } resourceVersion settings clock { ...ClockParts } history { oldestResourceVersion oldestTime changes bytes } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    updateCluster: (variables: UpdateClusterMutationVariables): Promise<UpdateClusterMutation> =>
      ask("mutation updateCluster($input: UpdateClusterInput!) { updateCluster(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path seed createdAt forkedFrom { cluster resourceVersion } resourceVersion settings clock { ...ClockParts } history { oldestResourceVersion oldestTime changes bytes } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    forkCluster: (variables: ForkClusterMutationVariables): Promise<ForkClusterMutation> =>
      ask("mutation forkCluster($input: ForkClusterInput!) { forkCluster(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path seed createdAt forkedFrom { cluster resourceVersion } resourceVersion settings clock { ...ClockParts } history { oldestResourceVersion oldestTime changes bytes } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    rewindCluster: (variables: RewindClusterMutationVariables): Promise<RewindClusterMutation> =>
      ask("mutation rewindCluster($input: RewindClusterInput!) { rewindCluster(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path seed createdAt forkedFrom { cluster resourceVersion } resourceVersion settings clock { ...ClockParts } history { oldestResourceVersion oldestTime changes bytes } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    setClockMode: (variables: SetClockModeMutationVariables): Promise<SetClockModeMutation> =>
      ask("mutation setClockMode($input: SetClockModeInput!) { setClockMode(input: $input) { clock { ...ClockParts } endedBy errors { ...UserErrorParts } events } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    holdClock: (variables: HoldClockMutationVariables): Promise<HoldClockMutation> =>
      ask("mutation holdClock($input: HoldClockInput!) { holdClock(input: $input) { clock { ...ClockParts } errors { ...UserErrorParts } name } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    releaseClock: (variables: ReleaseClockMutationVariables): Promise<ReleaseClockMutation> =>
      ask("mutation releaseClock($input: ReleaseClockInput!) { releaseClock(input: $input) { clock { ...ClockParts } errors { ...UserErrorParts } name } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    advanceClock: (variables: AdvanceClockMutationVariables): Promise<AdvanceClockMutation> =>
      ask("mutation advanceClock($input: AdvanceClockInput!) { advanceClock(input: $input) { clock { ...ClockParts } endedBy errors { ...UserErrorParts } events } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    importState: (variables: ImportStateMutationVariables): Promise<ImportStateMutation> =>
      ask("mutation importState($input: ImportStateInput!) { importState(input: $input) { asOf changed { ...ImportNoteParts } errors { ...UserErrorParts } imported { ...ImportedKindParts } leftOut { ...ImportNoteParts } } } fragment ImportNoteParts on ImportNote { apiVersion kind namespace name text } fragment UserErrorParts on UserError { code message field } fragment ImportedKindParts on ImportedKind { apiVersion kind count }", variables),
    saveSnapshot: (variables: SaveSnapshotMutationVariables): Promise<SaveSnapshotMutation> =>
      ask("mutation saveSnapshot($input: SaveSnapshotInput!) { saveSnapshot(input: $input) { errors { ...UserErrorParts } snapshot { ...SnapshotParts } } } fragment UserErrorParts on UserError { code message field } fragment SnapshotParts on Snapshot { name path bytes formatVersion savedAt cluster seed resourceVersion time clockMode history changes decisions faults resources { resource count } components }", variables),
    restoreSnapshot: (variables: RestoreSnapshotMutationVariables): Promise<RestoreSnapshotMutation> =>
      ask("mutation restoreSnapshot($input: RestoreSnapshotInput!) { restoreSnapshot(input: $input) { cluster { ...ClusterParts } errors { ...UserErrorParts } } } fragment ClusterParts on ClusterInfo { name path seed createdAt forkedFrom { cluster resourceVersion } resourceVersion settings clock { ...ClockParts } history { oldestResourceVersion oldestTime changes bytes } } fragment ClockParts on Clock { mode rate now nextEventAt problem } fragment UserErrorParts on UserError { code message field }", variables),
    deleteSnapshot: (variables: DeleteSnapshotMutationVariables): Promise<DeleteSnapshotMutation> =>
      ask("mutation deleteSnapshot($input: DeleteSnapshotInput!) { deleteSnapshot(input: $input) { errors { ...UserErrorParts } snapshot { ...SnapshotParts } } } fragment UserErrorParts on UserError { code message field } fragment SnapshotParts on Snapshot { name path bytes formatVersion savedAt cluster seed resourceVersion time clockMode history changes decisions faults resources { resource count } components }", variables),
    stopRecording: (variables: StopRecordingMutationVariables): Promise<StopRecordingMutation> =>
      ask("mutation stopRecording($input: StopRecordingInput!) { stopRecording(input: $input) { errors { ...UserErrorParts } recording { ...RecordingParts } } } fragment UserErrorParts on UserError { code message field } fragment RecordingParts on ClusterRecording { cluster isOn startedAt build entries endedBecause endedAtResourceVersion }", variables),
    replayRecording: (variables: ReplayRecordingMutationVariables): Promise<ReplayRecordingMutation> =>
      ask("mutation replayRecording($input: ReplayRecordingInput!) { replayRecording(input: $input) { errors { ...UserErrorParts } report { ...ReplayParts } } } fragment UserErrorParts on UserError { code message field } fragment ReplayParts on ReplayReport { isSame recorded kept recordedBy repeatedBy inputs compared notKept difference { resourceVersion recorded { ...ComparedParts } repeated { ...ComparedParts } } } fragment ComparedParts on ComparedChange { resourceVersion at operation resource namespace name object }", variables),
    stopHeartbeats: (variables: StopHeartbeatsMutationVariables): Promise<StopHeartbeatsMutation> =>
      ask("mutation stopHeartbeats($input: StopHeartbeatsInput!) { stopHeartbeats(input: $input) { errors { ...UserErrorParts } faults { ...FaultParts } nodes } } fragment UserErrorParts on UserError { code message field } fragment FaultParts on Fault { kind nodeName isInForce since until amount factor latency }", variables),
    resumeHeartbeats: (variables: ResumeHeartbeatsMutationVariables): Promise<ResumeHeartbeatsMutation> =>
      ask("mutation resumeHeartbeats($input: ResumeHeartbeatsInput!) { resumeHeartbeats(input: $input) { errors { ...UserErrorParts } faults { ...FaultParts } nodes } } fragment UserErrorParts on UserError { code message field } fragment FaultParts on Fault { kind nodeName isInForce since until amount factor latency }", variables),
    injectFault: (variables: InjectFaultMutationVariables): Promise<InjectFaultMutation> =>
      ask("mutation injectFault($input: InjectFaultInput!) { injectFault(input: $input) { errors { ...UserErrorParts } faults { ...FaultParts } nodes } } fragment UserErrorParts on UserError { code message field } fragment FaultParts on Fault { kind nodeName isInForce since until amount factor latency }", variables),
    clearFaults: (variables: ClearFaultsMutationVariables): Promise<ClearFaultsMutation> =>
      ask("mutation clearFaults($input: ClearFaultsInput!) { clearFaults(input: $input) { errors { ...UserErrorParts } faults { ...FaultParts } nodes } } fragment UserErrorParts on UserError { code message field } fragment FaultParts on Fault { kind nodeName isInForce since until amount factor latency }", variables),
    restartComponent: (variables: RestartComponentMutationVariables): Promise<RestartComponentMutation> =>
      ask("mutation restartComponent($input: RestartComponentInput!) { restartComponent(input: $input) { component errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message field }", variables),
    crashNode: (variables: CrashNodeMutationVariables): Promise<CrashNodeMutation> =>
      ask("mutation crashNode($input: CrashNodeInput!) { crashNode(input: $input) { errors { ...UserErrorParts } faults { ...FaultParts } nodes } } fragment UserErrorParts on UserError { code message field } fragment FaultParts on Fault { kind nodeName isInForce since until amount factor latency }", variables),
    addApiFault: (variables: AddApiFaultMutationVariables): Promise<AddApiFaultMutation> =>
      ask("mutation addApiFault($input: AddApiFaultInput!) { addApiFault(input: $input) { apiFaults { ...ApiFaultParts } errors { ...UserErrorParts } } } fragment ApiFaultParts on ApiFault { name users userAgents verbs resources namespaces names code message retryAfter latency watchLifetime probability times hits } fragment UserErrorParts on UserError { code message field }", variables),
    removeApiFault: (variables: RemoveApiFaultMutationVariables): Promise<RemoveApiFaultMutation> =>
      ask("mutation removeApiFault($input: RemoveApiFaultInput!) { removeApiFault(input: $input) { apiFaults { ...ApiFaultParts } errors { ...UserErrorParts } } } fragment ApiFaultParts on ApiFault { name users userAgents verbs resources namespaces names code message retryAfter latency watchLifetime probability times hits } fragment UserErrorParts on UserError { code message field }", variables),
    runScenario: (variables: RunScenarioMutationVariables): Promise<RunScenarioMutation> =>
      ask("mutation runScenario($input: RunScenarioInput!) { runScenario(input: $input) { errors { ...UserErrorParts } report { ...ScenarioReportParts } } } fragment UserErrorParts on UserError { code message field } fragment ScenarioReportParts on ScenarioReport { name startedAt endedAt passed warnings steps { name at seconds action ok message } }", variables),
    setNodeHealth: (variables: SetNodeHealthMutationVariables): Promise<SetNodeHealthMutation> =>
      ask("mutation setNodeHealth($input: SetNodeHealthInput!) { setNodeHealth(input: $input) { errors { ...UserErrorParts } } } fragment UserErrorParts on UserError { code message field }", variables),
    cordonNode: (variables: CordonNodeMutationVariables): Promise<CordonNodeMutation> =>
      ask("mutation cordonNode($input: CordonNodeInput!) { cordonNode(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message field } fragment NodeName on Node { metadata { name } }", variables),
    uncordonNode: (variables: UncordonNodeMutationVariables): Promise<UncordonNodeMutation> =>
      ask("mutation uncordonNode($input: UncordonNodeInput!) { uncordonNode(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message field } fragment NodeName on Node { metadata { name } }", variables),
    drainNode: (variables: DrainNodeMutationVariables): Promise<DrainNodeMutation> =>
      ask("mutation drainNode($input: DrainNodeInput!) { drainNode(input: $input) { errors { ...UserErrorParts } isDrained node { ...NodeName } pods { ...DrainedPodParts } } } fragment UserErrorParts on UserError { code message field } fragment NodeName on Node { metadata { name } } fragment DrainedPodParts on DrainedPod { outcome reason pod { ...PodName } } fragment PodName on Pod { metadata { name namespace } }", variables),
    addNodes: (variables: AddNodesMutationVariables): Promise<AddNodesMutation> =>
      ask("mutation addNodes($input: AddNodesInput!) { addNodes(input: $input) { errors { ...UserErrorParts } nodes { ...NodeName } } } fragment UserErrorParts on UserError { code message field } fragment NodeName on Node { metadata { name } }", variables),
    removeNode: (variables: RemoveNodeMutationVariables): Promise<RemoveNodeMutation> =>
      ask("mutation removeNode($input: RemoveNodeInput!) { removeNode(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message field } fragment NodeName on Node { metadata { name } }", variables),
    addTaint: (variables: AddTaintMutationVariables): Promise<AddTaintMutation> =>
      ask("mutation addTaint($input: AddTaintInput!) { addTaint(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message field } fragment NodeName on Node { metadata { name } }", variables),
    removeTaint: (variables: RemoveTaintMutationVariables): Promise<RemoveTaintMutation> =>
      ask("mutation removeTaint($input: RemoveTaintInput!) { removeTaint(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message field } fragment NodeName on Node { metadata { name } }", variables),
    addPods: (variables: AddPodsMutationVariables): Promise<AddPodsMutation> =>
      ask("mutation addPods($input: AddPodsInput!) { addPods(input: $input) { errors { ...UserErrorParts } pods { ...PodName } } } fragment UserErrorParts on UserError { code message field } fragment PodName on Pod { metadata { name namespace } }", variables),
    bindPod: (variables: BindPodMutationVariables): Promise<BindPodMutation> =>
      ask("mutation bindPod($input: BindPodInput!) { bindPod(input: $input) { errors { ...UserErrorParts } pod { ...PodName } warnings } } fragment UserErrorParts on UserError { code message field } fragment PodName on Pod { metadata { name namespace } }", variables),
    evictPod: (variables: EvictPodMutationVariables): Promise<EvictPodMutation> =>
      ask("mutation evictPod($input: EvictPodInput!) { evictPod(input: $input) { errors { ...UserErrorParts } evicted pod { ...PodName } } } fragment UserErrorParts on UserError { code message field } fragment PodName on Pod { metadata { name namespace } }", variables),
    setNodeUsage: (variables: SetNodeUsageMutationVariables): Promise<SetNodeUsageMutation> =>
      ask("mutation setNodeUsage($input: SetNodeUsageInput!) { setNodeUsage(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message field } fragment NodeName on Node { metadata { name } }", variables),
    setPodUsage: (variables: SetPodUsageMutationVariables): Promise<SetPodUsageMutation> =>
      ask("mutation setPodUsage($input: SetPodUsageInput!) { setPodUsage(input: $input) { errors { ...UserErrorParts } pod { ...PodName } warnings } } fragment UserErrorParts on UserError { code message field } fragment PodName on Pod { metadata { name namespace } }", variables),
    setNodeCondition: (variables: SetNodeConditionMutationVariables): Promise<SetNodeConditionMutation> =>
      ask("mutation setNodeCondition($input: SetNodeConditionInput!) { setNodeCondition(input: $input) { errors { ...UserErrorParts } node { ...NodeName } warnings } } fragment UserErrorParts on UserError { code message field } fragment NodeName on Node { metadata { name } }", variables),
    setSchedulerConfig: (variables: SetSchedulerConfigMutationVariables): Promise<SetSchedulerConfigMutation> =>
      ask("mutation setSchedulerConfig($input: SetSchedulerConfigInput!) { setSchedulerConfig(input: $input) { config { ...SchedulerConfigParts } errors { ...UserErrorParts } } } fragment SchedulerConfigParts on SchedulerConfig { scheduler format document warnings { field reason } } fragment UserErrorParts on UserError { code message field }", variables),
    runDescheduler: (variables: RunDeschedulerMutationVariables): Promise<RunDeschedulerMutation> =>
      ask("mutation runDescheduler($input: RunDeschedulerInput!) { runDescheduler(input: $input) { errors { ...UserErrorParts } run { ...DeschedulerRunParts } } } fragment UserErrorParts on UserError { code message field } fragment DeschedulerRunParts on DeschedulerRun { number dryRun startedAt evicted refused readyNodes notes nodeClasses { strategy profile underutilized overutilized appropriate destinations neither } decisions { namespace pod node profile strategy verdict reason obstacle } }", variables),
    setDeschedulerSchedule: (variables: SetDeschedulerScheduleMutationVariables): Promise<SetDeschedulerScheduleMutation> =>
      ask("mutation setDeschedulerSchedule($input: SetDeschedulerScheduleInput!) { setDeschedulerSchedule(input: $input) { errors { ...UserErrorParts } schedule { ...DeschedulerScheduleParts } } } fragment UserErrorParts on UserError { code message field } fragment DeschedulerScheduleParts on DeschedulerSchedule { policy interval cron dryRun nextAt }", variables),
    setAdmissionConfig: (variables: SetAdmissionConfigMutationVariables): Promise<SetAdmissionConfigMutation> =>
      ask("mutation setAdmissionConfig($input: SetAdmissionConfigInput!) { setAdmissionConfig(input: $input) { config { ...AdmissionConfigParts } errors { ...UserErrorParts } } } fragment AdmissionConfigParts on AdmissionConfig { plugins warnings { field reason } } fragment UserErrorParts on UserError { code message field }", variables),
    createToken: (variables: CreateTokenMutationVariables): Promise<CreateTokenMutation> =>
      ask("mutation createToken($input: CreateTokenInput!) { createToken(input: $input) { errors { ...UserErrorParts } expirationTimestamp token } } fragment UserErrorParts on UserError { code message field }", variables),
    createObject: (variables: CreateObjectMutationVariables): Promise<CreateObjectMutation> =>
      ask("mutation createObject($input: CreateObjectInput!) { createObject(input: $input) { errors { ...UserErrorParts } objects { ...ResourceParts } warnings } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
    applyObject: (variables: ApplyObjectMutationVariables): Promise<ApplyObjectMutation> =>
      ask("mutation applyObject($input: ApplyObjectInput!) { applyObject(input: $input) { errors { ...UserErrorParts } objects { ...ResourceParts } warnings } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
    updateObject: (variables: UpdateObjectMutationVariables): Promise<UpdateObjectMutation> =>
      ask("mutation updateObject($input: UpdateObjectInput!) { updateObject(input: $input) { errors { ...UserErrorParts } objects { ...ResourceParts } warnings } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
    patchObject: (variables: PatchObjectMutationVariables): Promise<PatchObjectMutation> =>
      ask("mutation patchObject($input: PatchObjectInput!) { patchObject(input: $input) { errors { ...UserErrorParts } objects { ...ResourceParts } warnings } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
    deleteObject: (variables: DeleteObjectMutationVariables): Promise<DeleteObjectMutation> =>
      ask("mutation deleteObject($input: DeleteObjectInput!) { deleteObject(input: $input) { errors { ...UserErrorParts } isGone object { ...ResourceParts } } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
    deleteObjects: (variables: DeleteObjectsMutationVariables): Promise<DeleteObjectsMutation> =>
      ask("mutation deleteObjects($input: DeleteObjectsInput!) { deleteObjects(input: $input) { count errors { ...UserErrorParts } objects { ...ResourceParts } } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
    setLabels: (variables: SetLabelsMutationVariables): Promise<SetLabelsMutation> =>
      ask("mutation setLabels($input: SetLabelsInput!) { setLabels(input: $input) { errors { ...UserErrorParts } objects { ...ResourceParts } warnings } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
    scale: (variables: ScaleMutationVariables): Promise<ScaleMutation> =>
      ask("mutation scale($input: ScaleInput!) { scale(input: $input) { errors { ...UserErrorParts } object { ...ResourceParts } replicas } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
    rolloutRestart: (variables: RolloutRestartMutationVariables): Promise<RolloutRestartMutation> =>
      ask("mutation rolloutRestart($input: RolloutRestartInput!) { rolloutRestart(input: $input) { errors { ...UserErrorParts } object { ...ResourceParts } warnings } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
    rolloutUndo: (variables: RolloutUndoMutationVariables): Promise<RolloutUndoMutation> =>
      ask("mutation rolloutUndo($input: RolloutUndoInput!) { rolloutUndo(input: $input) { errors { ...UserErrorParts } object { ...ResourceParts } warnings } } fragment UserErrorParts on UserError { code message field } fragment ResourceParts on Resource { apiVersion kind metadata { name namespace } json }", variables),
  };
}
