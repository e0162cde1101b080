import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;

beforeAll(async () => {
  server = await startTestGraphqlServer();
  cluster = await server.cluster({ nodes: 1 });
});
afterAll(() => server.close());

it('a claim of the default class gets a volume, and both can be asked for', async () => {
  const yaml = [
    'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: now, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}\nprovisioner: disk.example.com',
    'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 3Gi}}}',
  ].join('\n---\n');
  const selection =
    'objects { ... on StorageClass { provisioner volumeBindingMode } ... on PersistentVolumeClaim { metadata { uid } spec { storageClassName } status { phase } } } errors { message }';
  const { objects } = await cluster.mutate<{ objects: unknown[] }>('createObject', { yaml }, selection);
  expect(objects).toMatchObject([
    { provisioner: 'disk.example.com', volumeBindingMode: 'Immediate' },
    { spec: { storageClassName: 'now' }, status: { phase: 'Pending' } },
  ]);
  const { metadata } = objects[1] as { metadata: { uid: string } };
  await expect(
    cluster.mutate(
      'updateObject',
      {
        object: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'data' },
          spec: { volumeName: 'x' },
        },
      },
      'errors { message }',
    ),
  ).rejects.toThrow(/accessModes: Required value/);
  const question =
    '{ persistentVolumeClaim(name: "data") { status { phase capacity } } persistentVolumes { nodes { metadata { name } status { phase } } } }';
  const want = {
    persistentVolumeClaim: { status: { phase: 'Bound', capacity: { storage: '3Gi' } } },
    persistentVolumes: { nodes: [{ metadata: { name: `pvc-${metadata.uid}` }, status: { phase: 'Bound' } }] },
  };
  let answer: unknown;
  for (let tries = 0; tries < 200; tries++) {
    answer = await cluster.query(question);
    if (JSON.stringify(answer) === JSON.stringify(want)) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(answer).toEqual(want);
});
