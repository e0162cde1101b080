import { randomFor } from '@orrery/time';
import {
  ApiError,
  bindPod,
  kindByGvk,
  prepareForCreate,
  prepareForDelete,
  prepareForUpdate,
  toStatus,
  type CreateContext,
  type DeleteOptions,
  type KubeObject,
  type Pod,
} from '../index';

const kind = (name: string, apiVersion = 'v1') => kindByGvk(apiVersion, name)!;
const context = (): CreateContext => ({
  now: Date.UTC(2026, 0, 1),
  uid: () => 'uid-1',
  random: randomFor('seed'),
  namespace: 'default',
});
const container = { name: 'c', image: 'nginx' };

function create(kindName: string, input: object, apiVersion = 'v1', extra: Partial<CreateContext> = {}): KubeObject {
  const row = kind(kindName, apiVersion);
  const { namespace, ...rest } = context();
  const verdict = prepareForCreate(row, input, {
    ...rest,
    ...(row.namespaced ? { namespace: namespace! } : {}),
    ...extra,
  });
  if (!verdict.ok) throw verdict.error;
  verdict.object.metadata.resourceVersion = '5';
  return verdict.object;
}

function refusal(kindName: string, input: object, apiVersion = 'v1', extra: Partial<CreateContext> = {}): ApiError {
  const verdict = prepareForCreate(kind(kindName, apiVersion), input, { ...context(), ...extra });
  if (verdict.ok) throw new TypeError('the object was accepted');
  return verdict.error;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

describe('creating', () => {
  test('a pod gets what the API server fills', () => {
    expect(
      create('Pod', {
        metadata: { name: 'a', generation: 7 },
        spec: { containers: [container] },
        status: { phase: 'Running' },
      }),
    ).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'a',
        namespace: 'default',
        uid: 'uid-1',
        creationTimestamp: '2026-01-01T00:00:00Z',
        generation: 1,
        resourceVersion: '5',
      },
      spec: {
        containers: [
          {
            name: 'c',
            image: 'nginx',
            imagePullPolicy: 'Always',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
        dnsPolicy: 'ClusterFirst',
        securityContext: {},
        schedulerName: 'default-scheduler',
        enableServiceLinks: true,
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    });
  });

  test('requests follow limits, ports follow the host', () => {
    const pod = create('Pod', {
      metadata: { name: 'a' },
      spec: {
        hostNetwork: true,
        containers: [
          {
            ...container,
            image: 'nginx:1',
            ports: [{ containerPort: 80 }],
            resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } },
          },
        ],
      },
    });
    expect(pod).toMatchObject({
      spec: {
        containers: [
          {
            imagePullPolicy: 'IfNotPresent',
            ports: [{ hostPort: 80, protocol: 'TCP' }],
            resources: { requests: { cpu: '500m', memory: '1Gi' } },
          },
        ],
      },
      status: { qosClass: 'Burstable' },
    });
  });

  test('names are generated from the given chance', () => {
    const first = create('ConfigMap', { metadata: { generateName: 'a-' } });
    expect(first.metadata.name).toMatch(/^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(create('ConfigMap', { metadata: { generateName: 'a-' } }).metadata.name).toBe(first.metadata.name);
    expect(create('ConfigMap', { metadata: { generateName: 'x'.repeat(80) } }).metadata.name).toHaveLength(63);
  });

  test('a namespace, a secret and a node', () => {
    expect(create('Namespace', { metadata: { name: 'a' } })).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'a' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    expect(create('Secret', { metadata: { name: 'a' }, stringData: { k: 'é' } })).toMatchObject({
      type: 'Opaque',
      data: { k: 'w6k=' },
    });
    expect(create('Node', { metadata: { name: 'a' }, status: { capacity: { cpu: '4' } } })).toMatchObject({
      status: { allocatable: { cpu: '4' } },
    });
  });

  test('an object of the cluster loses a namespace that a client sends', () => {
    const { metadata } = create('Node', { metadata: { name: 'a', namespace: 'default' } });
    expect(metadata).not.toHaveProperty('namespace');
  });

  test('another version of a kind is stored in the storage version', () => {
    const budget = create(
      'PodDisruptionBudget',
      { metadata: { name: 'a' }, spec: { minAvailable: 1, selector: {} } },
      'policy/v1beta1',
      { apiVersion: 'policy/v1beta1' },
    );
    expect(budget.apiVersion).toBe('policy/v1');
    expect(budget.spec).toMatchObject({ selector: { matchExpressions: [{ operator: 'Exists' }] } });
  });

  test.each([
    ['Pod', { kind: 'ConfigMap' }, {}, 400, /^ConfigMap in version "v1" cannot be handled as a Pod: /],
    [
      'ConfigMap',
      { apiVersion: 'v2' },
      {},
      400,
      /^ConfigMap in version "v2" .*: no kind "ConfigMap" is registered for version "v2" in scheme /,
    ],
    ['ConfigMap', { kind: 'Secret' }, {}, 400, /: converting \(v1.Secret\) to \(core.ConfigMap\): unknown conversion$/],
    [
      'Pod',
      { metadata: { name: 'a', namespace: 'other' } },
      {},
      400,
      /^the namespace of the provided object does not match the namespace sent on the request$/,
    ],
    ['Pod', { metadata: { name: 'a', resourceVersion: '1' } }, {}, 400, /^resourceVersion should not be set/],
    [
      'ConfigMap',
      { metadata: { name: 'a' }, dataa: 1 },
      { fieldValidation: 'Strict' },
      400,
      /strict decoding error: unknown field "dataa"$/,
    ],
    [
      'Pod',
      { metadata: {}, spec: { containers: [container] } },
      {},
      422,
      /^Pod "" is invalid: metadata.name: Required value: name or generateName is required$/,
    ],
    [
      'ConfigMap',
      { metadata: { name: 'A' } },
      {},
      422,
      /^ConfigMap "A" is invalid: metadata.name: Invalid value: "A": a lowercase RFC 1123 subdomain/,
    ],
    [
      'Pod',
      { spec: 1 },
      {},
      400,
      /^Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal number into Go struct field Pod.spec of type v1.PodSpec$/,
    ],
  ] as const)('%s %j is refused', (kindName, input, extra, code, message) => {
    const error = refusal(kindName, input, 'v1', extra);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  test('unknown fields are warned about', () => {
    const verdict = prepareForCreate(kind('ConfigMap'), { metadata: { name: 'a' }, dataa: 1 }, context());
    expect(verdict).toMatchObject({ ok: true, warnings: ['unknown field "dataa"'] });
  });

  test('admission changes the object before it is validated', () => {
    const admit = (object: KubeObject): KubeObject => ({
      ...object,
      metadata: { ...object.metadata, labels: { bad: '!' } },
    });
    expect(refusal('ConfigMap', { metadata: { name: 'a' } }, 'v1', { admit }).message).toContain(
      'metadata.labels: Invalid value: "!"',
    );
  });
});

describe('updating', () => {
  const pod = (): KubeObject =>
    create('Pod', { metadata: { name: 'a' }, spec: { containers: [container], nodeName: 'n1' } });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each case changes another kind of object
  const update = (old: KubeObject, change: (next: any) => void, subresource?: string) => {
    const next = structuredClone(old);
    change(next);
    return prepareForUpdate(kind(old.kind, old.apiVersion), old, next, subresource ? { subresource } : {});
  };

  test('what nothing changes is unchanged', () => {
    expect(update(pod(), () => undefined)).toMatchObject({ ok: true, unchanged: true });
  });

  test('status is ignored at the main door, everything else at the status door', () => {
    const atMain = update(pod(), (next) => ((next.status.phase = 'Running'), (next.metadata.labels = { a: 'b' })));
    expect(atMain).toMatchObject({
      ok: true,
      unchanged: false,
      object: { status: { phase: 'Pending' }, metadata: { labels: { a: 'b' }, generation: 1 } },
    });
    const atStatus = update(pod(), (next) => ((next.status.phase = 'Running'), (next.spec.nodeName = 'n2')), 'status');
    expect(atStatus).toMatchObject({
      ok: true,
      object: { status: { phase: 'Running', qosClass: 'BestEffort' }, spec: { nodeName: 'n1' } },
    });
  });

  test('an image may change and counts a generation; other fields may not', () => {
    expect(update(pod(), (next) => (next.spec.containers[0].image = 'nginx:2'))).toMatchObject({
      ok: true,
      object: { metadata: { generation: 2 } },
    });
    const refused = update(pod(), (next) => (next.spec.nodeName = 'n2'));
    expect(refused.ok).toBe(false);
    expect(!refused.ok && refused.error.message).toMatch(
      /^Pod "a" is invalid: spec: Forbidden: pod updates may not change fields other than `spec.containers\[\*\].image`/,
    );
  });

  test('tolerations may be added, not changed', () => {
    const old = create('Pod', {
      metadata: { name: 'a' },
      spec: { containers: [container], tolerations: [{ key: 'a', operator: 'Exists' }] },
    });
    expect(update(old, (next) => next.spec.tolerations.push({ key: 'b', operator: 'Exists' })).ok).toBe(true);
    expect(update(old, (next) => (next.spec.tolerations = [])).ok).toBe(false);
  });

  test('a cost that is not a number is refused, unless it is stored already', () => {
    const cost = (text: string) => (next: KubeObject) =>
      void (next.metadata.annotations = { 'controller.kubernetes.io/pod-deletion-cost': text });
    expect(update(pod(), cost('5')).ok).toBe(true);
    expect(update(pod(), cost('+5')).ok).toBe(false);
    const stored = pod();
    cost('abc')(stored);
    expect(update(stored, (next) => (next.metadata.labels = { a: 'b' })).ok).toBe(true);
  });

  test('what Go writes though nothing set it is there', () => {
    const event = create('Event', { metadata: { name: 'a' }, involvedObject: { namespace: 'default' } });
    expect(event).toMatchObject({ eventTime: null, reportingComponent: '', reportingInstance: '', source: {} });
    expect(create('ClusterRole', { metadata: { name: 'a' } }, 'rbac.authorization.k8s.io/v1')['rules']).toBe(null);
    const node = create('Node', { metadata: { name: 'a' } });
    expect(node.status).toMatchObject({ daemonEndpoints: { kubeletEndpoint: { Port: 0 } }, nodeInfo: { osImage: '' } });
  });

  test('a gated pod is not bound', () => {
    const gated = create('Pod', {
      metadata: { name: 'a' },
      spec: { containers: [container], schedulingGates: [{ name: 'a' }] },
    });
    const refused = bindPod(gated as Pod, { metadata: { name: 'a' }, target: { name: 'n' } }, 0);
    expect(refused instanceof ApiError && toStatus(refused)).toMatchObject({
      code: 409,
      message: 'Operation cannot be fulfilled on pods/binding "a": pod a has non-empty .spec.schedulingGates',
    });
  });

  test('amounts of resources are rounded up to thousandths', () => {
    const resources = { requests: { cpu: '0.0001', memory: '1.5Gi' } };
    const object = create('Pod', { metadata: { name: 'a' }, spec: { containers: [{ ...container, resources }] } });
    expect(object.spec).toMatchObject({ containers: [{ resources: { requests: { cpu: '1m', memory: '1536Mi' } } }] });
  });

  test('a gated pod says so from the start', () => {
    const gated = create('Pod', {
      metadata: { name: 'a' },
      spec: { containers: [container], schedulingGates: [{ name: 'a' }] },
    });
    expect(gated.status).toEqual({
      phase: 'Pending',
      qosClass: 'BestEffort',
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          reason: 'SchedulingGated',
          message: 'Scheduling is blocked due to non-empty scheduling gates',
          lastProbeTime: null,
          lastTransitionTime: null,
        },
      ],
    });
  });

  test('gates go, and while there are some a selector may be tightened', () => {
    const old = create('Pod', {
      metadata: { name: 'a' },
      spec: { containers: [container], schedulingGates: [{ name: 'a' }], nodeSelector: { a: 'b' } },
    });
    expect(update(old, (next) => (next.spec.nodeSelector.c = 'd')).ok).toBe(true);
    expect(update(old, (next) => delete next.spec.schedulingGates).ok).toBe(true);
    expect(update(old, (next) => (next.spec.nodeSelector = {})).ok).toBe(false);
    expect(update(old, (next) => next.spec.schedulingGates.push({ name: 'b' })).ok).toBe(false);
    expect(
      update(
        old,
        (next) =>
          (next.spec.affinity = {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['x'] }] }],
              },
            },
          }),
      ).ok,
    ).toBe(true);
  });

  test('the stored object is never changed, and components of ours skip decoding', () => {
    const containers = [{ ...container, resources: { limits: { cpu: '1' } } }];
    const old = deepFreeze(create('Pod', { metadata: { name: 'a' }, spec: { containers } }));
    const next = { ...old, status: { phase: 'Running' } };
    const decoded = prepareForUpdate(kind('Pod'), old, next, { subresource: 'status' });
    const trusted = prepareForUpdate(kind('Pod'), old, deepFreeze(next), { subresource: 'status', isStoredForm: true });
    expect(decoded).toMatchObject({ ok: true, unchanged: false });
    expect(trusted).toEqual(decoded);
    expect(prepareForUpdate(kind('Pod'), old, old, { isStoredForm: true })).toMatchObject({ unchanged: true });
    const node = deepFreeze(create('Node', { metadata: { name: 'n' } }));
    const capacity = { ...node, status: { capacity: { cpu: '1' } } };
    const status = prepareForUpdate(kind('Node'), node, capacity, { subresource: 'status' });
    expect(status).toMatchObject({ ok: true, object: { status: { allocatable: { cpu: '1' } } } });
  });

  test.each([
    [
      'another revision',
      (next: KubeObject) => (next.metadata.resourceVersion = '4'),
      409,
      'Operation cannot be fulfilled on pods "a": the object has been modified; please apply your changes to the latest version and try again',
    ],
    [
      'another uid',
      (next: KubeObject) => (next.metadata.uid = 'x'),
      409,
      'Operation cannot be fulfilled on pods "a": StorageError: invalid object, Code: 4, Key: /registry/pods/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: uid-1',
    ],
    [
      'a time of deletion',
      (next: KubeObject) => (next.metadata.deletionTimestamp = '2001-01-01T00:00:00Z'),
      422,
      'Pod "a" is invalid: metadata.deletionTimestamp: Invalid value: "2001-01-01T00:00:00Z": field is immutable',
    ],
  ])('%s', (_name, change, code, message) => {
    const verdict = update(pod(), change);
    expect(!verdict.ok && toStatus(verdict.error)).toMatchObject({ code, message });
  });

  test('a priority class keeps its first generation', () => {
    const old = create('PriorityClass', { metadata: { name: 'a' }, value: 5 }, 'scheduling.k8s.io/v1');
    const verdict = update(old, (next) => (next['description'] = 'x'));
    expect(verdict.ok && verdict.object.metadata.generation).toBe(1);
  });

  test('kinds without unconditional update need a revision', () => {
    const lease = create('Lease', { metadata: { name: 'a' }, spec: { holderIdentity: 'x' } }, 'coordination.k8s.io/v1');
    const verdict = update(lease, (next) => delete next.metadata.resourceVersion);
    expect(!verdict.ok && verdict.error.message).toBe(
      'leases.coordination.k8s.io "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
  });

  test('finalizers of a terminating object only go, and the last one takes it along', () => {
    const old = create('ConfigMap', { metadata: { name: 'a', finalizers: ['x.io/a'] } });
    old.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
    old.metadata.deletionGracePeriodSeconds = 0;
    const refused = update(old, (next) => next.metadata.finalizers.push('x.io/b'));
    expect(!refused.ok && refused.error.message).toContain(
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x.io/b"}',
    );
    expect(update(old, (next) => (next.metadata.finalizers = []))).toMatchObject({ ok: true, removesObject: true });
    expect(update(old, () => undefined)).toMatchObject({ ok: true, removesObject: false });
  });

  test('the selector of a deployment stays', () => {
    const template = { metadata: { labels: { a: 'b', c: 'd' } }, spec: { containers: [container] } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    const old = create('Deployment', { metadata: { name: 'a' }, spec }, 'apps/v1');
    expect(old.spec).toMatchObject({ replicas: 1, strategy: { rollingUpdate: { maxSurge: '25%' } } });
    const verdict = update(old, (next) => (next.spec.selector = { matchLabels: { c: 'd' } }));
    expect(!verdict.ok && verdict.error.message).toBe(
      'Deployment.apps "a" is invalid: spec.selector: Invalid value: {"matchLabels":{"c":"d"}}: field is immutable',
    );
  });

  test('immutable data stays', () => {
    const old = create('ConfigMap', { metadata: { name: 'a' }, immutable: true, data: { a: 'b' } });
    const verdict = update(old, (next) => (next.data.a = 'c'));
    expect(!verdict.ok && verdict.error.message).toBe(
      'ConfigMap "a" is invalid: data: Forbidden: field is immutable when `immutable` is set',
    );
  });
});

