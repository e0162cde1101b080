import { kindByGvk, renderFieldError, validateCreate, validateUpdate, type KubeObject } from '../index';
import { validateStatusUpdate } from '../validation/validate';

const metadata = { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const kindOf = (kind: string) => kindByGvk('resource.k8s.io/v1', kind)!;

function made(kind: string, parts: object): KubeObject {
  const namespace = kindOf(kind).namespaced ? { namespace: 'ns' } : {};
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind,
    metadata: { ...metadata, ...namespace },
    ...(structuredClone(parts) as Pick<KubeObject, 'spec'>),
  };
}

/** As a client's write: defaults, then what the release does not have, then the rules. */
function errorsOf(kind: string, spec: object): string[] {
  const object = made(kind, { spec });
  kindOf(kind).applyDefaults?.(object);
  kindOf(kind).prepareForCreate?.(object);
  return validateCreate(kindOf(kind), object).map(renderFieldError);
}

const exactly = { deviceClassName: 'gpu.example.com' };
const claim = (...requests: object[]): object => ({ devices: { requests } });
const request = (more: object = {}): object => ({ name: 'gpu', exactly: { ...exactly, ...more } });
const ONE_OF = 'exactly one of `exactly` or `firstAvailable` is required';
const REFERENCE =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

test.each<[string, object, (string | RegExp)[]]>([
  ['nothing at all', {}, []],
  ['one device', claim(request()), []],
  [
    'alternatives',
    claim({
      name: 'gpu',
      firstAvailable: [
        { name: 'big', ...exactly },
        { name: 'small', ...exactly },
      ],
    }),
    [],
  ],
  ['no kind of request', claim({ name: 'gpu' }), [`spec.devices.requests[0]: Required value: ${ONE_OF}`]],
  [
    'both kinds',
    claim({ name: 'gpu', exactly, firstAvailable: [{ name: 'a', ...exactly }] }),
    [`spec.devices.requests[0]: Invalid value: null: ${ONE_OF}, but multiple fields are set`],
  ],
  ['the same name twice', claim(request(), request()), ['spec.devices.requests[1].name: Duplicate value: "gpu"']],
  [
    'a bad name',
    claim({ name: 'G', exactly }),
    [/^spec\.devices\.requests\[0\]\.name: Invalid value: "G": a lowercase RFC 1123 label/],
  ],
  [
    'no class',
    claim({ name: 'gpu', exactly: {} }),
    ['spec.devices.requests[0].exactly.deviceClassName: Required value'],
  ],
  [
    'all and a count',
    claim(request({ allocationMode: 'All', count: 2 })),
    ["spec.devices.requests[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'"],
  ],
  [
    'a negative count',
    claim(request({ count: -1 })),
    ['spec.devices.requests[0].exactly.count: Invalid value: -1: must be greater than zero'],
  ],
  [
    'another mode',
    claim(request({ allocationMode: 'Some' })),
    [
      'spec.devices.requests[0].exactly.allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"',
    ],
  ],
  [
    'a selector that cannot be read',
    claim(request({ selectors: [{ cel: { expression: 'device.driver ==' } }, {}] })),
    [
      /^spec\.devices\.requests\[0\]\.exactly\.selectors\[0\]\.cel\.expression: Invalid value: "device\.driver ==": compilation failed: /,
      'spec.devices.requests[0].exactly.selectors[1].cel: Required value',
    ],
  ],
  [
    'too many requests',
    claim(...Array.from({ length: 33 }, (_, i) => ({ name: `r${i}`, exactly }))),
    ['spec.devices.requests: Too many: 33: must have at most 32 items'],
  ],
  [
    'a constraint for another request',
    { devices: { requests: [request()], constraints: [{ requests: ['x'], matchAttribute: 'a.b/c' }] } },
    [`spec.devices.constraints[0].requests[0]: Invalid value: "x": ${REFERENCE}`],
  ],
  [
    'constraints without attribute or domain',
    { devices: { requests: [request()], constraints: [{ distinctAttribute: 'a.b/c' }, { matchAttribute: 'numa' }] } },
    [
      'spec.devices.constraints[0].matchAttribute: Required value',
      'spec.devices.constraints[1].matchAttribute: Invalid value: "numa": must include a domain',
    ],
  ],
  [
    'configuration without driver and parameters',
    {
      devices: { requests: [request()], config: [{ requests: ['gpu'] }, { opaque: { driver: 'a', parameters: [] } }] },
    },
    [
      'spec.devices.config[0].opaque: Required value',
      'spec.devices.config[1].opaque.parameters: Invalid value: "<value omitted>": parameters must be a valid JSON object',
    ],
  ],
])('a claim of %s', (_name, spec, want) => {
  expect(errorsOf('ResourceClaim', spec)).toEqual(matching(want));
  const inTemplate = errorsOf('ResourceClaimTemplate', { spec });
  expect(inTemplate.map((text) => text.replace('spec.spec.', 'spec.'))).toEqual(matching(want));
});

