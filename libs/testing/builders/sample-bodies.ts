import type { KindInfo } from '@orrery/api-types';

const labels = { app: 'web' };
const container = {
  name: 'c',
  image: 'nginx',
  ports: [{ name: 'http', containerPort: 80 }],
  env: [{ name: 'A', value: 'b' }],
  resources: { requests: { cpu: '100m', memory: '1Gi' }, limits: { cpu: '1' } },
  livenessProbe: { httpGet: { port: 80 } },
  volumeMounts: [{ name: 'data', mountPath: '/data' }],
};
const requirement = { key: 'app', operator: 'In', values: ['web'] };
const podSpec = {
  containers: [container],
  initContainers: [{ name: 'i', image: 'busybox' }],
  volumes: [{ name: 'data', emptyDir: {} }],
  tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }],
  nodeSelector: { zone: 'a' },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [requirement] }] },
    },
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: labels } } },
      ],
    },
  },
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: labels } },
  ],
};
const template = { metadata: { labels }, spec: podSpec };
const jobTemplate = { metadata: { labels }, spec: { ...podSpec, restartPolicy: 'Never' } };
const selector = { matchLabels: labels };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const backend = { service: { name: 'web', port: { number: 80 } } };
const deviceClaim = {
  devices: {
    requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com', count: 1 } }],
    constraints: [{ matchAttribute: 'gpu.example.com/numa' }],
  },
};
const RBAC = 'rbac.authorization.k8s.io';
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const binding = {
  roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' },
  subjects: [{ kind: 'User', apiGroup: RBAC, name: 'jane' }],
};

