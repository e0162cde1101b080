import { randomFor } from '@orrery/time';
import { kindByGvk, prepareForCreate, prepareForUpdate, type KubeObject } from '../index';
import { managerOfUserAgent, recordUpdate, type ManagedFieldsEntry } from './managed-fields';
import { applyServerSide, type ApplyRequest } from './server-side-apply';

const NOW = Date.UTC(2026, 0, 1);
const kindOf = (object: { apiVersion: string; kind: string }) => kindByGvk(object.apiVersion, object.kind)!;

function created(body: object, manager = 'creator'): KubeObject {
  const kind = kindOf(body as KubeObject);
  const verdict = prepareForCreate(kind, body, {
    now: NOW,
    uid: () => 'u',
    random: randomFor('x'),
    namespace: 'default',
  });
  if (!verdict.ok) throw verdict.error;
  return owned(verdict.object, recordUpdate({ kind, next: verdict.object, manager, now: NOW }));
}

function owned(object: KubeObject, managedFields: readonly ManagedFieldsEntry[]): KubeObject {
  return {
    ...object,
    metadata: { ...object.metadata, resourceVersion: '1', managedFields: [...managedFields] as never },
  };
}

function updated(
  old: KubeObject,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each case changes another kind of object
  change: (next: any) => void,
  manager: string,
  subresource?: string,
  now = NOW + 1000,
): KubeObject {
  const next = structuredClone(old);
  change(next);
  const kind = kindOf(old);
  const verdict = prepareForUpdate(kind, old, next, subresource ? { subresource } : {});
  if (!verdict.ok) throw verdict.error;
  return owned(
    verdict.object,
    recordUpdate({ kind, old, next: verdict.object, manager, now, ...(subresource ? { subresource } : {}) }),
  );
}

function apply(live: KubeObject | undefined, config: object, more: Partial<ApplyRequest> = {}) {
  const kind = kindOf(config as KubeObject);
  return applyServerSide({
    kind,
    config,
    manager: 'applier',
    force: false,
    now: NOW + 2000,
    namespace: 'default',
    name: (config as KubeObject).metadata.name,
    ...(live ? { live } : {}),
    ...more,
  });
}

const entries = (object: KubeObject) => (object.metadata.managedFields ?? []) as readonly ManagedFieldsEntry[];
const fieldsOf = (object: KubeObject, manager: string, operation = 'Update') =>
  entries(object).find((entry) => entry.manager === manager && entry.operation === operation)?.fieldsV1;
const deployment = (replicas: number, image = 'x') => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: {
    replicas,
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image }] } },
  },
});
const configMap = (data: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm' },
  data,
});

test('structs that the API marks as atomic are owned as a whole', () => {
  const binding = created({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'a' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
    subjects: [{ kind: 'ServiceAccount', name: 's', namespace: 'default' }],
  });
  const [entry] = binding.metadata.managedFields as unknown as ManagedFieldsEntry[];
  expect(entry!.fieldsV1).toMatchObject({ 'f:roleRef': {}, 'f:subjects': {} });
  expect((entry!.fieldsV1 as Record<string, unknown>)['f:roleRef']).toEqual({});
});

test('atomic items of a list with keys are owned by the item', () => {
  const object = created({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1' }] },
  });
  const [entry] = object.metadata.managedFields as unknown as ManagedFieldsEntry[];
  expect((entry!.fieldsV1 as Record<string, unknown>)['f:metadata']).toEqual({
    'f:ownerReferences': { '.': {}, 'k:{"uid":"u1"}': {} },
  });
});

