import type { KubeObject } from '@orrery/api-types';
import type { ObjectKey } from '@orrery/store';
import { dueHooks } from './container-hooks';

const key: ObjectKey = { resource: 'pods', namespace: 'default', name: 'web' };
const exec = (...command: string[]): object => ({ exec: { command } });
const hooked = (name: string, more: object = {}): object => ({
  name,
  lifecycle: { postStart: exec(name, 'starts'), preStop: exec(name, 'stops') },
  ...more,
});
const running = (name: string): object => ({ name, containerID: `sim://${name}`, state: { running: {} } });
const spec = {
  initContainers: [{ name: 'plain' }, hooked('sidecar', { restartPolicy: 'Always' })],
  containers: [hooked('app'), { name: 'other' }],
};

/** A pod of which these containers run. */
function pod(names: readonly string[], metadata: object = {}): KubeObject {
  const statuses = names.map((name) => [name, running(name)] as const);
  const of = (wanted: string): object[] => statuses.flatMap(([name, status]) => (name === wanted ? [status] : []));
  const status = {
    initContainerStatuses: [...of('plain'), ...of('sidecar')],
    containerStatuses: [...of('app'), ...of('other')],
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default', uid: 'u', ...metadata },
    spec,
    status,
  } as unknown as KubeObject;
}
const commands = (object: KubeObject, previous: KubeObject): string[] =>
  dueHooks({ key, object, previous }).map(({ handler }) => handler.exec!.command!.join(' '));

const stopping = (run: string): object => ({ annotations: { 'orrery.dev/app.stopping': `sim://${run}` } });
const withStatus = (object: KubeObject, more: object): KubeObject => {
  const { status, ...rest } = object as KubeObject & { readonly status: object };
  return { ...rest, status: { ...status, ...more } } as KubeObject;
};
/** A pod that is not restarted and whose own containers have ended. */
const ended = (names: readonly string[]): KubeObject => {
  const containerStatuses = ['app', 'other'].map((name) => ({ name, state: { terminated: { exitCode: 0 } } }));
  const object = withStatus(pod(names), { containerStatuses });
  return { ...object, spec: { ...spec, restartPolicy: 'Never' } } as KubeObject;
};
const deleted = { deletionTimestamp: '2026-03-01T12:00:30Z', deletionGracePeriodSeconds: 30 };

test.each<[string, KubeObject, KubeObject, string[]]>([
  ['a sidecar starts', pod(['sidecar']), pod(['plain']), ['sidecar starts']],
  ['a container starts', pod(['sidecar', 'app', 'other']), pod(['sidecar']), ['app starts']],
  ['nothing starts', pod(['sidecar', 'app'], { labels: {} }), pod(['sidecar', 'app']), []],
  ['the pod is deleted', pod(['sidecar', 'app'], deleted), pod(['sidecar', 'app']), ['app stops', 'sidecar stops']],
  ['the pod is deleted before its containers run', pod(['plain'], deleted), pod(['plain']), []],
  [
    'the kubelet gives a container up',
    pod(['app', 'sidecar'], stopping('app')),
    pod(['app', 'sidecar']),
    ['app stops'],
  ],
  ['the pod changes after that', pod(['app'], { ...stopping('app'), labels: {} }), pod(['app'], stopping('app')), []],
  ['an earlier run was given up', pod(['app'], stopping('before')), pod(['app']), []],
  [
    'the pod is over',
    withStatus(pod(['app', 'sidecar']), { phase: 'Failed' }),
    pod(['app', 'sidecar']),
    ['app stops', 'sidecar stops'],
  ],
  ['the containers have ended', ended(['sidecar']), pod(['sidecar', 'app', 'other']), ['sidecar stops']],
  ['the pod is deleted at once', pod(['app'], { ...deleted, deletionGracePeriodSeconds: 0 }), pod(['app']), []],
])('hooks that are due when %s', (_case, object, previous, expected) => {
  expect(commands(object, previous)).toEqual(expected);
});
