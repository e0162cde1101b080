import type { Pod } from '@orrery/api-types';
import { SimulatedStore } from '../testing/simulated-store';
import { NodePaths } from './node-paths';

const pod = (path: string, type?: string): Pod => ({
  ...{ apiVersion: 'v1', kind: 'Pod' },
  metadata: { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: {
    containers: [{ name: 'c', volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
    volumes: [{ name: 'v', hostPath: { path, ...(type !== undefined && { type }) } }],
  } as Pod['spec'],
});

const failed = (path: string, what: string): string =>
  `MountVolume.SetUp failed for volume "v" : hostPath type check failed: ${path} is not a ${what}`;

test.each<[string, string | undefined, string | undefined]>([
  ['/tmp/ns/adir', 'Directory', undefined],
  ['/tmp/ns/adir/', '', undefined],
  ['/tmp/ns/adir', undefined, undefined],
  ['/tmp/ns/adir', 'File', failed('/tmp/ns/adir', 'file')],
  ['/tmp/ns/adir', 'FileOrCreate', failed('/tmp/ns/adir', 'file')],
  ['/tmp/ns/adir', 'Socket', failed('/tmp/ns/adir', 'socket file')],
  ['/tmp/ns/adir', 'CharDevice', failed('/tmp/ns/adir', 'character device')],
  ['/tmp/ns/afile', 'File', undefined],
  ['/tmp/ns/afile', 'Directory', failed('/tmp/ns/afile', 'directory')],
  ['/tmp/ns/afile', 'BlockDevice', failed('/tmp/ns/afile', 'block device')],
  ['/tmp/ns/none', 'Directory', failed('/tmp/ns/none', 'directory')],
  ['/tmp/ns/none', 'File', failed('/tmp/ns/none', 'file')],
  ['/var/run/docker.sock', 'Socket', undefined],
  ['/etc/kubernetes', 'Directory', undefined],
])('%s as %s', (path, type, expected) => {
  const paths = new NodePaths();
  for (const made of [pod('/tmp/ns', 'DirectoryOrCreate'), pod('/tmp/ns/adir', 'DirectoryOrCreate')]) paths.mount(made);
  paths.mount(pod('/tmp/ns/afile', 'FileOrCreate'));
  const restored = new NodePaths();
  restored.restore(paths.toState());
  expect(restored.mount(pod(path, type))).toBe(expected);
});

test('a pod whose volume is of another type is being created, and an event says why', () => {
  const store = new SimulatedStore({ bundle: 'k8s-1.20' }).addNode('n1');
  for (const [name, type] of [
    ['base', 'DirectoryOrCreate'],
    ['wrong', 'File'],
  ] as const) {
    store.addPod(name, pod('/tmp/x', type).spec).runUntil(store.nowMs + 5000);
  }
  expect(store.pod('base').status?.phase).toBe('Running');
  expect(store.pod('wrong').status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ContainerCreating');
  expect(store.messagesOf('wrong').join('\n')).toContain(`FailedMount ${failed('/tmp/x', 'file')}`);
});
