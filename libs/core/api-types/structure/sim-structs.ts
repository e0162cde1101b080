/** Structs of the kinds that say how a simulated cluster behaves; written like the generated ones. */
export const SIM_STRUCTS = `
V1PodBehavior apiVersion:s kind:s metadata:V1ObjectMeta spec:V1PodBehaviorSpec status:x
V1PodBehaviorSpec priority:i selector:V1PodBehaviorSelector containers:x completeAfter:x
V1PodBehaviorSelector namespaces:x names:x labelSelector:V1LabelSelector annotations:x ownerKinds:x owner:x podSpecHash:s images:x probability:x weight:x
V1NodeBehavior apiVersion:s kind:s metadata:V1ObjectMeta spec:V1NodeBehaviorSpec status:x
V1NodeBehaviorSpec priority:i selector:V1NodeBehaviorSelector capacity:x filesystems:x maxProcesses:x usage:x daemons:x registry:x heartbeats:x boot:x configuration:x faults:x
V1NodeBehaviorSelector names:x labelSelector:V1LabelSelector annotations:x probability:x weight:x
V1Stage apiVersion:s kind:s metadata:V1ObjectMeta spec:x status:x
V1ResourceUsage apiVersion:s kind:s metadata:V1ObjectMeta spec:x status:x
V1ClusterResourceUsage apiVersion:s kind:s metadata:V1ObjectMeta spec:x status:x
`;
