import { SimulatedStore } from '../testing/simulated-store';
import type { KubeletBundle } from '../shard/kubelet-settings';

const shell = (script: string): object => ({ exec: { command: ['/bin/sh', '-c', script] } });

function storeWith(postStart: object, { bundle = 'modern' as KubeletBundle, container = {}, spec = {} } = {}) {
  const overrides = { sandboxMs: 0, imagePullMs: 0, containerStartMs: 0, containerStopMs: 0 };
  return new SimulatedStore({ bundle, overrides }).addNode('n1').addPod('web', {
    containers: [{ name: 'app', image: 'nginx', lifecycle: { postStart }, ...container }],
    ...spec,
  } as object);
}
const app = (store: SimulatedStore) => store.pod('web').status?.containerStatuses?.[0];
const notable = (store: SimulatedStore): string[] =>
  store.messagesOf('web').filter((line) => / (FailedPostStartHook|Killing|Started|BackOff) /.test(line));

describe('a postStart hook', () => {
  it('that fails ends its container, which starts again with back-off and never becomes ready', () => {
    const store = storeWith(shell('sleep 3; exit 1')).runUntil(2_000);
    expect(app(store)).toMatchObject({ ready: false, state: { running: {} } });
    store.runUntil(9_000);
    expect(notable(store)).toEqual([
      '0 Started Started container app',
      '3000 FailedPostStartHook PostStartHook failed',
      '3000 Killing FailedPostStartHook',
      '3000 Started Started container app',
      '6000 FailedPostStartHook PostStartHook failed',
      '6000 Killing FailedPostStartHook',
      '6000 BackOff Back-off restarting failed container',
    ]);
    expect(app(store)).toMatchObject({ ready: false, restartCount: 1, lastState: { terminated: { exitCode: 143 } } });
  });

  it('that fails ends the pod if its containers are not started again', () => {
    const store = storeWith(shell('exit 1'), { spec: { restartPolicy: 'Never' } }).runUntil(5_000);
    expect(store.pod('web').status).toMatchObject({ phase: 'Failed' });
  });

  it('that fails in 1.20 is reported with its command and what that printed', () => {
    const store = storeWith(shell('echo no; exit 2'), { bundle: 'k8s-1.20' }).runUntil(0);
    const hook = 'Exec lifecycle hook ([/bin/sh -c echo no; exit 2]) for Container "app" in Pod "web_default(uid-web)"';
    const error = "command '/bin/sh -c echo no; exit 2' exited with 2: no\n";
    expect(notable(store)[1]).toBe(
      `0 FailedPostStartHook ${hook} failed - error: ${error}, message: ${JSON.stringify('no\n')}`,
    );
  });

  it('comes too late where its container has ended', () => {
    const ended = { image: 'busybox', command: ['sleep', '1'] };
    const store = storeWith(shell('sleep 3; exit 1'), { container: ended, spec: { restartPolicy: 'Never' } });
    expect(store.runUntil(5_000).pod('web').status).toMatchObject({ phase: 'Succeeded' });
  });

  it.each([
    'exit 0',
    'echo Hello from the postStart handler > /usr/share/message',
    'test -f /etc/app/ready',
    'cat /data/seed.sql',
    'cp /config/a /data/b',
    'mkdir /var/lib/app/cache',
    'pg_isready',
    'test -f /tmp/ready',
    'cat /var/run/app.pid',
    'ls /tmp/socket',
    'test -n "$JAVA_HOME" || exit 1',
    '[ "$(hostname)" = app-0 ] || exit 1',
    '[ "$(id -u)" = 42 ] || exit 1',
    '[ "$KUBERNETES_SERVICE_HOST" = x ] || exit 1',
    'nslookup db || exit 1',
    'which java || exit 1',
    'date | grep -q 1999 || exit 1',
    'touch /proc/x',
    'ping -c 1 db',
    'nc -z 127.0.0.1 80',
    'curl -f http://localhost/',
    'ps | grep -q nginx || exit 1',
    'curl -f http://other/',
    'wget -qO- http://other/',
    '/opt/app/bin/register',
    'chown -R app /srv',
    'kill -HUP 1',
    'cd /srv/app && ls',
    'until nc -z db 5432; do sleep 1; done',
  ])('of which its command alone tells nothing lets its container run: %s', (script) => {
    const store = storeWith(shell(script)).runUntil(60_000);
    expect(app(store)).toMatchObject({ ready: true, restartCount: 0 });
  });
});
