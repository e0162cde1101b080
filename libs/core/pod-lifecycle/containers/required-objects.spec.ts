import type { KubeObject, PodSpec } from '@orrery/api-types';
import { SimulatedStore } from '../testing/simulated-store';
import { missingForVariables, missingForVolumes, type FindObject } from './required-objects';

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
  const missing = missingForVolumes(podOf({ volumes: [{ name: 'v', ...volume }] }), find);
  expect(missing?.message).toBe(problem && `MountVolume.SetUp failed for volume "v" : ${problem}`);
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
      .addPod('web', { volumes: [{ name: 'v', configMap: { name: 'settings' } }] })
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
});
