import { applyDefaults, kindByGvk, renderFieldError, validateCreate, type KubeObject } from '../index';

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
const limits = (type: string): KubeObject => object('v1', 'LimitRange', { spec: { limits: [{ type }] } });

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
      'spec.trafficDistribution: Unsupported value: "x": supported values: "PreferClose", "PreferSameNode", "PreferSameZone"',
    ],
  ],
  ['an address of a service', service({ clusterIP: 'x' }), [`spec.clusterIPs[0]: Invalid value: "x": ${NO_IP}`]],
  ['a service without an address', service({ clusterIP: 'None' }), []],
  ['an outer address', service({ externalIPs: ['x'] }), [`spec.externalIPs[0]: Invalid value: "x": ${NO_IP}`]],
  [
    'ranges for no load balancer',
    service({ loadBalancerSourceRanges: ['10.0.0.0/8'] }),
    ["spec.loadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'"],
  ],
  [
    'a source range',
    service({ type: 'LoadBalancer', loadBalancerSourceRanges: ['x'] }),
    [`spec.loadBalancerSourceRanges[0]: Invalid value: "x": ${NO_CIDR}`],
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
    slice({ endpoints: [{ addresses: ['::1'] }] }),
    ['endpoints[0].addresses[0]: Invalid value: "::1": must be a valid IPv4 address'],
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
])('says what is wrong with %s', (_name, given, expected) => {
  const kind = kindByGvk(given.apiVersion, given.kind)!;
  applyDefaults(given);
  const errors = validateCreate(kind, given).map(renderFieldError);
  expect(errors).toHaveLength(expected.length);
  expected.forEach((text, i) => {
    if (typeof text === 'string') expect(errors[i]).toBe(text);
    else expect(errors[i]).toMatch(text);
  });
});

it('judges templates by the same rules', () => {
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