// Of a group that no cluster has: samples of configurations match nothing.
const admissionRule = {
  operations: ['CREATE'],
  apiGroups: ['absent.example.com'],
  apiVersions: ['v1'],
  resources: ['things'],
};
const webhook = {
  name: 'check.example.com',
  clientConfig: { url: 'https://127.0.0.1:1/check' },
  rules: [admissionRule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
/** A request of OpenSSL for `/CN=jane/O=dev`. */
const request =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWE1IOENBUUF3SFRFTk1Bc0dBMVVFQXd3RWFtRnVaVEVNTUFv' +
  'R0ExVUVDZ3dEWkdWMk1Ga3dFd1lIS29aSQp6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUVndUNWNGJDWnhzR1pjaU9hakZaQ0FaMHEz' +
  'NnZhTWsrU3pJNHNvR1dLCjNwWllFZXFWSGR0QVBTQzM5eGJKUzEzUy94YnhDa3ExWk9sbDVFRmVCYTZqRUtBQU1Bb0dDQ3FHU000' +
  'OUJBTUMKQTBnQU1FVUNJUUQ5U2VEOTQvajVIUEJVMTMwYTZDVktTTG1ZZkRkUU9kWS9LenVWbk4xZTlnSWdGbmh6cWhqRQpBOGlo' +
  'Sk5NWENmTnJ3VmlhNmtWSld4TXdReGNyajJUdWw3Yz0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==';

/** Fields of an object of a kind besides its name; kinds that are not listed need none. */
const PARTS: Readonly<Record<string, object>> = {
  Pod: { spec: podSpec },
  PodTemplate: { template },
  CustomResourceDefinition: {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  },
  Node: {
    spec: { taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }], podCIDR: '10.0.0.0/24' },
    status: { capacity: { cpu: '4', memory: '8Gi', pods: '110' }, conditions: [{ type: 'Ready', status: 'True' }] },
  },
  ConfigMap: { data: { a: '1' }, binaryData: { b: 'YQ==' } },
  Secret: { type: 'Opaque', data: { a: 'YQ==' } },
  Service: { spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] } },
  Endpoints: { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }] },
  EndpointSlice: {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'] }],
    ports: [{ port: 80, protocol: 'TCP' }],
  },
  Deployment: { spec: { replicas: 1, selector, template } },
  DeploymentConfig: { spec: { replicas: 1, template } },
  HorizontalPodAutoscaler: {
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
  },
  ReplicaSet: { spec: { replicas: 1, selector, template } },
  ReplicationController: { spec: { replicas: 1, selector: labels, template } },
  StatefulSet: {
    spec: {
      serviceName: 'web',
      selector,
      template,
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
    },
  },
  DaemonSet: { spec: { selector, template } },
  ControllerRevision: { revision: 1, data: { spec: {} } },
  Job: { spec: { completions: 2, parallelism: 1, template: jobTemplate } },
  CronJob: { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: jobTemplate } } } },
  PersistentVolume: {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
  },
  PersistentVolumeClaim: { spec: claim },
  StorageClass: { provisioner: 'example.com/disk', parameters: { a: 'b' } },
  CSINode: { spec: { drivers: [{ name: 'example.com', nodeID: 'n', topologyKeys: ['zone'] }] } },
  CSIDriver: { spec: {} },
  CSIStorageCapacity: { storageClassName: 'fast', nodeTopology: selector, capacity: '1Gi' },
  VolumeAttachment: { spec: { attacher: 'example.com', nodeName: 'node-1', source: { persistentVolumeName: 'v' } } },
  VolumeAttributesClass: { driverName: 'example.com', parameters: { iops: '4000' } },
  ResourceClaim: { spec: deviceClaim },
  ResourceClaimTemplate: { spec: { metadata: { labels }, spec: deviceClaim } },
  DeviceClass: { spec: { selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }] } },
  ResourceSlice: {
    spec: {
      driver: 'gpu.example.com',
      pool: { name: 'node-1', generation: 1, resourceSliceCount: 1 },
      nodeName: 'node-1',
      devices: [{ name: 'gpu-0', attributes: { numa: { int: 0 } }, capacity: { memory: { value: '80Gi' } } }],
    },
  },
  PodDisruptionBudget: { spec: { minAvailable: 1, selector } },
  PodSecurityPolicy: {
    spec: {
      runAsUser: { rule: 'MustRunAs', ranges: [{ min: 1, max: 65535 }] },
      seLinux: { rule: 'RunAsAny' },
      supplementalGroups: { rule: 'RunAsAny' },
      fsGroup: { rule: 'RunAsAny' },
      volumes: ['configMap', 'secret'],
      forbiddenSysctls: ['kernel.*'],
    },
  },
  RuntimeClass: { handler: 'kata', overhead: { podFixed: { cpu: '250m' } }, scheduling: { nodeSelector: labels } },
  PriorityClass: { value: 5, description: 'd' },
  Lease: { spec: { holderIdentity: 'me', leaseDurationSeconds: 40, renewTime: '2026-01-01T00:00:00.000000Z' } },
  LimitRange: {
    spec: {
      limits: [
        { type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '100m' }, max: { cpu: '8' } },
        { type: 'Pod', min: { cpu: '1m' }, maxLimitRequestRatio: { cpu: '100' } },
        { type: 'PersistentVolumeClaim', max: { storage: '10Gi' } },
      ],
    },
  },
  ResourceQuota: { spec: { hard: { pods: '5', 'requests.cpu': '1' }, scopes: ['NotTerminating'] } },
  Event: {
    involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' },
    reason: 'R',
    message: 'm',
    type: 'Normal',
  },
  Ingress: {
    spec: {
      ingressClassName: 'shop',
      rules: [{ host: 'a.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
      tls: [{ hosts: ['a.example.com'], secretName: 's' }],
    },
  },
  IngressClass: { spec: { controller: 'example.com/router' } },
  NetworkPolicy: {
    spec: { podSelector: selector, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80, protocol: 'TCP' }] }] },
  },
  Stage: {
    spec: {
      resourceRef: { apiGroup: 'v1', kind: 'Pod' },
      selector: { matchExpressions: [{ key: '.status.phase', operator: 'In', values: ['Pending'] }] },
      next: { statusTemplate: 'phase: Running' },
    },
  },
  ValidatingWebhookConfiguration: { webhooks: [webhook] },
  MutatingWebhookConfiguration: { webhooks: [webhook] },
  ValidatingAdmissionPolicy: {
    spec: {
      matchConstraints: { resourceRules: [admissionRule] },
      validations: [{ expression: 'object.spec.replicas <= 5', message: 'too many' }],
    },
  },
  ValidatingAdmissionPolicyBinding: { spec: { policyName: 'absent.example.com', validationActions: ['Deny'] } },
  MutatingAdmissionPolicy: {
    spec: {
      matchConstraints: { resourceRules: [admissionRule] },
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"a": "b"}}}' },
        },
      ],
      reinvocationPolicy: 'Never',
    },
  },
  MutatingAdmissionPolicyBinding: { spec: { policyName: 'absent.example.com' } },
  APIService: {
    metadata: { name: 'v1.a.example.com' },
    spec: {
      group: 'a.example.com',
      version: 'v1',
      service: { namespace: 'default', name: 'web' },
      groupPriorityMinimum: 1000,
      versionPriority: 15,
    },
  },
  ServiceCIDR: { spec: { cidrs: ['10.0.0.0/24'] } },
  IPAddress: {
    metadata: { name: '10.0.0.1' },
    spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } },
  },
  FlowSchema: {
    spec: {
      priorityLevelConfiguration: { name: 'workload-low' },
      matchingPrecedence: 500,
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'jane' } }],
          resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] }],
        },
      ],
    },
  },
  PriorityLevelConfiguration: {
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: { queues: 16, handSize: 4 } } } },
  },
  CertificateSigningRequest: {
    spec: { request, signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] },
  },
  Role: { rules },
  ClusterRole: {
    rules: [...rules, { nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { app: 'web' } }] },
  },
  RoleBinding: binding,
  ClusterRoleBinding: binding,
};

/** A body that creates an object of the kind: nothing is wrong with it. */
export function sampleOf({ kind }: Pick<KindInfo, 'kind'>): Record<string, unknown> {
  return { metadata: { name: 'sample', labels }, ...(Object.hasOwn(PARTS, kind) ? PARTS[kind] : {}) };
}