describe('updates', () => {
  test('structs that Go keeps by value are not named themselves, and what is empty from the start has no owner', () => {
    const deployment = created({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { app: 'x' } },
        template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } },
      },
    });
    expect(entries(deployment)[0]!.fieldsV1).toMatchObject({
      'f:spec': {
        'f:strategy': { 'f:rollingUpdate': { '.': {} }, 'f:type': {} },
        'f:template': { 'f:metadata': { 'f:labels': { '.': {} } }, 'f:spec': {} },
      },
    });
    expect(JSON.stringify(entries(deployment))).not.toMatch(/"f:(strategy|template|metadata|spec)":\{"\.":/);
    const policy = created({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'n' },
      spec: { podSelector: {}, policyTypes: ['Ingress'] },
    });
    expect(entries(policy)[0]!.fieldsV1).toEqual({ 'f:spec': { 'f:policyTypes': {} } });
  });

  test('the creator owns what was created, in the shape that a real server gives', () => {
    const pod = created({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', labels: { app: 'x' } },
      spec: { containers: [{ name: 'c', image: 'nginx', ports: [{ containerPort: 80 }] }], nodeSelector: { a: 'b' } },
    });
    expect(entries(pod)).toEqual([
      {
        manager: 'creator',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
          'f:spec': {
            'f:containers': {
              'k:{"name":"c"}': {
                '.': {},
                'f:image': {},
                'f:imagePullPolicy': {},
                'f:name': {},
                'f:ports': {
                  '.': {},
                  'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
                },
                'f:resources': {},
                'f:terminationMessagePath': {},
                'f:terminationMessagePolicy': {},
              },
            },
            'f:dnsPolicy': {},
            'f:enableServiceLinks': {},
            'f:nodeSelector': {},
            'f:restartPolicy': {},
            'f:schedulerName': {},
            'f:securityContext': {},
            'f:terminationGracePeriodSeconds': {},
          },
        },
      },
    ]);
  });

  test('a change moves the field to its writer', () => {
    const after = updated(created(configMap({ a: '1', b: '2' })), (next) => (next.data.a = '3'), 'editor');
    expect(fieldsOf(after, 'creator')).toEqual({ 'f:data': { '.': {}, 'f:b': {} } });
    expect(fieldsOf(after, 'editor')).toEqual({ 'f:data': { 'f:a': {} } });
  });

  test('what is gone leaves all owners, and entries without fields disappear', () => {
    const after = updated(created(configMap({ a: '1' })), (next) => delete next.data, 'editor');
    expect(entries(after)).toEqual([]);
  });

  test('a status belongs to who writes it, at its own door', () => {
    const pod = created({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'x' }] },
    });
    const after = updated(
      pod,
      (next) => (next.status.conditions = [{ type: 'Ready', status: 'True' }]),
      'kubelet',
      'status',
    );
    expect(entries(after).at(-1)).toMatchObject({
      manager: 'kubelet',
      subresource: 'status',
      fieldsV1: {
        'f:status': { 'f:conditions': { '.': {}, 'k:{"type":"Ready"}': { '.': {}, 'f:status': {}, 'f:type': {} } } },
      },
    });
  });

  test('an update that changes nothing keeps the entries', () => {
    const before = created(configMap({ a: '1' }));
    expect(entries(updated(before, () => undefined, 'editor'))).toEqual(entries(before));
  });

  test('the oldest of many updaters are folded', () => {
    let object = created(configMap({ k0: '0' }), 'm0');
    for (let i = 1; i <= 12; i++)
      object = updated(object, (next) => (next.data[`k${i}`] = '1'), `m${i}`, undefined, NOW + i * 1000);
    const names = entries(object).map((entry) => entry.manager);
    expect(names).toHaveLength(10);
    expect(names).toContain('ancient-changes');
    expect(fieldsOf(object, 'ancient-changes')).toMatchObject({ 'f:data': { 'f:k0': {} } });
  });

  test('managers are named after their User-Agent', () => {
    expect(managerOfUserAgent('curl/7.1')).toBe('curl');
    expect(managerOfUserAgent('')).toBe('unknown');
  });
});

