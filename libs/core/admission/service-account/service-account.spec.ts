import { ApiError, kindByGvk, markShared, type KubeObject, type PodSpec } from '@orrery/api-types';
import type { AdmissionRequest } from '../admission';
import { DEFAULT_ADMISSION_SETTINGS, V1_20_ADMISSION_SETTINGS } from '../chain';
import { serviceAccount } from './service-account';

const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const metadata = (name: string) => ({
  name,
  uid: name,
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
});
const account = (name: string, more: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: metadata(name),
  ...more,
});

const MODERN = serviceAccount(DEFAULT_ADMISSION_SETTINGS.serviceAccount).admit;
const V1_20 = serviceAccount(V1_20_ADMISSION_SETTINGS.serviceAccount).admit;
const STRICT = serviceAccount({ tokens: 'projected', requiresAccount: 'always' }).admit;

function request(spec: Partial<PodSpec>, accounts: readonly KubeObject[]): AdmissionRequest {
  const byName = (_namespace: string, name: string) => accounts.find((each) => each.metadata.name === name);
  return {
    operation: 'CREATE',
    kind: kindByGvk('v1', 'Pod')!,
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata('p'), namespace: 'default' },
      spec: { containers: [{ name: 'c' }], ...spec },
    },
    user: { name: 'u', groups: [] },
    lookup: { serviceAccount: byName } as unknown as AdmissionRequest['lookup'],
  };
}

function specFor(spec: Partial<PodSpec>, accounts: readonly KubeObject[] = [], plugin = MODERN): PodSpec {
  const outcome = plugin(request(spec, accounts));
  if (outcome instanceof ApiError) throw outcome;
  return outcome.spec as PodSpec;
}

describe('a cluster whose Secrets with tokens others make', () => {
  const others = serviceAccount({ ...V1_20_ADMISSION_SETTINGS.serviceAccount, requiresSecret: true }).admit;

  test('has no pods before an account lists one, as upstream', () => {
    const refusal = others(request({}, [account('default')])) as ApiError;
    expect(refusal).toMatchObject({ code: 504, reason: 'ServerTimeout', details: { retryAfterSeconds: 1 } });
    expect(refusal.message).toBe(
      'No API token found for service account "default", retry after the token is automatically created and added to the service account',
    );
  });

  test('mounts the one that is listed, and none where none is wanted', () => {
    const listing = account('default', { secrets: [{ name: 'default-token-abcde' }] });
    expect(specFor({}, [listing], others).volumes).toMatchObject([{ secret: { secretName: 'default-token-abcde' } }]);
    const unwanted = { automountServiceAccountToken: false };
    expect(specFor(unwanted, [account('default')], others).volumes).toBeUndefined();
  });
});

describe('the account', () => {
  test('is default where none is named, and the old field says the same', () => {
    expect(specFor({})).toMatchObject({ serviceAccountName: 'default', serviceAccount: 'default' });
    expect(specFor({ serviceAccountName: 'x' }, [account('x')])).toMatchObject({
      serviceAccountName: 'x',
      serviceAccount: 'x',
    });
  });

  test.each([
    { name: 'one that is named', spec: { serviceAccountName: 'x' }, plugin: MODERN, missing: 'x' },
    { name: 'default, where every pod needs its account', spec: {}, plugin: STRICT, missing: 'default' },
  ])('must exist: $name', ({ spec, plugin, missing }) => {
    expect((plugin(request(spec, [])) as ApiError).message).toBe(
      `pods "p" is forbidden: error looking up service account default/${missing}: serviceaccount "${missing}" not found`,
    );
  });
});

