import type { KubeObject, PodSpec } from '@orrery/api-types';
import { SimulatedStore } from '../testing/simulated-store';
import { missingForVariables, missingForVolumes, type FindObject } from './required-objects';
import { unboundClaim } from './unbound-claims';

const OBJECTS: Readonly<Record<string, object>> = {
  'ConfigMap default/settings': { data: { color: 'red' }, binaryData: { logo: 'AA==' } },
  'Secret default/login': { data: { user: 'eA==' } },
};
const find: FindObject = (kind, namespace, name) =>
  // Only the contents are looked at.
  OBJECTS[`${kind} ${namespace}/${name}`] as unknown as KubeObject | undefined;

const podOf = (spec: object) => {
  const store = new SimulatedStore().addPod('web', spec as Partial<PodSpec>);
  return store.pod('web');
};

/** A container that mounts the volume; a kubelet sets up no other. */
const MOUNTING = { containers: [{ name: 'app', image: 'a', volumeMounts: [{ name: 'v', mountPath: '/v' }] }] };

const volumes: readonly [title: string, volume: object, problem: string | undefined][] = [
  ['a ConfigMap that is there', { configMap: { name: 'settings' } }, undefined],
  ['a ConfigMap that is missing', { configMap: { name: 'gone' } }, 'configmap "gone" not found'],
  ['a ConfigMap that may be missing', { configMap: { name: 'gone', optional: true } }, undefined],
  ['keys of both parts', { configMap: { name: 'settings', items: [{ key: 'color' }, { key: 'logo' }] } }, undefined],
  [
    'a key that is missing',
    { configMap: { name: 'settings', items: [{ key: 'size' }] } },
    'references non-existent config key: size',
  ],
  ['a Secret that is missing', { secret: { secretName: 'gone' } }, 'secret "gone" not found'],
  [
    'a key of a Secret that is missing',
    { secret: { secretName: 'login', items: [{ key: 'password' }] } },
    'references non-existent secret key: password',
  ],
  [
    'a part of a projected volume',
    { projected: { sources: [{ configMap: { name: 'settings' } }, { secret: { name: 'gone' } }] } },
    'secret "gone" not found',
  ],
  [
    'the certificate that the cluster publishes',
    { projected: { sources: [{ configMap: { name: 'kube-root-ca.crt' } }] } },
    undefined,
  ],
  ['another source', { emptyDir: {} }, undefined],
];

it.each(volumes)('a volume from %s', (_title, volume, problem) => {
  const spec = { ...MOUNTING, volumes: [{ name: 'v', ...volume }] };
  const missing = missingForVolumes(podOf(spec), find);
  expect(missing?.message).toBe(problem && `MountVolume.SetUp failed for volume "v" : ${problem}`);
  expect(missingForVolumes(podOf({ volumes: spec.volumes }), find)).toBeUndefined();
});

const variables: readonly [title: string, container: object, problem: string | undefined][] = [
  ['a key', { env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'color' } } }] }, undefined],
  [
    'a missing key',
    { env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'size' } } }] },
    "couldn't find key size in ConfigMap default/settings",
  ],
  [
    'a key that may be missing',
    { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'login', key: 'size', optional: true } } }] },
    undefined,
  ],
  [
    'a missing Secret',
    { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'gone', key: 'x' } } }] },
    'secret "gone" not found',
  ],
  ['all of a missing ConfigMap', { envFrom: [{ configMapRef: { name: 'gone' } }] }, 'configmap "gone" not found'],
  ['all of a Secret', { envFrom: [{ secretRef: { name: 'login' } }] }, undefined],
  ['a value of its own', { env: [{ name: 'A', value: 'b' }] }, undefined],
];

it.each(variables)('variables from %s', (_title, container, problem) => {
  const pod = podOf({ containers: [{ name: 'app', image: 'a', ...container }] });
  expect(missingForVariables(pod, pod.spec.containers[0]!, find)?.message).toBe(problem);
});