const slice = (more: object = {}): object => ({
  driver: 'gpu.example.com',
  pool: { name: 'node-1', generation: 1, resourceSliceCount: 1 },
  nodeName: 'node-1',
  ...more,
});
const device = (more: object): object => slice({ devices: [{ name: 'gpu-0', ...more }] });
const PLACES = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';

test.each<[string, object, (string | RegExp)[]]>([
  ['a node', device({ attributes: { model: { string: 'A100' } }, capacity: { memory: { value: '80Gi' } } }), []],
  ['all nodes', slice({ nodeName: undefined, allNodes: true }), []],
  ['no place', slice({ nodeName: undefined }), [`spec: Required value: ${PLACES}`]],
  [
    'two places',
    slice({ allNodes: true }),
    [`spec: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${PLACES}, but multiple fields are set`],
  ],
  [
    'nodes that are not selected',
    slice({ nodeName: undefined, nodeSelector: { nodeSelectorTerms: [] } }),
    [
      'spec.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector term',
      'spec.nodeSelector.nodeSelectorTerms: Invalid value: []: must have exactly one node selector term',
    ],
  ],
  [
    'no driver and no pool',
    { nodeName: 'node-1' },
    [
      'spec.driver: Required value',
      /^spec\.driver: Invalid value: "": a lowercase RFC 1123 subdomain/,
      'spec.pool.name: Required value',
      'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
    ],
  ],
  [
    'a device twice',
    slice({ devices: [{ name: 'a' }, { name: 'a' }] }),
    ['spec.devices[1].name: Duplicate value: "a"'],
  ],
  [
    'bad attributes',
    device({ attributes: { 'a.b/c': {}, 'x-y': { int: 1 }, v: { version: '1.0' }, two: { int: 1, bool: true } } }),
    [
      'spec.devices[0].attributes[a.b/c]: Required value: exactly one value must be specified',
      /^spec\.devices\[0\]\.attributes\[x-y\]: Invalid value: "x-y": a valid C identifier must start/,
      'spec.devices[0].attributes[v].version: Invalid value: "1.0": must be a string compatible with semver.org spec 2.0.0',
      'spec.devices[0].attributes[two]: Invalid value: {"int":1,"bool":true}: exactly one value must be specified',
    ],
  ],
  [
    'too many values',
    device({ attributes: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`a${i}`, { int: i }])) }),
    ['spec.devices[0]: Invalid value: 33: the total number of attributes and capacities must not exceed 32'],
  ],
  ['taints and counters, which the release does not have', device({ taints: [{}], consumesCounters: [{}] }), []],
])('a slice of %s', (_name, spec, want) => {
  expect(errorsOf('ResourceSlice', spec)).toEqual(matching(want));
});

test('the driver, the pool and the node of a slice stay', () => {
  const next = slice({ driver: 'b', pool: { name: 'p', resourceSliceCount: 1 }, nodeName: 'n' });
  const errors = validateUpdate(
    kindOf('ResourceSlice'),
    made('ResourceSlice', { spec: next }),
    made('ResourceSlice', { spec: slice() }),
  );
  expect(errors.map(renderFieldError)).toEqual([
    'spec.pool.name: Invalid value: "p": field is immutable',
    'spec.driver: Invalid value: "b": field is immutable',
    'spec.nodeName: Invalid value: "n": field is immutable',
  ]);
});

