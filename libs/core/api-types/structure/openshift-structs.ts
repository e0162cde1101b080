/** Structs of OpenShift kinds, which the packages of the Kubernetes API do not have; written like the generated ones. */
export const OPENSHIFT_STRUCTS = `
V1KubeletConfig apiVersion:s kind:s metadata:V1ObjectMeta spec:V1KubeletConfigSpec status:x
V1KubeletConfigSpec autoSizingReserved:b kubeletConfig:x logLevel:i machineConfigPoolSelector:V1LabelSelector
V1MachineConfigPool apiVersion:s kind:s metadata:V1ObjectMeta spec:V1MachineConfigPoolSpec status:x
V1MachineConfigPoolSpec configuration:x machineConfigSelector:V1LabelSelector maxUnavailable:o nodeSelector:V1LabelSelector paused:b
`;