test('label keys of a new pod are written into the selectors of its affinity', () => {
  const term = (more: object) => ({ topologyKey: 'zone', ...more });
  const pod = create('Pod', {
    metadata: { name: 'a', labels: { app: 'web', 'pod-template-hash': 'x1' } },
    spec: {
      containers: [container],
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            term({ labelSelector: { matchLabels: { app: 'web' } }, matchLabelKeys: ['pod-template-hash', 'absent'] }),
          ],
        },
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, podAffinityTerm: term({ labelSelector: {}, mismatchLabelKeys: ['pod-template-hash'] }) },
          ],
        },
      },
    },
  }) as unknown as Pod;
  const { podAffinity, podAntiAffinity } = pod.spec.affinity!;
  expect(podAffinity!.requiredDuringSchedulingIgnoredDuringExecution![0]!.labelSelector).toEqual({
    matchLabels: { app: 'web' },
    matchExpressions: [{ key: 'pod-template-hash', operator: 'In', values: ['x1'] }],
  });
  expect(podAntiAffinity!.preferredDuringSchedulingIgnoredDuringExecution![0]!.podAffinityTerm.labelSelector).toEqual({
    matchExpressions: [{ key: 'pod-template-hash', operator: 'NotIn', values: ['x1'] }],
  });
});