describe('a pod that needs an object', () => {
  const objects = new Map<string, KubeObject>();
  const storeOf = () =>
    new SimulatedStore({ findObject: (kind, namespace, name) => objects.get(`${kind}/${namespace}/${name}`) }).addNode(
      'n1',
    );
  const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { color: 'red' } };
  beforeEach(() => objects.clear());

  it('is being created without an address until its volume can be mounted', () => {
    const store = storeOf()
      .addPod('web', { ...MOUNTING, volumes: [{ name: 'v', configMap: { name: 'settings' } }] } as Partial<PodSpec>)
      .runUntil(60_000);
    expect(store.pod('web').status).toMatchObject({
      phase: 'Pending',
      containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }],
    });
    expect(store.pod('web').status!.podIP).toBeUndefined();
    expect(store.messagesOf('web')).toEqual([
      '0 FailedMount MountVolume.SetUp failed for volume "v" : configmap "settings" not found',
    ]);
    // Only the metadata that a real one has beside this is missing.
    objects.set('ConfigMap/default/settings', settings as unknown as KubeObject);
    store.shard.objectChanged('ConfigMap', 'default', 'settings', store.nowMs);
    expect(store.runUntil(62_000).pod('web').status!.phase).toBe('Running');
    // What is mounted stays, and what has been deleted stops nothing that runs.
    objects.clear();
    expect(store.runUntil(70_000).pod('web').status!.phase).toBe('Running');
  });

  it('names a missing variable, and starts when it is there', () => {
    const env = [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'color' } } }];
    const store = storeOf()
      .addPod('web', { containers: [{ name: 'app', image: 'a', env }] } as Partial<PodSpec>)
      .runUntil(60_000);
    expect(store.pod('web').status!.containerStatuses![0]!.state).toEqual({
      waiting: { reason: 'CreateContainerConfigError', message: 'configmap "settings" not found' },
    });
    objects.set('ConfigMap/default/settings', settings as unknown as KubeObject);
    store.shard.objectChanged('ConfigMap', 'default', 'settings', store.nowMs);
    expect(store.runUntil(62_000).pod('web').status!.phase).toBe('Running');
  });

  it('is being created until its claim is bound, and says why in the words of the kubelet', () => {
    const data = { name: 'v', persistentVolumeClaim: { claimName: 'data' } };
    const store = storeOf();
    const claimIs = (claim: object | undefined): void => {
      if (claim) objects.set('PersistentVolumeClaim/default/data', claim as KubeObject);
      store.shard.objectChanged('PersistentVolumeClaim', 'default', 'data', store.nowMs);
      store.runUntil(store.nowMs + 60_000);
    };
    claimIs({ metadata: { name: 'data' }, spec: {}, status: { phase: 'Pending' } });
    store.addPod('web', { ...MOUNTING, volumes: [data] } as Partial<PodSpec>);
    store.addPod('unused', { volumes: [data] } as Partial<PodSpec>).runUntil(120_000);
    expect(store.pod('unused').status!.phase).toBe('Running');
    expect(store.pod('web').status).toMatchObject({
      phase: 'Pending',
      containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }],
    });
    expect(store.messagesOf('web')).toEqual([
      '60000 FailedMount Unable to attach or mount volumes: unmounted volumes=[v], unattached volumes=[], ' +
        'failed to process volumes=[v]: error processing PVC default/data: PVC is not bound',
    ]);
    claimIs({ metadata: { name: 'data' }, spec: { volumeName: 'pv' }, status: { phase: 'Bound' } });
    expect(store.pod('web').status!.phase).toBe('Running');
  });
});

const BOUND = { metadata: {}, spec: { volumeName: 'pv' }, status: { phase: 'Bound' } };
const OWNED = { ...BOUND, metadata: { ownerReferences: [{ uid: 'web', controller: true }] } };
const NAMED = { persistentVolumeClaim: { claimName: 'web-v' } };
const claims: readonly [title: string, volume: object, claim: object | undefined, problem: string | undefined][] = [
  ['bound', NAMED, BOUND, undefined],
  [
    'missing',
    NAMED,
    undefined,
    'error processing PVC default/web-v: failed to fetch PVC from API server: persistentvolumeclaims "web-v" not found',
  ],
  ['lost', NAMED, { ...BOUND, status: { phase: 'Lost' } }, 'error processing PVC default/web-v: PVC is not bound'],
  [
    'being deleted',
    NAMED,
    { ...BOUND, metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
    'error processing PVC default/web-v: PVC is being deleted',
  ],
  [
    'of another owner, for an ephemeral volume',
    { ephemeral: {} },
    BOUND,
    'PVC default/web-v was not created for pod default/web (pod is not owner)',
  ],
  ['made for the ephemeral volume', { ephemeral: {} }, OWNED, undefined],
];

it.each(claims)('a claim that is %s', (_title, volume, claim, problem) => {
  const pod = podOf({ ...MOUNTING, volumes: [{ name: 'v', ...volume }] });
  const owned = { ...pod, metadata: { ...pod.metadata, uid: 'web' } };
  const found = (listsUnprocessed: boolean) =>
    unboundClaim(owned, () => claim as KubeObject, listsUnprocessed)?.message;
  const volumes = 'Unable to attach or mount volumes: unmounted volumes=[v], unattached volumes=[';
  expect(found(true)).toBe(problem && `${volumes}], failed to process volumes=[v]: ${problem}`);
  expect(found(false)).toBe(problem && `${volumes}v]: ${problem}`);
});
