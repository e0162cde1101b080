import {
  ApiError,
  applyDefaults,
  isShared,
  kindByGvk,
  toStatus,
  type KubeObject,
  type Namespace,
  type Pod,
  type PodSpec,
  type PriorityClass,
  type Toleration,
} from '@orrery/api-types';
import {
  DEFAULT_ADMISSION_SETTINGS,
  LEGACY_ADMISSION_SETTINGS,
  V1_20_ADMISSION_SETTINGS,
  type AdmissionRequest,
} from './index';
import { bothPhases } from './testing/both-phases';

const metadata = (name: string) => ({
  name,
  uid: 'u1',
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
});
const namespace = (name: string, phase = 'Active') =>
  ({ apiVersion: 'v1', kind: 'Namespace', metadata: metadata(name), status: { phase } }) as Namespace;
const priorityClass = (name: string, value: number, more: Partial<PriorityClass> = {}): PriorityClass => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: metadata(name),
  value,
  ...more,
});
const pod = (spec: Partial<PodSpec> = {}, ns = 'default'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...metadata('p'), namespace: ns },
  spec: { containers: [{ name: 'c' }], ...spec },
});

function request(
  object: KubeObject,
  more: Partial<AdmissionRequest> = {},
  classes: PriorityClass[] = [],
): AdmissionRequest {
  const namespaces = [
    ...['default', 'kube-system', 'openshift-infra'].map((name) => namespace(name)),
    namespace('gone', 'Terminating'),
  ];
  return {
    operation: 'CREATE',
    kind: kindByGvk(object.apiVersion, object.kind)!,
    object,
    user: { name: 'u', groups: [] },
    lookup: {
      namespace: (name) => namespaces.find((other) => other.metadata.name === name),
      priorityClass: (name) => classes.find((other) => other.metadata.name === name),
      priorityClasses: () => classes,
      serviceAccount: () => undefined,
      node: () => undefined,
      limitRanges: () => [],
      isAllowedForPod: () => true,
      podSecurityPolicies: () => [],
      isAllowed: () => true,
      runtimeClass: () => undefined,
      storageClasses: () => [],
      ingressClasses: () => [],
      services: () => [],
      serviceCidrs: () => [],
    },
    ...more,
  };
}

const admit = bothPhases();
const admitted = (object: KubeObject, more: Partial<AdmissionRequest> = {}, classes: PriorityClass[] = []): Pod => {
  const outcome = admit(request(object, more, classes));
  if (outcome instanceof ApiError) throw outcome;
  return outcome as unknown as Pod;
};
const refused = (object: KubeObject, more: Partial<AdmissionRequest> = {}, classes: PriorityClass[] = []) => {
  const outcome = admit(request(object, more, classes));
  return outcome instanceof ApiError ? toStatus(outcome) : undefined;
};