describe('a projected token', () => {
  test('is mounted in every container', () => {
    const { volumes, containers, initContainers } = specFor({
      containers: [{ name: 'a' }, { name: 'b', volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
      initContainers: [{ name: 'i' }],
      volumes: [{ name: 'v', emptyDir: {} }],
    });
    const { name } = volumes![1]!;
    expect(name).toMatch(/^kube-api-access-[b-z2-9]{5}$/);
    expect(volumes).toEqual([
      { name: 'v', emptyDir: {} },
      {
        name,
        projected: {
          defaultMode: 420,
          sources: [
            { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
            { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
            {
              downwardAPI: {
                items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
              },
            },
          ],
        },
      },
    ]);
    const mount = { name, readOnly: true, mountPath: MOUNT_PATH };
    expect(containers.map(({ volumeMounts }) => volumeMounts)).toEqual([
      [mount],
      [{ name: 'v', mountPath: '/v' }, mount],
    ]);
    expect(initContainers!.map(({ volumeMounts }) => volumeMounts)).toEqual([[mount]]);
  });

  test('goes where nothing is mounted yet, and nowhere if that is everywhere', () => {
    const own = { name: 'own', volumeMounts: [{ name: 'v', mountPath: MOUNT_PATH }] };
    const volumes = [{ name: 'v', emptyDir: {} }];
    const mixed = specFor({ containers: [own, { name: 'other' }], volumes });
    expect(mixed.containers[0]).toEqual(own);
    expect(mixed.containers[1]!.volumeMounts).toHaveLength(1);
    expect(specFor({ containers: [own], volumes })).toMatchObject({ containers: [own], volumes });
  });

  test.each<{ name: string; spec: object }>([
    { name: 'no containers', spec: { containers: undefined } },
    { name: 'an empty list of them', spec: { containers: [] } },
    { name: 'no names', spec: { containers: [{}, { volumeMounts: [{}] }], volumes: [{}] } },
  ])('does not stumble over $name', ({ spec }) => {
    expect(() => specFor(spec as Partial<PodSpec>)).not.toThrow();
    expect(() => specFor(spec as Partial<PodSpec>, [], V1_20)).not.toThrow();
  });

  test('of a pod that is created again from what was read is the one that it brings along', () => {
    const first = specFor({});
    expect(specFor(first)).toEqual(first);
    const bare = specFor({ volumes: first.volumes! });
    expect(bare.volumes).toEqual(first.volumes);
    expect(bare.containers[0]!.volumeMounts![0]!.name).toBe(first.volumes![0]!.name);
  });

  test.each<{ name: string; spec: Partial<PodSpec>; automount: boolean | undefined; want: boolean }>([
    { name: 'no setting says', spec: {}, automount: undefined, want: true },
    { name: 'the account says no', spec: {}, automount: false, want: false },
    { name: 'the pod says no', spec: { automountServiceAccountToken: false }, automount: true, want: false },
    { name: 'the pod says yes', spec: { automountServiceAccountToken: true }, automount: false, want: true },
  ])('is mounted or not where $name', ({ spec, automount, want }) => {
    const accounts = [account('default', automount === undefined ? {} : { automountServiceAccountToken: automount })];
    expect(specFor(spec, accounts).volumes !== undefined).toBe(want);
  });

  test('is worked out once for pods of one template', () => {
    const spec = markShared({ containers: [{ name: 'c' }] });
    const asked = request({}, []);
    const [a, b] = [1, 2].map(() => MODERN({ ...asked, object: { ...asked.object, spec } }) as KubeObject);
    expect(a!.spec).toBe(b!.spec);
    expect(spec).toEqual({ containers: [{ name: 'c' }] });
  });
});

describe('a token from a Secret, before Kubernetes 1.21', () => {
  test('is mounted at the same place', () => {
    const { volumes, containers } = specFor({ serviceAccountName: 'bot' }, [account('bot')], V1_20);
    const { name } = volumes![0]!;
    expect(name).toMatch(/^bot-token-[b-z2-9]{5}$/);
    expect(volumes).toEqual([{ name, secret: { secretName: name, defaultMode: 420 } }]);
    expect(containers[0]!.volumeMounts).toEqual([{ name, readOnly: true, mountPath: MOUNT_PATH }]);
  });

  test('goes through a volume of the pod that is the Secret already', () => {
    const { secretName } = specFor({}, [], V1_20).volumes![0]!.secret!;
    const volumes = [{ name: 'mine', secret: { secretName: secretName! } }];
    const spec = specFor({ volumes }, [], V1_20);
    expect(spec.volumes).toEqual(volumes);
    expect(spec.containers[0]!.volumeMounts![0]!.name).toBe('mine');
  });
});

test('the account that a webhook names must exist as well', () => {
  const { check } = serviceAccount(DEFAULT_ADMISSION_SETTINGS.serviceAccount);
  expect(check(request({ serviceAccountName: 'x' }, []))?.message).toMatch(/serviceaccount "x" not found$/);
  expect(check(request({ serviceAccountName: 'x' }, [account('x')]))).toBeUndefined();
});

test('mirrors of static pods, updates and other kinds pass', () => {
  const asked = request({}, []);
  const mirror = {
    ...asked.object,
    metadata: { ...asked.object.metadata, annotations: { 'kubernetes.io/config.mirror': 'x' } },
  };
  expect(MODERN({ ...asked, object: mirror })).toBe(mirror);
  expect(MODERN({ ...asked, operation: 'UPDATE' })).toBe(asked.object);
  expect(MODERN({ ...asked, subresource: 'status' })).toBe(asked.object);
});
