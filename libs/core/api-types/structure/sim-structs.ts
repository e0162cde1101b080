/** Structs of the kinds that say how a simulated cluster behaves; written like the generated ones. */
export const SIM_STRUCTS = `
V1PodBehavior apiVersion:s kind:s metadata:V1ObjectMeta spec:V1PodBehaviorSpec
V1PodBehaviorSpec priority:i selector:V1PodBehaviorSelector containers:x
V1PodBehaviorSelector namespaces:x names:x labelSelector:V1LabelSelector annotations:x ownerKinds:x images:x probability:x weight:x
`;
