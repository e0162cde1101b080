import {
  applyDefaults,
  inWordsOf,
  kindByGvk,
  renderFieldError,
  validateCreate,
  validateUpdate,
  type KubeObject,
} from '../index';

const NO_IP = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const NO_CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

const metadata = { name: 'x', namespace: 'default', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' };
const clusterMetadata = { name: 'x', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' };
const object = (apiVersion: string, kind: string, rest: object): KubeObject =>
  ({ apiVersion, kind, metadata, ...rest }) as unknown as KubeObject;
const ofCluster = (apiVersion: string, kind: string, rest: object): KubeObject =>
  ({ apiVersion, kind, metadata: clusterMetadata, ...rest }) as unknown as KubeObject;
const pod = (spec: object): KubeObject =>
  object('v1', 'Pod', { spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
const container = (more: object, spec: object = {}): KubeObject =>
  pod({ containers: [{ name: 'c', image: 'i', ...more }], ...spec });
const mount = (more: object): KubeObject =>
  container({ volumeMounts: [{ name: 'v', mountPath: '/v', ...more }] }, { volumes: [{ name: 'v', emptyDir: {} }] });
const service = (spec: object): KubeObject => object('v1', 'Service', { spec: { ports: [{ port: 80 }], ...spec } });
const endpoints = (subset: object): KubeObject => object('v1', 'Endpoints', { subsets: [subset] });
const slice = (more: object): KubeObject =>
  object('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [], ...more });
const volume = (hostPath: object): KubeObject =>
  ofCluster('v1', 'PersistentVolume', {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath },
  });
const driver = (spec: object): KubeObject => ofCluster('storage.k8s.io/v1', 'CSIDriver', { spec });
const node = (spec: object): KubeObject => ofCluster('v1', 'Node', { spec });
const csiNode = (name: string): KubeObject =>
  ofCluster('storage.k8s.io/v1', 'CSINode', { spec: { drivers: [{ name, nodeID: 'n' }] } });
const limits = (type: string, more: object = {}): KubeObject =>
  object('v1', 'LimitRange', { spec: { limits: [{ type, ...more }] } });

const C = 'spec.containers[0]';
const SECCOMP = 'spec.securityContext.seccompProfile';
const HOST_PATH_TYPES =
  '"", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"';

/** Texts and paths as upstream 1.34 has them. */
test.each<[string, KubeObject, (string | RegExp)[]]>([
  [
    'no DNS where it is needed',
    pod({ dnsPolicy: 'None' }),
    ['spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
  ],
  [
    'no name server where one is needed',
    pod({ dnsPolicy: 'None', dnsConfig: {} }),
    ['spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None'],
  ],
  [
    'a name server',
    pod({ dnsConfig: { nameservers: ['nonsense'] } }),
    [`spec.dnsConfig.nameservers[0]: Invalid value: "nonsense": ${NO_IP}`],
  ],
  [
    'four name servers',
    pod({ dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '::1'] } }),
    [/^spec.dnsConfig.nameservers: .* must not have more than 3 nameservers$/],
  ],
  [
    'DNS that is right',
    pod({ dnsPolicy: 'None', dnsConfig: { nameservers: ['::1'], searches: ['a.b'], options: [{ name: 'n' }] } }),
    [],
  ],
  [
    'an operating system',
    pod({ os: { name: 'beos' } }),
    ['spec.os: Unsupported value: "beos": supported values: "linux", "windows"'],
  ],
  ['no operating system', pod({ os: {} }), ['spec.os.name: Required value: cannot be empty']],
  [
    'a policy of fsGroup',
    pod({ securityContext: { fsGroupChangePolicy: 'x' } }),
    ['spec.securityContext.fsGroupChangePolicy: Unsupported value: "x": supported values: "Always", "OnRootMismatch"'],
  ],
  [
    'a policy of groups',
    pod({ securityContext: { supplementalGroupsPolicy: 'x' } }),
    ['spec.securityContext.supplementalGroupsPolicy: Unsupported value: "x": supported values: "Merge", "Strict"'],
  ],
  [
    'a profile type',
    pod({ securityContext: { seccompProfile: { type: 'x' } } }),
    [`${SECCOMP}.type: Unsupported value: "x": supported values: "Localhost", "RuntimeDefault", "Unconfined"`],
  ],
  [
    'no profile type',
    pod({ securityContext: { seccompProfile: {} } }),
    [`${SECCOMP}.type: Required value: type is required when seccompProfile is set`],
  ],
  [
    'no local profile',
    pod({ securityContext: { seccompProfile: { type: 'Localhost' } } }),
    [`${SECCOMP}.localhostProfile: Required value: must be set when seccomp type is Localhost`],
  ],
  [
    'a local profile for another type',
    container({ securityContext: { seccompProfile: { type: 'Unconfined', localhostProfile: 'p' } } }),
    [
      `${C}.securityContext.seccompProfile.localhostProfile: Invalid value: {"Type":"Unconfined","LocalhostProfile":"p"}: can only be set when seccomp type is Localhost`,
    ],
  ],
  [
    'a local profile anywhere',
    pod({ securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: '/../p' } } }),
    [
      `${SECCOMP}.localhostProfile: Invalid value: "/../p": must be a relative path`,
      `${SECCOMP}.localhostProfile: Invalid value: "/../p": must not contain '..'`,
    ],
  ],
  [
    'a kind of /proc',
    container({ securityContext: { procMount: 'x' } }),
    [`${C}.securityContext.procMount: Unsupported value: "x": supported values: "Default", "Unmasked"`],
  ],
  [
    'a scheme',
    container({ livenessProbe: { httpGet: { port: 80, scheme: 'ftp' } } }),
    [`${C}.livenessProbe.httpGet.scheme: Unsupported value: "ftp": supported values: "HTTP", "HTTPS"`],
  ],
  [
    'a scheme of a hook',
    container({ lifecycle: { preStop: { httpGet: { port: 'web', scheme: 'ftp' } } } }),
    [`${C}.lifecycle.preStop.httpGet.scheme: Unsupported value: "ftp": supported values: "HTTP", "HTTPS"`],
  ],
  [
    'a port of a probe',
    container({ startupProbe: { httpGet: { port: 70000 } } }),
    [`${C}.startupProbe.httpGet.port: Invalid value: 70000: must be between 1 and 65535, inclusive`],
  ],
  [
    'a propagation',
    mount({ mountPropagation: 'x' }),
    [
      `${C}.volumeMounts.mountPropagation: Unsupported value: "x": supported values: "Bidirectional", "HostToContainer", "None"`,
    ],
  ],
  [
    'propagation without the right',
    mount({ mountPropagation: 'Bidirectional' }),
    [
      `${C}.volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers`,
    ],
  ],
  [
    'read-only that is not',
    mount({ recursiveReadOnly: 'Enabled' }),
    [`${C}.volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true`],
  ],
  [
    'read-only of another word',
    mount({ recursiveReadOnly: 'x' }),
    [
      `${C}.volumeMounts.recursiveReadOnly: Unsupported value: "x": supported values: "Disabled", "Enabled", "IfPossible"`,
    ],
  ],
  [
    'resizing of what cannot be',
    container({ resizePolicy: [{ resourceName: 'x', restartPolicy: 'y' }] }),
    [
      `${C}.resizePolicy: Unsupported value: "x": supported values: "cpu", "memory"`,
      `${C}.resizePolicy: Unsupported value: "y": supported values: "NotRequired", "RestartContainer"`,
    ],
  ],
  [
    'a restart where there is none',
    container(
      { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
      { restartPolicy: 'Never' },
    ),
    [`${C}.resizePolicy: Invalid value: "RestartContainer": must be 'NotRequired' when \`restartPolicy\` is 'Never'`],
  ],
  [
    'a type of a host path',
    pod({ volumes: [{ name: 'v', hostPath: { path: '/a', type: 'x' } }] }),
    [`spec.volumes[0].hostPath.type: Unsupported value: "x": supported values: ${HOST_PATH_TYPES}`],
  ],
  [
    'a host path that goes up',
    pod({ volumes: [{ name: 'v', hostPath: { path: '/a/../b' } }] }),
    [`spec.volumes[0].hostPath.path: Invalid value: "/a/../b": must not contain '..'`],
  ],
  ['any medium', pod({ volumes: [{ name: 'v', emptyDir: { medium: 'x' } }] }), []],
  [
    'a type of a volume',
    volume({ path: '/a', type: 'x' }),
    [`spec.hostPath.type: Unsupported value: "x": supported values: ${HOST_PATH_TYPES}`],
  ],
  ['a volume of nowhere', volume({}), ['spec.hostPath.path: Required value']],
  [
    'a traffic policy',
    service({ type: 'NodePort', externalTrafficPolicy: 'x' }),
    ['spec.externalTrafficPolicy: Unsupported value: "x": supported values: "Cluster", "Local"'],
  ],
  [
    'an inner traffic policy',
    service({ internalTrafficPolicy: 'x' }),
    ['spec.internalTrafficPolicy: Unsupported value: "x": supported values: "Cluster", "Local"'],
  ],
  [
    'a distribution',
    service({ trafficDistribution: 'x' }),
    [
      'spec.trafficDistribution: Unsupported value: "x": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
    ],
  ],
  ['an address of a service', service({ clusterIP: 'x' }), [`spec.clusterIPs[0]: Invalid value: "x": ${NO_IP}`]],
  ['a service without an address', service({ clusterIP: 'None' }), []],
  ['an outer address', service({ externalIPs: ['x'] }), [`spec.externalIPs[0]: Invalid value: "x": ${NO_IP}`]],
  [
    'ranges for no load balancer',
    service({ loadBalancerSourceRanges: ['10.0.0.0/8'] }),
    ["spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'"],
  ],
  [
    'a source range',
    service({ type: 'LoadBalancer', loadBalancerSourceRanges: ['x'] }),
    [`spec.LoadBalancerSourceRanges[0]: Invalid value: "x": ${NO_CIDR}`],
  ],
  [
    'a family',
    service({ ipFamilies: ['IPv5'] }),
    ['spec.ipFamilies[0]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"'],
  ],
  ['a family twice', service({ ipFamilies: ['IPv4', 'IPv4'] }), ['spec.ipFamilies[1]: Duplicate value: "IPv4"']],
  [
    'a family policy',
    service({ ipFamilyPolicy: 'x' }),
    [
      'spec.ipFamilyPolicy: Unsupported value: "x": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
    ],
  ],
  [
    'a protocol of the application',
    service({ ports: [{ port: 80, appProtocol: 'a b' }] }),
    [/^spec.ports\[0\].appProtocol: Invalid value: "a b": name part must consist of/],
  ],
  [
    'an endpoint',
    endpoints({ addresses: [{ ip: 'x' }] }),
    [`subsets[0].addresses[0].ip: Invalid value: "x": ${NO_IP}`],
  ],
  [
    'a port of an endpoint',
    endpoints({ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 0, protocol: 'x', name: 'A' }] }),
    [
      /^subsets\[0\].ports\[0\].name: Invalid value: "A"/,
      'subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'subsets[0].ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
    ],
  ],
  [
    'an address of the wrong family',
    slice({ endpoints: [{ addresses: ['2001:db8::1'] }] }),
    ['endpoints[0].addresses: Invalid value: "2001:db8::1": must be an IPv4 address'],
  ],
  [
    'no address',
    slice({ endpoints: [{ addresses: [] }] }),
    ['endpoints[0].addresses: Required value: must contain at least 1 address'],
  ],
  [
    'a host of an endpoint',
    slice({ endpoints: [{ addresses: ['10.0.0.1'], hostname: 'A' }] }),
    [/^endpoints\[0\].hostname: Invalid value: "A"/],
  ],
  ['a port name twice', slice({ ports: [{ name: 'a' }, { name: 'a' }] }), ['ports[1].name: Duplicate value: "a"']],
  [
    'a policy of a driver',
    driver({ fsGroupPolicy: 'x' }),
    ['spec.fsGroupPolicy: Unsupported value: "x": supported values: "File", "None", "ReadWriteOnceWithFSType"'],
  ],
  [
    'a mode of a driver',
    driver({ volumeLifecycleModes: ['x'] }),
    ['spec.volumeLifecycleModes: Unsupported value: "x": supported values: "Persistent", "Ephemeral"'],
  ],
  ['a range of pods', node({ podCIDR: 'x' }), [`spec.podCIDRs[0]: Invalid value: "x": ${NO_CIDR}`]],
  [
    'a name of a driver',
    csiNode('a b'),
    [/^spec.drivers\[0\].name: Invalid value: "a b": a lowercase RFC 1123 subdomain/],
  ],
  [
    'a type of limits',
    limits('Nonsense'),
    ['spec.limits[0].type: Invalid value: "Nonsense": must be a standard limit type or fully qualified'],
  ],
  ['limits of an own type', limits('example.com/gadget'), []],
  [
    'bounds of a limit',
    limits('Container', {
      min: { cpu: '2' },
      max: { cpu: '1' },
      defaultRequest: { cpu: '1500m' },
      default: { cpu: '3' },
    }),
    [
      'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
      'spec.limits[0].defaultRequest[cpu]: Invalid value: "1500m": min value 2 is greater than default request value 1500m',
      'spec.limits[0].defaultRequest[cpu]: Invalid value: "1500m": default request value 1500m is greater than max value 1',
      'spec.limits[0].default[cpu]: Invalid value: "1": default value 3 is greater than max value 1',
    ],
  ],
  [
    'a ratio',
    limits('Container', { min: { cpu: '1' }, max: { cpu: '3' }, maxLimitRequestRatio: { cpu: '4' } }),
    ['spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "4": ratio 4 is greater than max/min = 3.000000'],
  ],
  [
    'limits of no type',
    limits(''),
    [/type: Invalid value: "": name part must be non-empty/, /name part must consist of/],
  ],
  [
    'ranges of one family',
    node({ podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] }),
    [
      'spec.podCIDRs: Invalid value: ["10.0.0.0/24","10.0.1.0/24"]: may specify no more than one CIDR for each IP family',
    ],
  ],
  [
    'tokens of a driver',
    driver({ tokenRequests: [{ audience: 'a' }, { audience: 'a' }, { audience: 'b', expirationSeconds: 1 }] }),
    [
      'spec.tokenRequests[1].audience: Duplicate value: "a"',
      'spec.tokenRequests[2].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes',
    ],
  ],
  [
    'a subset of nothing',
    endpoints({}),
    ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`'],
  ],
  [
    'addresses that cannot be reached',
    endpoints({ addresses: ['127.0.0.1', '169.254.1.1', '224.0.0.9', '0.0.0.0', 'fe80::1'].map((ip) => ({ ip })) }),
    [
      'subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      'subsets[0].addresses[1].ip: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
      'subsets[0].addresses[2].ip: Invalid value: "224.0.0.9": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
      'subsets[0].addresses[3].ip: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
      'subsets[0].addresses[4].ip: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ],
  ],
  [
    'hosts of a slice',
    slice({ addressType: 'FQDN', endpoints: [{ addresses: ['example'] }] }),
    [
      'endpoints[0].addresses[0]: Invalid value: "example": should be a domain with at least two segments separated by dots',
    ],
  ],
  [
    'hints of a slice',
    slice({ endpoints: [{ addresses: ['10.0.0.1'], hints: { forZones: [{ name: 'a' }, { name: 'a' }] } }] }),
    ['endpoints[0].hints.forZones[1].name: Duplicate value: "a"'],
  ],
  [
    'an open /proc',
    container({ securityContext: { procMount: 'Unmasked' } }),
    [`${C}.securityContext.procMount: Invalid value: "Unmasked": \`hostUsers\` must be false to use \`Unmasked\``],
  ],
  [
    'an open /proc of its own users',
    container({ securityContext: { procMount: 'Unmasked' } }, { hostUsers: false }),
    [],
  ],
  [
    'groups',
    pod({ securityContext: { fsGroup: -1, supplementalGroups: [1, 2 ** 31] } }),
    [
      'spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      'spec.securityContext.supplementalGroups[1]: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive',
    ],
  ],
  [
    'two handlers',
    container({ livenessProbe: { exec: { command: ['a'] }, tcpSocket: { port: 80 } } }),
    [`${C}.livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type`],
  ],
  [
    'a header',
    container({ readinessProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'a b', value: 'c' }] } } }),
    [/readinessProbe.httpGet.httpHeaders: Invalid value: "a b": a valid HTTP header must consist of/],
  ],
  [
    'a probe of an init container',
    pod({ initContainers: [{ name: 'i', image: 'i', readinessProbe: { exec: { command: ['a'] } } }] }),
    [
      'spec.initContainers[0].readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    ],
  ],
  ['search paths', pod({ dnsConfig: { searches: ['_tcp.example.com.', '.'] } }), []],
  [
    'a search path',
    pod({ dnsConfig: { searches: ['A'] } }),
    [/^spec.dnsConfig.searches\[0\]: Invalid value: "A": a lowercase/],
  ],
  [
    'a port of the host',
    container({ ports: [{ containerPort: 80, hostPort: 81 }] }, { hostNetwork: true }),
    [`${C}.ports[0].hostPort: Invalid value: 81: must match \`containerPort\` when \`hostNetwork\` is true`],
  ],
  ['a name with dots', container({ name: 'a.b' }), [`${C}.name: Invalid value: "a.b": must not contain dots`]],
  [
    'a traffic policy for the cluster alone',
    service({ externalTrafficPolicy: 'Local' }),
    ['spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services'],
  ],
  [
    'a port for health checks that are not needed',
    service({ type: 'LoadBalancer', healthCheckNodePort: 30000 }),
    [
      "spec.healthCheckNodePort: Invalid value: 30000: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    ],
  ],
  [
    'a class of no load balancer',
    service({ loadBalancerClass: 'example.com/a', allocateLoadBalancerNodePorts: true }),
    [
      "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'",
      "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
  ],
  [
    'a time of affinity',
    service({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } } }),
    [
      'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400',
    ],
  ],
  [
    'an outer address that cannot be reached',
    service({ externalIPs: ['127.0.0.1'] }),
    ['spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ],
  [
    'a name outside with addresses inside',
    service({ type: 'ExternalName', externalName: 'Example.com', clusterIP: '10.96.0.9' }),
    [
      'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
      /^spec.externalName: Invalid value: "Example.com": a lowercase RFC 1123 subdomain/,
    ],
  ],
  [
    'a load balancer without an address',
    service({ type: 'LoadBalancer', clusterIP: 'None', ports: [{ port: 10250 }] }),
    [
      'spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is used by kubelet',
      'spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for LoadBalancer services',
    ],
  ],
  [
    'addresses of another family',
    service({ clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9', '10.96.0.8'], ipFamilies: ['IPv6'] }),
    [
      'spec.clusterIPs: Invalid value: ["10.96.0.9","10.96.0.8"]: may specify no more than one IP for each IP family',
      'spec.clusterIPs[0]: Invalid value: "10.96.0.9": expected an IPv6 value as indicated by `ipFamilies[0]`',
    ],
  ],
])('says what is wrong with %s', (_name, given, expected) => {
  const kind = kindByGvk(given.apiVersion, given.kind)!;
  applyDefaults(given);
  const errors = inWordsOf(undefined, validateCreate(kind, given)).map(renderFieldError);
  expect(errors).toHaveLength(expected.length);
  expected.forEach((text, i) => {
    if (typeof text === 'string') expect(errors[i]).toBe(text);
    else expect(errors[i]).toMatch(text);
  });
});

it('evaluates templates by the same rules', () => {
  const template = {
    metadata: { labels: { a: 'b' } },
    spec: { containers: [{ name: 'c', image: 'i' }], os: { name: 'x' } },
  };
  const spec = { replicas: 1, selector: { matchLabels: { a: 'b' } }, template };
  const given = object('apps/v1', 'Deployment', { spec });
  const kind = kindByGvk(given.apiVersion, given.kind)!;
  applyDefaults(given);
  expect(validateCreate(kind, given).map(renderFieldError)).toEqual([
    'spec.template.spec.os: Unsupported value: "x": supported values: "linux", "windows"',
  ]);
});

test.each<[string, KubeObject, KubeObject, string[]]>([
  [
    'a class of a load balancer',
    service({ type: 'LoadBalancer', loadBalancerClass: 'example.com/a' }),
    service({ type: 'LoadBalancer', loadBalancerClass: 'example.com/b' }),
    ['spec.loadBalancerClass: Invalid value: "example.com/b": may not change once set'],
  ],
  [
    'a port for health checks',
    service({ type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30000 }),
    service({ type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30001 }),
    ['spec.healthCheckNodePort: Forbidden: field is immutable'],
  ],
  [
    'the address of a service',
    service({ clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] }),
    service({ clusterIP: '', clusterIPs: ['10.96.0.9'] }),
    ['spec.clusterIPs[0]: Invalid value: null: primary clusterIP can not be unset'],
  ],
  [
    'the type of addresses',
    slice({ endpoints: [] }),
    slice({ endpoints: [], addressType: 'IPv6' }),
    ['addressType: Invalid value: "IPv6": field is immutable'],
  ],
  [
    'what a driver attaches',
    driver({ attachRequired: true }),
    driver({ attachRequired: false }),
    ['spec.attachedRequired: Invalid value: false: field is immutable'],
  ],
])('refuses to change %s', (_name, old, next, expected) => {
  const kind = kindByGvk(old.apiVersion, old.kind)!;
  for (const each of [old, next]) applyDefaults(each);
  expect(validateUpdate(kind, next, old).map(renderFieldError)).toEqual(expected);
});
