import { randomFor } from '@orrery/time';
import { kindByGvk, prepareForCreate, renderFieldError, toStatus, validateTaints } from '../index';

const QN =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LV =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** The problems of an object as clients read them, in order. */
function problems(apiVersion: string, kindName: string, body: object): string[] {
  const kind = kindByGvk(apiVersion, kindName)!;
  const verdict = prepareForCreate(
    kind,
    { metadata: { name: 'x' }, ...body },
    {
      now: 0,
      uid: () => 'u',
      random: randomFor('x'),
      ...(kind.namespaced ? { namespace: 'default' } : {}),
    },
  );
  if (verdict.ok) return [];
  return (toStatus(verdict.error).details?.causes ?? []).map((cause) => `${cause.field}: ${cause.message}`);
}
const container = { name: 'c', image: 'x' };
const pod = (spec: object): string[] => problems('v1', 'Pod', { spec: { containers: [container], ...spec } });
const inContainer = (fields: object): string[] => pod({ containers: [{ ...container, ...fields }] });
const required = (term: object): string[] =>
  pod({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } },
  });
const TERM = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
const podTerm = (term: object): string[] =>
  pod({
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'z', ...term }] } },
  });
const POD_TERM = 'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]';

describe('tolerations', () => {
  test.each([
    [
      { key: 'a', operator: 'Foo' },
      'spec.tolerations[0].operator: Unsupported value: "Foo": supported values: "Equal", "Exists"',
    ],
    [
      { operator: 'Equal' },
      'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
    ],
    [
      { key: 'a', operator: 'Exists', value: 'b' },
      'spec.tolerations[0].operator: Invalid value: "b": value must be empty when `operator` is \'Exists\'',
    ],
    [{ key: 'a', value: 'b b' }, `spec.tolerations[0].operator: Invalid value: "b b": ${LV}`],
    [
      { key: 'a', effect: 'Foo' },
      'spec.tolerations[0].effect: Unsupported value: "Foo": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    ],
    [
      { key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 },
      'spec.tolerations[0].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set',
    ],
    [{ key: 'a b' }, `spec.tolerations[0].key: Invalid value: "a b": ${QN}`],
  ])('%j', (toleration, want) => expect(pod({ tolerations: [toleration] })).toEqual([want]));
});

test('the cost of a pod is a number', () => {
  const costing = (cost: string): string[] =>
    problems('v1', 'Pod', {
      metadata: { name: 'x', annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } },
      spec: { containers: [container] },
    });
  expect(costing('-7')).toEqual([]);
  expect(costing('abc')).toEqual([
    'metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "abc": must be a 32bit integer',
  ]);
});

test('a mirror pod is of a node', () => {
  const annotations = { 'kubernetes.io/config.mirror': 'h' };
  const mirror = (spec: object): string[] =>
    problems('v1', 'Pod', { metadata: { name: 'x', annotations }, spec: { containers: [container], ...spec } });
  expect(mirror({ nodeName: 'n' })).toEqual([]);
  expect(mirror({})).toEqual([
    'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "h": must set spec.nodeName if mirror pod annotation is set',
  ]);
});

describe('node affinity', () => {
  test.each([
    [{ key: 'a', operator: 'In' }, ".values: Required value: must be specified when `operator` is 'In' or 'NotIn'"],
    [
      { key: 'a', operator: 'Exists', values: ['x'] },
      ".values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ],
    [
      { key: 'a', operator: 'Gt', values: ['1', '2'] },
      ".values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
    ],
    [{ key: 'a', operator: 'Foo' }, '.operator: Invalid value: "Foo": not a valid selector operator'],
  ])('expression %j', (expression, want) => {
    expect(required({ matchExpressions: [expression] })).toEqual([`${TERM}[0].matchExpressions[0]${want}`]);
  });
  test.each([
    [{ key: 'x', operator: 'In', values: ['a'] }, '.key: Invalid value: "x": not a valid field selector key'],
    [{ key: 'metadata.name', operator: 'Exists' }, '.operator: Invalid value: "Exists": not a valid selector operator'],
    [
      { key: 'metadata.name', operator: 'In', values: ['a', 'b'] },
      ".values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    ],
  ])('field %j', (field, want) => {
    expect(required({ matchFields: [field] })).toEqual([`${TERM}[0].matchFields[0]${want}`]);
  });
  test('operands are values of labels', () => {
    const wrong = (value: string) =>
      expect.stringContaining(`[0].matchExpressions[0].values[0]: Invalid value: "${value}": a valid label must be`);
    expect(required({ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['-5'] }] })).toEqual([wrong('-5')]);
    expect(required({ matchExpressions: [{ key: 'a', operator: 'In', values: ['b b'] }] })).toEqual([wrong('b b')]);
  });
  test('terms and weights', () => {
    expect(
      pod({
        affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
      }),
    ).toEqual([`${TERM}: Required value: must have at least one node selector term`]);
    expect(
      pod({
        affinity: {
          nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, preference: {} }] },
        },
      }),
    ).toEqual([
      'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 0: must be in the range 1-100',
    ]);
  });
});