describe('server-side apply', () => {
  test('creates what is absent and owns what it names', () => {
    const verdict = apply(undefined, deployment(1));
    expect(verdict).toMatchObject({
      ok: true,
      managedFields: [
        {
          manager: 'applier',
          operation: 'Apply',
          fieldsV1: {
            'f:spec': {
              'f:replicas': {},
              'f:selector': {},
              'f:template': {
                'f:metadata': { 'f:labels': { 'f:a': {} } },
                'f:spec': { 'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:image': {}, 'f:name': {} } } },
              },
            },
          },
        },
      ],
    });
  });

  test('a value that another manager owns is a conflict, force takes it over', () => {
    const live = created(deployment(1), 'm');
    const refused = apply(live, deployment(3));
    expect(!refused.ok && [refused.error.message, refused.error.details.causes]).toEqual([
      'Apply failed with 1 conflict: conflict with "m" using apps/v1: .spec.replicas',
      [{ reason: 'FieldManagerConflict', message: 'conflict with "m" using apps/v1', field: '.spec.replicas' }],
    ]);
    const forced = apply(live, deployment(3), { force: true });
    expect(forced).toMatchObject({ ok: true, object: { spec: { replicas: 3, revisionHistoryLimit: 10 } } });
    const others = forced.ok ? forced.managedFields.find((entry) => entry.manager === 'm') : undefined;
    expect(others?.fieldsV1).not.toHaveProperty('f:spec.f:replicas');
  });

  test('several conflicts are listed by manager', () => {
    const refused = apply(created(deployment(1), 'm'), deployment(3, 'y'));
    expect(!refused.ok && refused.error.message).toBe(
      'Apply failed with 2 conflicts: conflicts with "m" using apps/v1:\n- .spec.replicas\n- .spec.template.spec.containers[name="c"].image',
    );
  });

  test('the same value is shared', () => {
    const verdict = apply(created(configMap({ a: '1' }), 'm'), configMap({ a: '1' }));
    expect(verdict.ok && verdict.managedFields.map((entry) => [entry.manager, entry.operation])).toEqual([
      ['applier', 'Apply'],
      ['m', 'Update'],
    ]);
  });

  test('what is applied no longer goes, unless another manager owns it', () => {
    const first = apply(undefined, configMap({ a: '1', b: '2', c: '3' }));
    if (!first.ok) throw first.error;
    const live = owned(created(configMap({ a: '1', b: '2', c: '3' })), first.managedFields);
    const shared = updated(live, (next) => (next.data.b = '5'), 'editor');
    const second = apply(shared, configMap({ c: '3' }));
    expect(second).toMatchObject({ ok: true, object: { data: { b: '5', c: '3' } } });
    expect(second.ok && second.object['data']).not.toHaveProperty('a');
  });

  test('items of a list go alone', () => {
    const two = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', finalizers: ['x.io/a', 'x.io/b'] } };
    const first = apply(undefined, two);
    if (!first.ok) throw first.error;
    const live = owned(
      { ...first.object, metadata: { ...first.object.metadata, uid: 'u', creationTimestamp: '' } },
      first.managedFields,
    );
    const second = apply(live, { ...two, metadata: { name: 'p', finalizers: ['x.io/b'] } });
    expect(second.ok && second.object.metadata.finalizers).toEqual(['x.io/b']);
  });

  test('a list that its creator owned as a whole keeps the items of others when it is applied', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } };
    const volume = { name: 'v', emptyDir: {} };
    const spec = { containers: [{ name: 'c', image: 'x' }], volumes: [volume] };
    const live = created({ ...pod, spec });
    const fields = fieldsOf(live, 'creator') as { 'f:spec': { 'f:volumes': object } };
    expect(fields['f:spec']['f:volumes']).toHaveProperty(['.']);
    // As kubectl rewrites the entry when it goes from applying by itself to applying on the server.
    const migrated = entries(live).map((entry) => ({ ...entry, manager: 'applier', operation: 'Apply' }));
    const added = { ...live, spec: { ...(live.spec as object), volumes: [volume, { name: 'token', emptyDir: {} }] } };
    const verdict = apply(owned(added, migrated), { ...pod, spec });
    expect(verdict).toMatchObject({ ok: true, object: { spec: { volumes: [{ name: 'v' }, { name: 'token' }] } } });
    const without = apply(owned(added, migrated), { ...pod, spec: { containers: spec.containers } });
    expect(without.ok && (without.object.spec as { volumes?: object }).volumes).toEqual([
      { name: 'token', emptyDir: {} },
    ]);
  });

  test('applying the same again changes nothing', () => {
    const live = owned(created(configMap({ a: '1' })), []);
    const first = apply(live, configMap({ a: '1' }));
    if (!first.ok) throw first.error;
    const again = apply(owned(live, first.managedFields), configMap({ a: '1' }), { now: NOW + 9000 });
    expect(again.ok && again.managedFields).toEqual(first.managedFields);
  });

  test('a manager is required', () => {
    const verdict = apply(undefined, configMap({}), { manager: '' });
    expect(!verdict.ok && verdict.error.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    );
  });
});

