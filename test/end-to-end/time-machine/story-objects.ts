/*
 * Objects of the story that leave something in the memory of schedulers and kubelets: back-offs, gates, volumes,
 * preemption, probes, slow pulls, crashes, usage.
 */

interface Extra {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly container?: object;
  readonly spec?: object;
  readonly cpu?: string;
}

function pod(name: string, { annotations = {}, container = {}, spec = {}, cpu = '100m' }: Extra): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', annotations },
    spec: {
      containers: [{ name: 'c', image: `registry/${name}`, resources: { requests: { cpu } }, ...container }],
      ...spec,
    },
  };
}

const PROBE = { httpGet: { port: 80 }, periodSeconds: 3 };

/** Pods that live by their annotations. */
export const LIVES: readonly object[] = [
  pod('crashes', { annotations: { 'orrery.dev/exit-after': '15s', 'orrery.dev/exit-code': '1' } }),
  pod('pulls', { annotations: { 'orrery.dev/pull-time': '100s' } }),
  pod('pulls-badly', { annotations: { 'orrery.dev/pull-error': 'no such image', 'orrery.dev/pull-failures': '1-4' } }),
  pod('flaps', {
    annotations: { 'orrery.dev/readiness-fails': '40s-70s', 'orrery.dev/liveness-fails': '100s-' },
    container: { readinessProbe: PROBE, livenessProbe: PROBE },
  }),
  pod('stops-slowly', { annotations: { 'orrery.dev/stop-after': '25s' } }),
  pod('grows', {
    annotations: { 'orrery.dev/usage-memory': '0s=100Mi,5m=300Mi' },
    container: { resources: { limits: { memory: '200Mi' } } },
  }),
  pod('draws', { annotations: { 'orrery.dev/exit-after': 'uniform(20s 90s)' } }),
  pod('begins', {
    spec: {
      initContainers: [{ name: 'first', image: 'registry/first' }],
      activeDeadlineSeconds: 200,
      restartPolicy: 'OnFailure',
    },
  }),
];

const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'disks', resources: { requests: { storage: '1Gi' } } },
};

/** Pods that the scheduler cannot place, or not yet. */
export const WAITING: readonly object[] = [
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'disks' },
    provisioner: 'example.com/disks',
    volumeBindingMode: 'WaitForFirstConsumer',
  },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'urgent' }, value: 1000 },
  claim,
  pod('too-large', { cpu: '900' }),
  pod('gated', { spec: { schedulingGates: [{ name: 'example.com/wait' }] } }),
  pod('picky', { spec: { nodeSelector: { disk: 'ssd' } } }),
  pod('with-volume', { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] } }),
];

/** One that takes the place of others. */
export const URGENT: readonly object[] = [pod('urgent', { cpu: '3500m', spec: { priorityClassName: 'urgent' } })];
