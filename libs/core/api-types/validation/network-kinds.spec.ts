import { applyDefaults, kindByGvk, renderFieldError, validateCreate, validateUpdate, type KubeObject } from '../index';

const metadata = { name: 'x', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const object = (kind: string, spec: unknown, more: object = {}): KubeObject => {
  const own = { ...metadata, ...(kind === 'IngressClass' ? {} : { namespace: 'default' }), ...more };
  return { apiVersion: 'networking.k8s.io/v1', kind, metadata: own, spec };
};
const service = { name: 'web', port: { number: 80 } };
const path = { path: '/', pathType: 'Prefix', backend: { service } };
const ingress = (spec: object = {}, more: object = {}): KubeObject =>
  object('Ingress', { rules: [{ host: 'a.example.com', http: { paths: [path] } }], ...spec }, more);
const withPath = (change: object): KubeObject => ingress({ rules: [{ http: { paths: [{ ...path, ...change }] } }] });
const withHost = (host: string): KubeObject => ingress({ rules: [{ host }] });
const withBackend = (defaultBackend: object): KubeObject => ingress({ rules: undefined, defaultBackend });
const policy = (spec: object): KubeObject => object('NetworkPolicy', { podSelector: {}, ...spec });
const ingressFrom = (peer: object): KubeObject => policy({ ingress: [{ from: [peer] }] });
const withPort = (port: object): KubeObject => policy({ egress: [{ ports: [{ protocol: 'TCP', ...port }] }] });
const ingressClass = (spec: object): KubeObject =>
  object('IngressClass', { controller: 'example.com/router', ...spec });
const kindOf = (given: KubeObject) => kindByGvk(given.apiVersion, given.kind)!;
const AT = 'spec.rules[0].http.paths[0]';
const CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

test.each<[string, KubeObject, (string | RegExp)[]]>([
  ['an ingress', ingress({ tls: [{ hosts: ['*.example.com'], secretName: 's' }], ingressClassName: 'nginx' }), []],
  ['a backend for all', withBackend({ service }), []],
  ['a backend that is an object', withBackend({ resource: { kind: 'Bucket', name: 'b' } }), []],
  ['a path of the controller', withPath({ path: undefined, pathType: 'ImplementationSpecific' }), []],
  [
    'nothing at all',
    ingress({ rules: [] }),
    ['spec: Invalid value: null: either `defaultBackend` or `rules` must be specified'],
  ],
  [
    'an address as host',
    withHost('10.0.0.1'),
    ['spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address'],
  ],
  ['a host with a port', withHost('a:80'), [/^spec.rules\[0\].host: Invalid value: "a:80": a lowercase RFC 1123/]],
  ['a star in the middle', withHost('a.*.b'), [/^spec.rules\[0\].host: Invalid value: "a.\*.b": a wildcard DNS-1123/]],
  ['no paths', ingress({ rules: [{ http: {} }] }), ['spec.rules[0].http.paths: Required value']],
  ['no path type', withPath({ pathType: undefined }), [`${AT}.pathType: Required value: pathType must be specified`]],
  [
    'an unknown path type',
    withPath({ pathType: 'Regex' }),
    [`${AT}.pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"`],
  ],
  ['a relative path', withPath({ path: 'a' }), [`${AT}.path: Invalid value: "a": must be an absolute path`]],
  ['a path that goes up', withPath({ path: '/a/..' }), [`${AT}.path: Invalid value: "/a/..": cannot end with '/..'`]],
  ['an empty part', withPath({ path: '/a//b' }), [`${AT}.path: Invalid value: "/a//b": must not contain '//'`]],
  [
    'no backend',
    withPath({ backend: {} }),
    [`${AT}.backend: Invalid value: "": resource or service backend is required`],
  ],
  [
    'two backends',
    withBackend({ service, resource: { kind: 'Bucket', name: 'b' } }),
    ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
  ],
  [
    'a service without name and port',
    withBackend({ service: {} }),
    [
      'spec.defaultBackend.service.name: Required value',
      'spec.defaultBackend: Required value: port name or number is required',
    ],
  ],
  [
    'a port with name and number',
    withBackend({ service: { name: 'web', port: { name: 'http', number: 80 } } }),
    ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
  ],
  [
    'an object without a name',
    withBackend({ resource: { kind: 'Bucket' } }),
    ['spec.defaultBackend.resource.name: Required value'],
  ],
  [
    'a class named twice',
    ingress({ ingressClassName: 'a' }, { annotations: { 'kubernetes.io/ingress.class': 'b' } }),
    [/^metadata.annotations\[kubernetes.io\/ingress.class\]: .*: can not be set when the class field is also set$/],
  ],
  ['a class', ingressClass({}), []],
  ['no controller', ingressClass({ controller: '' }), ['spec.controller: Required value']],
  [
    'a controller without a name',
    ingressClass({ controller: 'router' }),
    ['spec.controller: Invalid value: "router": must be a domain-prefixed path (such as "acme.io/foo")'],
  ],
  [
    'parameters of a namespace without it',
    ingressClass({ parameters: { kind: 'K', name: 'n', scope: 'Namespace' } }),
    ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
  ],
  [
    'parameters of the cluster with a namespace',
    ingressClass({ parameters: { kind: 'K', name: 'n', scope: 'Cluster', namespace: 'a' } }),
    ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
  ],
  [
    'a policy',
    policy({ ingress: [{ from: [{ namespaceSelector: {}, podSelector: {} }] }, {}], policyTypes: ['Ingress'] }),
    [],
  ],
  ['a range of ports', withPort({ port: 80, endPort: 90 }), []],
  ['a range of addresses', ingressFrom({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }), []],
  ['addresses of IPv6', ingressFrom({ ipBlock: { cidr: '2001:db8::/32', except: ['2001:db8:1::/48'] } }), []],
  [
    'an unknown type',
    policy({ policyTypes: ['Both'] }),
    ['spec.policyTypes[0]: Unsupported value: "Both": supported values: "Egress", "Ingress"'],
  ],
  [
    'a selector that makes no sense',
    policy({ podSelector: { matchExpressions: [{ key: 'a', operator: 'Like' }] } }),
    ['spec.podSelector.matchExpressions[0].operator: Invalid value: "Like": not a valid selector operator'],
  ],
  ['no peer', ingressFrom({}), ['spec.ingress[0].from[0]: Required value: must specify a peer']],
  [
    'addresses and pods in one',
    ingressFrom({ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }),
    ['spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer'],
  ],
  ...['10.0.0.0', '10.0.0.0/33', '10.0.0.256/8', '1::2::3/64', 'x/8'].map((cidr): [string, KubeObject, string[]] => [
    `the range ${cidr}`,
    ingressFrom({ ipBlock: { cidr } }),
    [`spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "${cidr}": ${CIDR}`],
  ]),
  [
    'an exception that is none',
    ingressFrom({ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }),
    ['spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`'],
  ],
  [
    'ports that end before they begin',
    withPort({ port: 90, endPort: 80 }),
    ['spec.egress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`'],
  ],
  [
    'an end without a beginning',
    withPort({ endPort: 80 }),
    ['spec.egress[0].ports[0].endPort: Invalid value: 80: must not be specified when `port` is not specified'],
  ],
  [
    'an end of a name',
    withPort({ port: 'http', endPort: 80 }),
    ['spec.egress[0].ports[0].endPort: Invalid value: 80: may not be specified when `port` is non-numeric'],
  ],
])('%s', (_, given, want) => {
  const errors = validateCreate(kindOf(given), given).map(renderFieldError);
  expect(errors).toEqual(want.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));
});