test('selectors of a class are evaluated when they change', () => {
  const spec = { selectors: [{ cel: { expression: 'broken ==' } }] };
  const stored = made('DeviceClass', { spec });
  expect(validateUpdate(kindOf('DeviceClass'), made('DeviceClass', { spec }), stored)).toEqual([]);
  const more = { selectors: [...spec.selectors, { cel: { expression: 'true' } }] };
  const errors = validateUpdate(kindOf('DeviceClass'), made('DeviceClass', { spec: more }), stored);
  expect(errors.map(({ field }) => field)).toEqual(['spec.selectors[0].cel.expression']);
});

test.each(['ResourceClaim', 'ResourceClaimTemplate'])('the spec of a %s stays', (kind) => {
  const spec = claim(request({ allocationMode: 'All' }));
  const of = (own: object): KubeObject => made(kind, { spec: kind === 'ResourceClaim' ? own : { spec: own } });
  const errors = validateUpdate(kindOf(kind), of(claim()), of(spec)).map(renderFieldError);
  expect(errors).toEqual([expect.stringMatching(/^spec: Invalid value: \{.*\}: field is immutable$/)]);
});

describe('the status of a claim', () => {
  const result = { request: 'gpu', driver: 'gpu.example.com', pool: 'node-1', device: 'gpu-0' };
  const allocation = { devices: { results: [result] } };
  const user = { resource: 'pods', name: 'p', uid: 'u1' };
  const condition = {
    type: 'Ready',
    status: 'True',
    reason: 'Ok',
    message: '',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  };
  const { request: _request, ...named } = result;
  const spec = claim(request({ allocationMode: 'ExactCount', count: 1 }));

  test.each<[string, object, object, string[]]>([
    ['an allocation', { allocation, reservedFor: [user] }, {}, []],
    [
      'what a driver says',
      { allocation, devices: [{ ...named, conditions: [condition], data: { a: 1 } }] },
      { allocation },
      [],
    ],
    ['an end', {}, { allocation, reservedFor: [user] }, []],
    [
      'another allocation',
      { allocation: { devices: {} } },
      { allocation },
      ['status.allocation: Invalid value: {"devices":{}}: field is immutable'],
    ],
    [
      'a reservation without allocation',
      { reservedFor: [user, user, {}] },
      {},
      [
        'status.reservedFor[2].resource: Required value',
        'status.reservedFor[2].name: Required value',
        'status.reservedFor[2].uid: Required value',
        'status.reservedFor[1].uid: Duplicate value: "u1"',
        'status.reservedFor: Forbidden: may not be specified when `allocated` is not set',
      ],
    ],
    [
      'a result of another request',
      { allocation: { devices: { results: [{ ...result, request: 'x' }], config: [{ source: 'Other' }] } } },
      {},
      [
        `status.allocation.devices.results[0].request: Invalid value: "x": ${REFERENCE}`,
        'status.allocation.devices.config[0].source: Unsupported value: "Other": supported values: "FromClaim", "FromClass"',
        'status.allocation.devices.config[0].opaque: Required value',
      ],
    ],
    [
      'a device that is not allocated, with a bad condition and address',
      {
        allocation,
        devices: [
          {
            ...named,
            device: 'gpu-1',
            conditions: [{ type: 'Ready' }],
            networkData: { ips: ['10.0.0.1', 'fd00::0/64', '10.1.1.1/24'] },
          },
        ],
      },
      { allocation },
      [
        'status.devices[0]: Invalid value: "gpu.example.com/node-1/gpu-1": must be an allocated device in the claim',
        'status.devices[0].conditions[0].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
        'status.devices[0].conditions[0].lastTransitionTime: Required value: must be set',
        'status.devices[0].conditions[0].reason: Required value: must be set',
        'status.devices[0].networkData.ips[0]: Invalid value: "10.0.0.1": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
        'status.devices[0].networkData.ips[1]: Invalid value: "fd00::0/64": must be in canonical form ("fd00::/64")',
      ],
    ],
  ])('%s', (_name, status, old, want) => {
    const errors = validateStatusUpdate(
      kindOf('ResourceClaim'),
      made('ResourceClaim', { spec, status }),
      made('ResourceClaim', { spec, status: old }),
    );
    expect(errors.map(renderFieldError)).toEqual(want);
  });

  test('what was said of a device goes with its allocation', () => {
    const next = made('ResourceClaim', { spec, status: { devices: [named] } });
    kindOf('ResourceClaim').keepInStatus!(
      next,
      made('ResourceClaim', { spec, status: { allocation, devices: [named] } }),
    );
    expect(next.status).toEqual({});
  });

  test.each<[string, object, object, string]>([
    ['a new claim', {}, {}, 'pending'],
    ['an allocated one', { allocation }, {}, 'allocated'],
    ['a used one', { allocation, reservedFor: [user] }, {}, 'allocated,reserved'],
    [
      'a used one that goes',
      { allocation, reservedFor: [user] },
      { deletionTimestamp: 'x' },
      'deleted,allocated,reserved',
    ],
    ['one that goes', {}, { deletionTimestamp: 'x' }, 'deleted'],
  ])('%s in a table', (_name, status, more, want) => {
    const object = made('ResourceClaim', { spec, status });
    const cells = kindOf('ResourceClaim').table!.cells({ ...object, metadata: { ...object.metadata, ...more } }, 0);
    expect(cells[1]).toBe(want);
  });
});