describe('deleting', () => {
  const now = Date.UTC(2026, 0, 1, 1);
  const pod = (spec: object = {}, phase = 'Running'): KubeObject => {
    const object = create('Pod', {
      metadata: { name: 'a' },
      spec: { containers: [container], nodeName: 'n1', ...spec },
    });
    return { ...object, status: { phase } };
  };
  const decide = (object: KubeObject, options: DeleteOptions = {}, at = now) => {
    const verdict = prepareForDelete(kind(object.kind, object.apiVersion), object, options, at);
    if (verdict instanceof ApiError) throw verdict;
    return verdict;
  };

  test.each([
    ['a running pod', pod(), {}, 'update', '2026-01-01T01:00:30Z', 30],
    ['with a grace of its own', pod({ terminationGracePeriodSeconds: 5 }), {}, 'update', '2026-01-01T01:00:05Z', 5],
    ['with a grace of the request', pod(), { gracePeriodSeconds: 7 }, 'update', '2026-01-01T01:00:07Z', 7],
    ['at once', pod(), { gracePeriodSeconds: 0 }, 'remove', '2026-01-01T01:00:00Z', 0],
    ['unscheduled', pod({ nodeName: '' }), {}, 'remove', '2026-01-01T01:00:00Z', 0],
    ['finished', pod({}, 'Succeeded'), {}, 'remove', '2026-01-01T01:00:00Z', 0],
    [
      'held by foreground deletion',
      pod(),
      { gracePeriodSeconds: 0, propagationPolicy: 'Foreground' },
      'update',
      '2026-01-01T01:00:00Z',
      0,
    ],
  ])('%s', (_name, object, options, action, deletionTimestamp, deletionGracePeriodSeconds) => {
    const verdict = decide(object, options);
    expect(verdict).toMatchObject({ action, object: { metadata: { deletionTimestamp, deletionGracePeriodSeconds } } });
  });

  test('a repeated delete only shortens', () => {
    const terminating = decide(pod()).object;
    expect(decide(terminating, {}, now + 5000).action).toBe('none');
    expect(decide(terminating, { gracePeriodSeconds: 60 }, now + 5000).action).toBe('none');
    expect(decide(terminating, { gracePeriodSeconds: 10 }, now + 5000)).toMatchObject({
      action: 'update',
      object: { metadata: { deletionTimestamp: '2026-01-01T01:00:10Z', deletionGracePeriodSeconds: 10 } },
    });
    expect(decide(terminating, { gracePeriodSeconds: 0 }, now + 5000).action).toBe('remove');
  });

  test('a grace without end ends at the last instant that can be written', () => {
    const last = '9999-12-31T23:59:59Z';
    const grace = Date.parse(last) / 1000 - now / 1000;
    const whole = { deletionTimestamp: last, deletionGracePeriodSeconds: grace };
    for (const seconds of [1e12, 1e18, 2 ** 63 - 1024]) {
      const endless = pod({ terminationGracePeriodSeconds: seconds });
      const terminating = decide(endless).object;
      expect(terminating.metadata).toMatchObject(whole);
      expect(decide(pod(), { gracePeriodSeconds: seconds }).object.metadata).toMatchObject(whole);
      expect(decide(terminating, {}, now + 5000).action).toBe('none');
      expect(decide(terminating, { gracePeriodSeconds: 0 }, now + 5000).action).toBe('remove');
      expect(decide(terminating, { gracePeriodSeconds: 10 }, now + 5000)).toMatchObject({
        action: 'update',
        object: { metadata: { deletionTimestamp: '2026-01-01T01:00:10Z', deletionGracePeriodSeconds: 10 } },
      });
    }
  });

  test('orphaning is the default of replication controllers and can be overruled', () => {
    const rc = create('ReplicationController', {
      metadata: { name: 'a' },
      spec: { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } } },
    });
    expect(decide(rc)).toMatchObject({
      action: 'update',
      object: { metadata: { finalizers: ['orphan'], generation: 2 } },
    });
    expect(decide(rc, { propagationPolicy: 'Background' }).action).toBe('remove');
    expect(decide(rc, { orphanDependents: false }).action).toBe('remove');
  });

  test('a namespace waits for its controller', () => {
    const namespace = create('Namespace', { metadata: { name: 'a' } });
    const verdict = decide(namespace);
    expect(verdict).toMatchObject({
      action: 'update',
      object: { status: { phase: 'Terminating' }, metadata: { deletionTimestamp: '2026-01-01T01:00:00Z' } },
    });
    expect(decide(verdict.object).action).toBe('none');
    const finalized = prepareForUpdate(
      kind('Namespace'),
      verdict.object,
      { ...verdict.object, spec: { finalizers: [] } },
      { subresource: 'finalize' },
    );
    expect(finalized).toMatchObject({ ok: true, removesObject: true });
  });

  test.each([
    [
      { preconditions: { uid: 'x' } },
      409,
      'the UID in the precondition (x) does not match the UID in record (uid-1). The object might have been deleted and then recreated',
    ],
    [{ propagationPolicy: 'Orphan', orphanDependents: true }, 422, 'cannot be both set'],
  ])('%j is refused', (options, code, text) => {
    const error = prepareForDelete(kind('Pod'), pod(), options, now) as ApiError;
    expect(error.code).toBe(code);
    expect(error.message).toContain(text);
  });

  test('some namespaces are immortal', () => {
    const error = prepareForDelete(
      kind('Namespace'),
      create('Namespace', { metadata: { name: 'default' } }),
      {},
      now,
    ) as ApiError;
    expect(error.message).toBe('namespaces "default" is forbidden: this namespace may not be deleted');
  });

  test('so are the priority classes of the system', () => {
    const name = 'system-node-critical';
    const own = create('PriorityClass', { metadata: { name }, value: 2_000_001_000 }, 'scheduling.k8s.io/v1');
    const error = prepareForDelete(kind('PriorityClass', 'scheduling.k8s.io/v1'), own, {}, now) as ApiError;
    expect(error.message).toBe(
      `priorityclasses.scheduling.k8s.io "${name}" is forbidden: this is a system priority class and cannot be deleted`,
    );
  });
});

describe('binding', () => {
  const pod = create('Pod', { metadata: { name: 'a' }, spec: { containers: [container] } }) as unknown as Pod;
  const binding = { metadata: { annotations: { a: 'b' } }, target: { kind: 'Node', name: 'n1' } };

  test('a pod gets its node once', () => {
    const bound = bindPod(pod, binding, Date.UTC(2026, 0, 1)) as Pod;
    expect(bound).toMatchObject({
      metadata: { annotations: { a: 'b' } },
      spec: { nodeName: 'n1' },
      status: { conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }] },
    });
    expect(pod.spec.nodeName).toBeUndefined();
    const again = bindPod(bound, binding, 0) as ApiError;
    expect(again.message).toBe(
      'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "n1"',
    );
    expect(again.code).toBe(409);
  });
});