test('a class keeps its controller', () => {
  const [old, next] = [ingressClass({}), ingressClass({ controller: 'example.com/other' })];
  expect(validateUpdate(kindOf(old), next, old).map(renderFieldError)).toEqual([
    'spec.controller: Invalid value: "example.com/other": field is immutable',
  ]);
});

test('an ingress that names its class twice goes on living', () => {
  const old = ingress({ ingressClassName: 'a' }, { annotations: { 'kubernetes.io/ingress.class': 'b' } });
  expect(validateUpdate(kindOf(old), old, old)).toEqual([]);
});

test.each<[string, object | undefined, object]>([
  ['nothing', undefined, { podSelector: {}, policyTypes: ['Ingress'] }],
  ['what comes in', { ingress: [{}] }, { podSelector: {}, ingress: [{}], policyTypes: ['Ingress'] }],
  [
    'what goes out',
    { egress: [{ ports: [{ port: 53 }, { port: 53, protocol: 'UDP' }] }] },
    {
      podSelector: {},
      egress: [
        {
          ports: [
            { port: 53, protocol: 'TCP' },
            { port: 53, protocol: 'UDP' },
          ],
        },
      ],
      policyTypes: ['Ingress', 'Egress'],
    },
  ],
  ['its types', { policyTypes: ['Egress'] }, { podSelector: {}, policyTypes: ['Egress'] }],
])('the defaults of a policy that says %s', (_, spec, want) => {
  const given = object('NetworkPolicy', spec);
  applyDefaults(given);
  expect(given.spec).toEqual(want);
});

test('parameters of a class belong to the cluster', () => {
  const given = ingressClass({ parameters: { kind: 'K', name: 'n' } });
  applyDefaults(given);
  expect(given.spec).toMatchObject({ parameters: { scope: 'Cluster' } });
});

test('a pod template is filled and evaluated like the template of a workload', () => {
  const template = { spec: { containers: [{ name: 'c', image: 'i' }] } };
  const given: KubeObject = {
    apiVersion: 'v1',
    kind: 'PodTemplate',
    metadata: { ...metadata, namespace: 'a' },
    template,
  };
  applyDefaults(given);
  expect(given['template']).toMatchObject({ spec: { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' } });
  expect(validateCreate(kindOf(given), given)).toEqual([]);
  const empty = { ...given, template: {} };
  expect(validateCreate(kindOf(empty), empty).map(renderFieldError)).toEqual([
    'template.spec.containers: Required value',
  ]);
});