const pod = (spec: object, status: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...metadata, namespace: 'ns' },
  spec: { restartPolicy: 'Always', dnsPolicy: 'Default', ...spec },
  status,
});
const container = (...claims: object[]): object => ({ containers: [{ name: 'c', image: 'i', resources: { claims } }] });
const named = { name: 'gpu', resourceClaimName: 'shared' };

test.each<[string, object, (string | RegExp)[]]>([
  ['a claim', { ...container({ name: 'gpu' }), resourceClaims: [named] }, []],
  [
    'claims that are not named',
    container({ name: 'gpu' }, {}),
    [
      'spec.containers[0].resources.claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims which is empty',
      'spec.containers[0].resources.claims[1]: Required value',
    ],
  ],
  [
    'a claim twice',
    { ...container({ name: 'gpu' }, { name: 'gpu' }), resourceClaims: [named, named] },
    [
      'spec.resourceClaims[1].name: Duplicate value: "gpu"',
      'spec.containers[0].resources.claims[1]: Duplicate value: "gpu"',
    ],
  ],
  [
    'no source and two',
    { ...container(), resourceClaims: [{ name: 'a' }, { ...named, resourceClaimTemplateName: 't' }] },
    [
      'spec.resourceClaims[0]: Invalid value: {"name":"a"}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
      /^spec\.resourceClaims\[1\]: Invalid value: \{.*\}: at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified$/,
    ],
  ],
])('a pod with %s', (_name, spec, want) => {
  expect(validateCreate(kindByGvk('v1', 'Pod')!, pod(spec)).map(renderFieldError)).toEqual(matching(want));
});

test('a pod says which claims were made for it', () => {
  const kind = kindByGvk('v1', 'Pod')!;
  const resourceClaimStatuses = [{ name: 'gpu', resourceClaimName: 'p-gpu-x' }, { name: 'other' }];
  const next = pod({ ...container(), resourceClaims: [named] }, { resourceClaimStatuses });
  expect(validateStatusUpdate(kind, next, next).map(renderFieldError)).toEqual([
    'status.resourceClaimStatuses[1].name: Invalid value: "other": must match the name of an entry in `spec.resourceClaims`',
  ]);
});

function matching(want: readonly (string | RegExp)[]): unknown[] {
  return want.map((text) => (typeof text === 'string' ? text : (expect.stringMatching(text) as unknown)));
}