describe('a configuration that is no value of its type', () => {
  const withContainers = (containers: readonly object[]): object => ({
    ...deployment(1),
    spec: { template: { spec: { containers } } },
  });
  const at = '.spec.template.spec.containers';

  test.each([
    [
      'a field of a container',
      withContainers([{ name: 'c', imagePullPolice: 'Always' }]),
      `${at}[name="c"].imagePullPolice: field not declared in schema`,
    ],
    [
      'a container twice',
      withContainers([{ name: 'c' }, { name: 'c' }]),
      `${at}: duplicate entries for key [name="c"]`,
    ],
    [
      'a port twice, whose protocol is left out once',
      withContainers([{ name: 'c', ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP' }] }]),
      `${at}[name="c"].ports: duplicate entries for key [containerPort=80,protocol="TCP"]`,
    ],
    [
      'two fields',
      { ...configMap({}), foo: 1, bar: 2 },
      'errors:\n  .foo: field not declared in schema\n  .bar: field not declared in schema',
    ],
  ])('%s is refused', (_name, config, problem) => {
    const verdict = apply(undefined, config, { fieldValidation: 'Ignore' });
    const { apiVersion, kind, metadata } = config as KubeObject;
    const version = apiVersion === 'v1' ? '/v1' : apiVersion;
    expect(!verdict.ok && verdict.error.message).toBe(
      `failed to create typed patch object (/${metadata.name}; ${version}, Kind=${kind}): ${problem}`,
    );
  });
});

describe('the place of an applied object', () => {
  test.each([
    [
      'no name',
      { metadata: { generateName: 'x-' } },
      400,
      'the name of the object (m based on URL) was undeterminable: name must be provided',
    ],
    [
      'another name',
      { metadata: { name: 'n' } },
      400,
      'the name of the object (n) does not match the name on the URL (m)',
    ],
    [
      'the uid of an object that is gone',
      { metadata: { name: 'm', uid: 'abc' } },
      409,
      'Operation cannot be fulfilled on configmaps "m": uid mismatch: the provided object specified uid abc, and no existing object was found',
    ],
  ])('%s is refused', (_name, more, code, message) => {
    const verdict = apply(undefined, { ...configMap({ a: 'b' }), ...more }, { name: 'm' });
    expect(!verdict.ok && { code: verdict.error.code, message: verdict.error.message }).toEqual({ code, message });
  });
});

test('an update of an object without owners tracks none', () => {
  const { managedFields: _managedFields, ...metadata } = created(configMap({ a: '1' })).metadata;
  const old = { ...created(configMap({ a: '1' })), metadata } as KubeObject;
  const next = { ...old, data: { a: '2' } };
  expect(recordUpdate({ kind: kindOf(old), old, next, manager: 'x', now: NOW })).toEqual([]);
});

test('who changes a value that was theirs already counts as of now', () => {
  const live = created(configMap({ a: '1' }));
  const [entry] = entries(updated(live, (next) => (next.data.a = '2'), 'creator'));
  expect(entry!.time).toBe('2026-01-01T00:00:01Z');
});

test('a size that no manager owns gets no owner through scale', () => {
  const scaled = updated(created(deployment(1)), (next) => (next.spec.replicas = 2), 'sc', 'scale');
  expect(fieldsOf(scaled, 'sc')).toEqual({ 'f:spec': { 'f:replicas': {} } });
  const applied = apply(undefined, { ...deployment(1), spec: { ...deployment(1).spec, replicas: undefined } });
  const live = owned(created(deployment(1)), applied.ok ? applied.managedFields : []);
  expect(
    fieldsOf(
      updated(live, (next) => (next.spec.replicas = 2), 'sc', 'scale'),
      'sc',
    ),
  ).toBeUndefined();
});

describe('a release without doors', () => {
  const record = { manager: 'm', now: NOW, release: 'k8s-1.20' } as const;

  test('names no subresource, and keeps one entry for all that a manager writes', () => {
    const old = created(
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'x' }] } },
      'm',
    );
    const next = { ...old, status: { phase: 'Running' } };
    const owners = recordUpdate({ ...record, kind: kindOf(old), old, next, subresource: 'status' });
    expect(owners).toHaveLength(1);
    expect(owners[0]).not.toHaveProperty('subresource');
    expect(owners[0]!.fieldsV1).toMatchObject({ 'f:status': { 'f:phase': {} }, 'f:spec': {} });
  });

  test('owns structs field by field, but for label selectors', () => {
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's' },
      spec: { selector: { a: 'b' } },
    } as unknown as KubeObject;
    const [entry] = recordUpdate({ ...record, kind: kindOf(service), next: service });
    expect(entry!.fieldsV1).toEqual({ 'f:spec': { 'f:selector': { '.': {}, 'f:a': {} } } });
    const budget = {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'b' },
      spec: { selector: { matchLabels: { a: 'b' } } },
    } as unknown as KubeObject;
    const [selected] = recordUpdate({ ...record, kind: kindOf(budget), next: budget });
    expect(selected!.fieldsV1).toEqual({ 'f:spec': { 'f:selector': {} } });
  });

  test('gives the creator of a volume the phase that defaults set', () => {
    const kind = kindByGvk('v1', 'PersistentVolume')!;
    const input = {
      metadata: { name: 'v' },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    };
    const verdict = prepareForCreate(kind, input, {
      now: NOW,
      uid: () => 'u',
      random: randomFor('x'),
      release: 'k8s-1.20',
    });
    expect(verdict.ok && verdict.asked.status).toEqual({ phase: 'Pending' });
  });
});

test('fields without an owner belong to the manager before-first-apply', () => {
  const { managedFields: _managedFields, ...metadata } = created(configMap({ a: '1' })).metadata;
  const live = { ...created(configMap({ a: '1' })), metadata } as KubeObject;
  const verdict = apply(live, configMap({ a: '2' }));
  expect(!verdict.ok && verdict.error.message).toBe(
    'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.a',
  );
});

test('items that repeat a key become the one that is applied', () => {
  const pod = (env: readonly object[]): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'c', image: 'x', env }] },
  });
  const live = created(
    pod([
      { name: 'A', value: '1' },
      { name: 'B', value: '1' },
      { name: 'A', value: '2' },
    ]),
  );
  const verdict = apply(live, pod([{ name: 'A', value: '9' }]), { force: true });
  const { containers } = (verdict.ok ? verdict.object.spec : {}) as { containers: { env: object[] }[] };
  expect(containers[0]!.env).toEqual([
    { name: 'A', value: '9' },
    { name: 'B', value: '1' },
  ]);
});
