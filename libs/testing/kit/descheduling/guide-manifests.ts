const meta = (name: string): { name: string; namespace: string } => ({ name, namespace: 'kube-system' });
/** The role of the guide, as its first step creates it. */
export const ROLE = {
  apiVersion: 'rbac.authorization.k8s.io/v1beta1',
  kind: 'ClusterRole',
  metadata: { name: 'descheduler-cluster-role' },
  rules: [
    { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'watch', 'list'] },
    { apiGroups: [''], resources: ['pods'], verbs: ['get', 'watch', 'list', 'delete'] },
    { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
  ],
};
/** Binds the role to the account. */
export const BINDING = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'descheduler-cluster-role-binding' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'descheduler-cluster-role' },
  subjects: [{ kind: 'ServiceAccount', name: 'descheduler-sa', namespace: 'kube-system' }],
};
/** Service account of the descheduler. */
export const ACCOUNT = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta('descheduler-sa') };
/** Holds the policy. */
export const configMap = (text: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: meta('descheduler-policy-configmap'),
  data: { 'policy.yaml': text },
});
/** Differences of a pod from the guide's. */
export interface ProgramOptions {
  readonly name?: string;
  /** Arguments after the policy on the command line. */
  readonly flags?: string;
  readonly spec?: object;
}

/** A pod that runs the descheduler on the mounted policy. */
export function programPod({ name = 'descheduler-pod', flags = '', spec = {} }: ProgramOptions = {}) {
  const command = `/bin/descheduler --policy-config-file /policy-dir/policy.yaml ${flags}\n`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...meta(name), annotations: { 'scheduler.alpha.kubernetes.io/critical-pod': 'true' } },
    spec: {
      restartPolicy: 'Never',
      serviceAccountName: 'descheduler-sa',
      containers: [
        {
          name: 'descheduler',
          image: 'registry.access.redhat.com/openshift3/ose-descheduler',
          volumeMounts: [{ mountPath: '/policy-dir', name: 'policy-volume' }],
          command: ['/bin/sh', '-ec', command],
        },
      ],
      volumes: [{ name: 'policy-volume', configMap: { name: 'descheduler-policy-configmap' } }],
      ...spec,
    },
  };
}

/** The job of the guide. */
export function guideJob(name: string): object {
  const { metadata, spec } = programPod();
  const template = { metadata: { name: 'descheduler-pod', annotations: metadata.annotations }, spec };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: meta(name),
    spec: { parallelism: 1, completions: 1, template },
  };
}
