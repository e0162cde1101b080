/** A pod that uses every shape of field there is. */
export const RICH_POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'rich',
    namespace: 'default',
    labels: { app: 'web' },
    annotations: { note: 'x' },
    finalizers: ['example.com/keep'],
    ownerReferences: [
      { apiVersion: 'v1', kind: 'Pod', name: 'o', uid: 'u', controller: true, blockOwnerDeletion: false },
    ],
  },
  spec: {
    activeDeadlineSeconds: 100,
    terminationGracePeriodSeconds: 5,
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    hostNetwork: false,
    nodeName: 'n',
    nodeSelector: { zone: 'a' },
    schedulerName: 's',
    priorityClassName: '',
    serviceAccountName: 'default',
    automountServiceAccountToken: false,
    imagePullSecrets: [{ name: 'pull' }],
    hostAliases: [{ ip: '1.2.3.4', hostnames: ['h'] }],
    schedulingGates: [{ name: 'example.com/gate' }],
    readinessGates: [{ conditionType: 'example.com/ready' }],
    runtimeClassName: 'rich',
    overhead: { cpu: '1m' },
    tolerations: [{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoExecute', tolerationSeconds: 5 }],
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { a: 'b' } },
      },
    ],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, preference: { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['v'] }] } },
        ],
      },
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          {
            topologyKey: 'k',
            namespaces: ['default'],
            labelSelector: { matchExpressions: [{ key: 'k', operator: 'Exists' }] },
          },
        ],
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 2, podAffinityTerm: { topologyKey: 'k' } }],
      },
    },
    volumes: [
      { name: 'e', emptyDir: { medium: '', sizeLimit: '1Gi' } },
      {
        name: 'm',
        configMap: { name: 'c', optional: true, defaultMode: 420, items: [{ key: 'k', path: 'p', mode: 256 }] },
      },
    ],
    initContainers: [{ name: 'i', image: 'x', args: ['a'] }],
    containers: [
      {
        name: 'c',
        image: 'nginx',
        imagePullPolicy: 'Always',
        command: ['sh'],
        args: ['-c'],
        tty: true,
        ports: [{ containerPort: 80, hostPort: 8080, protocol: 'TCP', name: 'http' }],
        env: [
          { name: 'A', value: 'b' },
          { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        ],
        envFrom: [{ prefix: 'P', configMapRef: { name: 'c', optional: true } }],
        resources: { requests: { cpu: '100m', memory: '1Gi' }, limits: { cpu: '1' } },
        volumeMounts: [{ name: 'e', mountPath: '/e', readOnly: true }],
        livenessProbe: {
          httpGet: { path: '/', port: 'http', httpHeaders: [{ name: 'H', value: 'v' }] },
          periodSeconds: 5,
        },
        readinessProbe: { exec: { command: ['true'] }, failureThreshold: 2 },
        securityContext: { privileged: false, runAsUser: 0, capabilities: { add: ['NET_ADMIN'] } },
      },
    ],
  },
};

export const RICH_NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'rich-node', labels: { zone: 'a' } },
  spec: {
    unschedulable: true,
    podCIDR: '10.0.0.0/24',
    podCIDRs: ['10.0.0.0/24'],
    providerID: 'sim://x',
    taints: [{ key: 'k', value: 'v', effect: 'NoSchedule', timeAdded: '2026-01-01T00:00:00Z' }],
  },
  status: {
    capacity: { cpu: '4', pods: '110' },
    allocatable: { memory: '8Gi' },
    phase: 'Running',
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'R',
        message: 'M',
        lastHeartbeatTime: '2026-01-01T00:00:00Z',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
    addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
    nodeInfo: { kubeletVersion: 'v1', osImage: 'o', kernelVersion: 'k' },
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    images: [{ names: ['i'], sizeBytes: 5 }],
  },
};
