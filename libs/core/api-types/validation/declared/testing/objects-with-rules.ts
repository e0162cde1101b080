/** A certificate request of the user jane. */
const CERTIFICATE_REQUEST =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWE1IOENBUUF3SFRFTk1Bc0dBMVVFQXd3RWFtRnVaVEVNTUFv' +
  'R0ExVUVDZ3dEWkdWMk1Ga3dFd1lIS29aSQp6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUVndUNWNGJDWnhzR1pjaU9hakZaQ0FaMHEz' +
  'NnZhTWsrU3pJNHNvR1dLCjNwWllFZXFWSGR0QVBTQzM5eGJKUzEzUy94YnhDa3ExWk9sbDVFRmVCYTZqRUtBQU1Bb0dDQ3FHU000' +
  'OUJBTUMKQTBnQU1FVUNJUUQ5U2VEOTQvajVIUEJVMTMwYTZDVktTTG1ZZkRkUU9kWS9LenVWbk4xZTlnSWdGbmh6cWhqRQpBOGlo' +
  'Sk5NWENmTnJ3VmlhNmtWSld4TXdReGNyajJUdWw3Yz0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==';
const SELECTORS = [{ cel: { expression: 'true' } }];
const REQUEST = { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1, selectors: SELECTORS };
const OPAQUE = { opaque: { driver: 'gpu.example.com', parameters: { a: 1 } } };
const DEVICE = { driver: 'gpu.example.com', pool: 'p', device: 'd' };
const CLAIM = {
  devices: {
    requests: [
      { name: 'a', exactly: REQUEST },
      { name: 'b', firstAvailable: [{ name: 's', ...REQUEST }] },
    ],
    constraints: [{ requests: ['a'], matchAttribute: 'gpu.example.com/a' }],
    config: [{ requests: ['a'], ...OPAQUE }],
  },
};
const BINDING = {
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'u' }],
};
const RULES = { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] };

/** Parts of objects that hold every struct with declared rules that this server keeps; nothing is wrong with them. */
export const OBJECTS_WITH_RULES: readonly (readonly [apiVersion: string, kind: string, parts: object])[] = [
  [
    'v1',
    'ReplicationController',
    {
      spec: {
        replicas: 1,
        minReadySeconds: 1,
        selector: { a: 'b' },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: {
            containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Always', terminationMessagePolicy: 'File' }],
            restartPolicy: 'Always',
            dnsPolicy: 'Default',
          },
        },
      },
    },
  ],
  [
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicyBinding',
    { spec: { policyName: 'p', validationActions: ['Deny'] } },
  ],
  [
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    {
      spec: {
        minReplicas: 1,
        maxReplicas: 2,
        scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    },
  ],
  [
    'batch/v1',
    'CronJob',
    {
      spec: {
        schedule: '* * * * *',
        concurrencyPolicy: 'Allow',
        jobTemplate: {
          spec: {
            template: {
              spec: {
                containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Always', terminationMessagePolicy: 'File' }],
                restartPolicy: 'Never',
                dnsPolicy: 'Default',
              },
            },
          },
        },
      },
    },
  ],
  [
    'certificates.k8s.io/v1',
    'CertificateSigningRequest',
    {
      spec: { request: CERTIFICATE_REQUEST, signerName: 'example.com/a', usages: ['client auth'] },
      status: { conditions: [{ type: 'Approved', status: 'True' }] },
    },
  ],
  [
    'discovery.k8s.io/v1',
    'EndpointSlice',
    { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [] },
  ],
  [
    'flowcontrol.apiserver.k8s.io/v1',
    'PriorityLevelConfiguration',
    {
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 5,
          limitResponse: { type: 'Queue', queuing: { queues: 16, handSize: 4, queueLengthLimit: 50 } },
        },
      },
    },
  ],
  [
    'networking.k8s.io/v1',
    'NetworkPolicy',
    { spec: { podSelector: {}, policyTypes: ['Ingress'], ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] } },
  ],
  [
    'networking.k8s.io/v1',
    'IngressClass',
    { spec: { controller: 'example.com/a', parameters: { kind: 'K', name: 'n', scope: 'Cluster' } } },
  ],
  [
    'networking.k8s.io/v1',
    'IPAddress',
    { spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } } },
  ],
  ['node.k8s.io/v1', 'RuntimeClass', { handler: 'kata' }],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', RULES],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', BINDING],
  [
    'resource.k8s.io/v1',
    'ResourceClaim',
    {
      spec: CLAIM,
      status: {
        allocation: {
          devices: {
            results: [{ request: 'a', ...DEVICE }],
            config: [{ source: 'FromClaim', requests: ['a'], ...OPAQUE }],
          },
        },
        reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }],
        devices: [{ ...DEVICE, networkData: { interfaceName: 'eth0', ips: ['10.0.0.1/8'], hardwareAddress: 'a' } }],
      },
    },
  ],
  ['resource.k8s.io/v1', 'ResourceClaimTemplate', { spec: { spec: CLAIM } }],
  ['resource.k8s.io/v1', 'DeviceClass', { spec: { selectors: SELECTORS, config: [OPAQUE] } }],
  [
    'resource.k8s.io/v1',
    'ResourceSlice',
    {
      spec: {
        driver: 'gpu.example.com',
        nodeName: 'n',
        pool: { name: 'p', resourceSliceCount: 1 },
        devices: [{ name: 'd', attributes: { a: { bool: true } } }],
      },
    },
  ],
  [
    'storage.k8s.io/v1',
    'StorageClass',
    { provisioner: 'example.com/a', parameters: { a: 'b' }, reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  ],
  [
    'storage.k8s.io/v1',
    'VolumeAttachment',
    { spec: { attacher: 'example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
  ],
];