describe('NamespaceLifecycle', () => {
  test('an absent namespace', () => {
    expect(refused(pod({}, 'absent'))).toMatchObject({ code: 404, message: 'namespaces "absent" not found' });
  });
  test('a terminating namespace takes nothing new, but lets go', () => {
    expect(refused(pod({}, 'gone'))).toMatchObject({
      code: 403,
      message: 'pods "p" is forbidden: unable to create new content in namespace gone because it is being terminated',
      details: {
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace gone is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
    });
    expect(refused(pod({}, 'gone'), { operation: 'UPDATE', oldObject: pod({}, 'gone') })).toBeUndefined();
    expect(refused(pod({}, 'gone'), { operation: 'DELETE' })).toBeUndefined();
  });
  test('immortal namespaces', () => {
    const object = namespace('kube-system') as unknown as KubeObject;
    expect(refused(object, { operation: 'DELETE' })).toMatchObject({
      code: 403,
      message: 'namespaces "kube-system" is forbidden: this namespace may not be deleted',
    });
  });
});

describe('DefaultTolerationSeconds', () => {
  const NOT_READY = {
    key: 'node.kubernetes.io/not-ready',
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  };
  const UNREACHABLE = { ...NOT_READY, key: 'node.kubernetes.io/unreachable' };
  test.each<[string, Toleration[], Toleration[]]>([
    ['none', [], [NOT_READY, UNREACHABLE]],
    ['others', [{ key: 'a', operator: 'Exists' }], [{ key: 'a', operator: 'Exists' }, NOT_READY, UNREACHABLE]],
    ['everything', [{ operator: 'Exists' }], [{ operator: 'Exists' }]],
    [
      'one of the two',
      [{ key: NOT_READY.key, effect: 'NoExecute', value: 'x' }],
      [{ key: NOT_READY.key, effect: 'NoExecute', value: 'x' }, UNREACHABLE],
    ],
    [
      'another effect',
      [{ operator: 'Exists', effect: 'NoSchedule' }],
      [{ operator: 'Exists', effect: 'NoSchedule' }, NOT_READY, UNREACHABLE],
    ],
  ])('tolerating %s', (_name, tolerations, want) => {
    expect(admitted(pod({ tolerations })).spec.tolerations).toEqual(want);
    expect(admitted(pod({ tolerations }), { operation: 'UPDATE', oldObject: pod() }).spec.tolerations).toEqual(want);
  });
  test('a plain pod gets both, not-ready first (spec scheduler G27)', () => {
    expect(admitted(pod()).spec.tolerations).toEqual([NOT_READY, UNREACHABLE]);
  });
  test('subresources are left alone', () => {
    expect(
      admitted(pod(), { operation: 'UPDATE', subresource: 'status', oldObject: pod() }).spec.tolerations,
    ).toBeUndefined();
  });
});

describe('Priority', () => {
  const high = priorityClass('high', 1000, { preemptionPolicy: 'Never' });
  test.each<[string, Partial<PodSpec>, PriorityClass[], Partial<PodSpec>]>([
    ['no class', {}, [high], { priority: 0, preemptionPolicy: 'PreemptLowerPriority' }],
    [
      'a class',
      { priorityClassName: 'high' },
      [high],
      { priorityClassName: 'high', priority: 1000, preemptionPolicy: 'Never' },
    ],
    [
      'a default class',
      {},
      [priorityClass('d', 5, { globalDefault: true })],
      { priorityClassName: 'd', priority: 5, preemptionPolicy: 'PreemptLowerPriority' },
    ],
    [
      'the lowest of two defaults',
      {},
      [priorityClass('d', 5, { globalDefault: true }), priorityClass('e', -3, { globalDefault: true })],
      { priorityClassName: 'e', priority: -3 },
    ],
    ['a system class', { priorityClassName: 'system-node-critical' }, [], { priority: 2000001000 }],
    ['an equal priority', { priorityClassName: 'high', priority: 1000 }, [high], { priority: 1000 }],
  ])('%s', (_name, spec, classes, want) => {
    expect(admitted(pod(spec), {}, classes).spec).toMatchObject(want);
  });
  test('the class of the guide (spec scheduler G16)', () => {
    const classes = [priorityClass('high-priority', 1_000_000)];
    expect(admitted(pod({ priorityClassName: 'high-priority' }), {}, classes).spec.priority).toBe(1_000_000);
    expect(admitted(pod(), {}, classes).spec.priority).toBe(0);
    expect(refused(pod({ priorityClassName: 'nope' }), {}, classes)).toMatchObject({
      code: 403,
      message: 'pods "p" is forbidden: no PriorityClass with name nope was found',
    });
  });
  test('a pod without class keeps none', () => {
    expect(admitted(pod()).spec.priorityClassName).toBeUndefined();
  });
  test.each<[Partial<PodSpec>, string]>([
    [{ priorityClassName: 'x' }, 'pods "p" is forbidden: no PriorityClass with name x was found'],
    [
      { priorityClassName: 'high', priority: 5 },
      'pods "p" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 1000 from the given PriorityClass name',
    ],
    [
      { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' },
      'pods "p" is forbidden: the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; priority admission controller computed Never from the given PriorityClass name',
    ],
  ])('%j', (spec, message) => {
    expect(refused(pod(spec), {}, [high])).toMatchObject({ code: 403, message });
  });
  describe('in the days of the guide', () => {
    const legacy = bothPhases(LEGACY_ADMISSION_SETTINGS);
    const critical = (namespace: string, value: string): KubeObject => {
      const object = pod({}, namespace);
      return { ...object, metadata: { ...object.metadata, annotations: { [CRITICAL]: value } } };
    };
    const CRITICAL = 'scheduler.alpha.kubernetes.io/critical-pod';

    test.each([
      ['kube-system', '', 2_000_000_000],
      ['kube-system', 'true', 2_000_000_000],
      ['openshift-infra', '', 2_000_000_000],
      ['default', '', 0],
    ])('a critical pod of %s with "%s" gets %i', (name, value, expected) => {
      const outcome = legacy(request(critical(name, value))) as unknown as Pod;
      expect(outcome.spec.priority).toBe(expected);
    });

    test('the annotation means nothing today', () => {
      expect(admitted(critical('kube-system', '')).spec.priority).toBe(0);
    });

    test('system classes are for the system', () => {
      const outcome = legacy(request(pod({ priorityClassName: 'system-node-critical' })));
      expect(outcome).toMatchObject({
        message:
          'pods "p" is forbidden: pods with system-node-critical priorityClass is not permitted in default namespace',
      });
    });
  });
  test('an update gets back what it left out', () => {
    const oldObject = pod({ priority: 7, preemptionPolicy: 'Never' });
    expect(admitted(pod(), { operation: 'UPDATE', oldObject }).spec).toMatchObject({
      priority: 7,
      preemptionPolicy: 'Never',
    });
  });
  test('one default at a time', () => {
    const object = priorityClass('b', 1, { globalDefault: true }) as unknown as KubeObject;
    expect(refused(object, {}, [priorityClass('a', 1, { globalDefault: true })])?.message).toBe(
      'priorityclasses.scheduling.k8s.io "b" is forbidden: PriorityClass a is already marked as default. Only one default can exist',
    );
    expect(refused(object, { operation: 'UPDATE' }, [priorityClass('b', 1, { globalDefault: true })])).toBeUndefined();
  });
});

test.each([
  ['modern', DEFAULT_ADMISSION_SETTINGS, [{ name: 'g' }]],
  ['1.20', V1_20_ADMISSION_SETTINGS, undefined],
  ['the guide', LEGACY_ADMISSION_SETTINGS, undefined],
])('scheduling gates in %s', (_generation, settings, want) => {
  const outcome = bothPhases(settings)(request(pod({ schedulingGates: [{ name: 'g' }] }))) as unknown as Pod;
  expect(outcome.spec.schedulingGates).toEqual(want);
});

describe('TaintNodesByCondition', () => {
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
  test.each([
    [[], [taint]],
    [[taint], [taint]],
    [[{ key: 'a', effect: 'NoExecute' }], [{ key: 'a', effect: 'NoExecute' }, taint]],
  ])('%j', (taints, want) => {
    const node: KubeObject = { apiVersion: 'v1', kind: 'Node', metadata: metadata('n'), spec: { taints } };
    expect(admit(request(node))).toMatchObject({ spec: { taints: want } });
  });
});

test('the given object is never changed', () => {
  const object = Object.freeze(pod());
  Object.freeze(object.spec);
  admitted(object);
  expect(object.spec).toEqual({ containers: [{ name: 'c' }] });
});

test('a spec that many pods share is admitted as any other, by what holds at that moment', () => {
  const settings = {
    ...DEFAULT_ADMISSION_SETTINGS,
    defaultTolerationSeconds: { notReadySeconds: 7, unreachableSeconds: 8 },
  };
  const others = bothPhases(settings);
  const classes = (value: number, policy?: string) => [
    priorityClass('wanted', value, policy === undefined ? {} : { preemptionPolicy: policy }),
    priorityClass('default', 4, { globalDefault: value === 2 }),
  ];
  for (const wanted of [{}, { priorityClassName: 'wanted' }, { priorityClassName: 'system-node-critical' }]) {
    const sharing = Array.from({ length: 3 }, () => {
      const object = structuredClone(pod(wanted));
      applyDefaults(object);
      return object;
    });
    const [alone, , shared] = sharing as [KubeObject, KubeObject, KubeObject];
    expect([isShared(alone.spec!), isShared(shared.spec!)]).toEqual([false, true]);
    for (const value of [1, 2, 3, 1]) {
      for (const chain of [admit, others]) {
        const [expected, outcome] = [alone, shared].map((object) =>
          chain(request(object, {}, classes(value, value === 3 ? 'Never' : undefined))),
        ) as [KubeObject, KubeObject];
        expect(JSON.stringify(outcome)).toBe(JSON.stringify(expected));
        expect(isShared(outcome.spec!)).toBe(true);
      }
    }
  }
});