describe('pod affinity', () => {
  test.each([
    [
      { topologyKey: '' },
      [
        `${POD_TERM}.topologyKey: Required value: can not be empty`,
        `${POD_TERM}.topologyKey: Invalid value: "": name part must be non-empty`,
        `${POD_TERM}.topologyKey: Invalid value: "": ${QN}`,
      ],
    ],
    [
      { labelSelector: { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] } },
      [`${POD_TERM}.labelSelector.matchExpressions[0].operator: Invalid value: "Gt": not a valid selector operator`],
    ],
    [
      { matchLabelKeys: ['a'] },
      [`${POD_TERM}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
    ],
    [
      { labelSelector: {}, matchLabelKeys: ['a'], mismatchLabelKeys: ['a'] },
      [`${POD_TERM}.matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and mismatchLabelKeys`],
    ],
  ])('%j', (term, want) => expect(podTerm(term)).toEqual(want));
});

describe('topology spread', () => {
  const constraint = { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} };
  const at = 'spec.topologySpreadConstraints[0]';
  test.each([
    [[{ ...constraint, maxSkew: 0 }], `${at}.maxSkew: Invalid value: 0: must be greater than zero`],
    [[{ ...constraint, topologyKey: '' }], `${at}.topologyKey: Required value: can not be empty`],
    [
      [{ ...constraint, whenUnsatisfiable: 'Foo' }],
      `${at}.whenUnsatisfiable: Unsupported value: "Foo": supported values: "DoNotSchedule", "ScheduleAnyway"`,
    ],
    [[constraint, constraint], `${at}.{topologyKey, whenUnsatisfiable}: Duplicate value: "{z, DoNotSchedule}"`],
    [
      [{ ...constraint, whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 }],
      `${at}.minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway`,
    ],
    [
      [{ ...constraint, nodeTaintsPolicy: 'X' }],
      `${at}.nodeTaintsPolicy: Unsupported value: "X": supported values: "Honor", "Ignore"`,
    ],
    [
      [{ ...constraint, labelSelector: { matchLabels: { a: 'b' } }, matchLabelKeys: ['a'] }],
      `${at}.matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and labelSelector`,
    ],
  ])('%j', (constraints, want) => expect(pod({ topologySpreadConstraints: constraints })).toEqual([want]));
});

describe('the rest of a pod', () => {
  test.each([
    [() => pod({ containers: [] }), ['spec.containers: Required value']],
    [
      () => pod({ containers: [{}] }),
      ['spec.containers[0].name: Required value', 'spec.containers[0].image: Required value'],
    ],
    [() => pod({ containers: [container, container] }), ['spec.containers[1].name: Duplicate value: "c"']],
    [
      () => pod({ restartPolicy: 'X' }),
      ['spec.restartPolicy: Unsupported value: "X": supported values: "Always", "OnFailure", "Never"'],
    ],
    [
      () => pod({ preemptionPolicy: 'Foo' }),
      ['spec.preemptionPolicy: Unsupported value: "Foo": supported values: "PreemptLowerPriority", "Never"'],
    ],
    [() => pod({ nodeSelector: { 'a b': 'c' } }), [`spec.nodeSelector: Invalid value: "a b": ${QN}`]],
    [() => pod({ schedulingGates: [{ name: 'a' }, { name: 'a' }] }), ['spec.schedulingGates[1]: Duplicate value: "a"']],
    [
      () => pod({ schedulingGates: [{ name: 'a' }], nodeName: 'n' }),
      ['spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared'],
    ],
    // Upstream takes it, and ends such pods after a second.
    [() => pod({ terminationGracePeriodSeconds: -1 }), []],
    [() => pod({ schedulerName: 'Any Text!' }), []],
    [() => pod({ volumes: [{ name: 'v' }, { name: 'v' }] }), ['spec.volumes[1].name: Duplicate value: "v"']],
    [
      () => inContainer({ volumeMounts: [{ name: 'v', mountPath: '/' }] }),
      ['spec.containers[0].volumeMounts[0].name: Not found: "v"'],
    ],
    [
      () => inContainer({ ports: [{ containerPort: 70000 }] }),
      ['spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive'],
    ],
    [
      () => inContainer({ ports: [{ containerPort: 1, protocol: 'X' }] }),
      ['spec.containers[0].ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"'],
    ],
    [
      () =>
        inContainer({
          ports: [
            { containerPort: 1, hostPort: 5 },
            { containerPort: 2, hostPort: 5 },
          ],
        }),
      ['spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//5"'],
    ],
    [
      () => inContainer({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
      ['spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
    ],
    [
      () => inContainer({ resources: { requests: { cpu: '-1' } } }),
      ['spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      () => inContainer({ resources: { requests: { foo: '1' } } }),
      [
        'spec.containers[0].resources.requests[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
        'spec.containers[0].resources.requests[foo]: Invalid value: "foo": must be a standard resource for containers',
      ],
    ],
    [
      () => inContainer({ resources: { limits: { 'x.io/gpu': '500m' } } }),
      [
        'spec.containers[0].resources.limits[x.io/gpu]: Invalid value: "500m": must be an integer',
        'spec.containers[0].resources.requests[x.io/gpu]: Invalid value: "500m": must be an integer',
      ],
    ],
  ])('%#', (validate, want) => expect(validate()).toEqual(want));
});

describe('other kinds', () => {
  test.each([
    [
      'scheduling.k8s.io/v1',
      'PriorityClass',
      { value: 1_000_000_001 },
      ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    [
      'scheduling.k8s.io/v1',
      'PriorityClass',
      { metadata: { name: 'system-x' } },
      [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-x is not a known system priority class",
      ],
    ],
    [
      'scheduling.k8s.io/v1',
      'PriorityClass',
      { metadata: { name: 'system-cluster-critical' }, value: 5 },
      [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: value of system-cluster-critical PriorityClass must be 2000000000",
      ],
    ],
    ['scheduling.k8s.io/v1', 'PriorityClass', { metadata: { name: 'system-node-critical' }, value: 2000001000 }, []],
    [
      'v1',
      'ConfigMap',
      { data: { 'a b': 'c' } },
      [
        "data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
      ],
    ],
    ['v1', 'Secret', { type: 'kubernetes.io/tls' }, ['data[tls.crt]: Required value', 'data[tls.key]: Required value']],
    ['v1', 'Service', { spec: {} }, ['spec.ports: Required value']],
    [
      'v1',
      'Service',
      { spec: { ports: [{ port: 80 }, { port: 80, name: 'a' }] } },
      ['spec.ports[0].name: Required value', 'spec.ports[1]: Duplicate value: {"protocol":"TCP","port":80}'],
    ],
    [
      'v1',
      'Service',
      { spec: { ports: [{ port: 80, nodePort: 30080 }] } },
      ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    ],
    [
      'v1',
      'Service',
      {
        spec: {
          type: 'NodePort',
          ports: [
            { port: 80, name: 'a', nodePort: 30080 },
            { port: 81, name: 'b', nodePort: 30080 },
          ],
        },
      },
      ['spec.ports[1].nodePort: Duplicate value: 30080'],
    ],
    [
      'policy/v1',
      'PodDisruptionBudget',
      { spec: { minAvailable: '150%' } },
      ['spec.minAvailable: Invalid value: "150%": must not be greater than 100%'],
    ],
    [
      'policy/v1',
      'PodDisruptionBudget',
      { spec: { minAvailable: 1, maxUnavailable: 1 } },
      [
        'spec: Invalid value: {"minAvailable":1,"maxUnavailable":1}: minAvailable and maxUnavailable cannot be both set',
      ],
    ],
    ['v1', 'Node', { spec: { taints: [{ key: 'a' }] } }, ['metadata.taints[0].effect: Required value']],
    [
      'coordination.k8s.io/v1',
      'Lease',
      { spec: { leaseDurationSeconds: 0 } },
      ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'],
    ],
    [
      'v1',
      'Event',
      { involvedObject: { namespace: 'other' } },
      ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
    ],
  ])('%s %s %j', (apiVersion, kind, body, want) => expect(problems(apiVersion, kind, body)).toEqual(want));

  test('taints', () => {
    const taint = { key: 'a', effect: 'NoSchedule' };
    expect(
      validateTaints([taint, { ...taint, value: 'x' }, { key: 'b', effect: 'Foo' }]).map(renderFieldError),
    ).toEqual([
      'metadata.taints[1]: Duplicate value: {"Key":"a","Value":"x","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair',
      'metadata.taints[2].effect: Unsupported value: "Foo": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    ]);
  });
});

describe('metadata', () => {
  const meta = (metadata: object): string[] => problems('v1', 'ConfigMap', { metadata: { name: 'x', ...metadata } });
  test.each([
    [{ labels: { a: 'b b' } }, [`metadata.labels: Invalid value: "b b": ${LV}`]],
    [{ annotations: { a: 'x'.repeat(262144) } }, ['metadata.annotations: Too long: may not be more than 262144 bytes']],
    [{ annotations: { a: 'é'.repeat(131071) } }, []],
    [{ annotations: { a: 'é'.repeat(131072) } }, ['metadata.annotations: Too long: may not be more than 262144 bytes']],
    [
      { finalizers: ['nope'] },
      [
        'metadata.finalizers: Invalid value: "nope": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'a' }] },
      ['metadata.ownerReferences.uid: Invalid value: "": must not be empty'],
    ],
  ])('%#', (metadata, want) => expect(meta(metadata)).toEqual(want));

  test('at most one controller', () => {
    const owner = (name: string) => ({ apiVersion: 'v1', kind: 'X', name, uid: name, controller: true });
    expect(meta({ ownerReferences: [owner('a'), owner('b')] })[0]).toContain(
      'Only one reference can have Controller set to true. Found "true" in references for a and b',
    );
  });
});
