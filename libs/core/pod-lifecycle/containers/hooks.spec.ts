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
    const script = 'echo no; echo why >&2; exit 2';
    const store = storeWith(shell(script), { bundle: 'k8s-1.20' }).runUntil(5_000);
    const hook = `Exec lifecycle hook ([/bin/sh -c ${script}]) for Container "app" in Pod "web_default(uid-web)"`;
    const error = `command '/bin/sh -c ${script}' exited with 2: why\n`;
    const message = `${hook} failed - error: ${error}, message: ${JSON.stringify('no\nwhy\n')}`;
    expect(notable(store)[1]).toBe(`0 FailedPostStartHook ${message}`);
    expect(app(store)!.state).toEqual({ waiting: { reason: `PostStartHookError: ${error}`, message } });
  });

  it('that fails is the reason why its container waits, until the kubelet looks again', () => {
    const store = storeWith(shell('echo no; exit 1'));
    const message = `Exec lifecycle hook ([/bin/sh -c echo no; exit 1]) for Container "app" in Pod "web_default(uid-web)" failed - error: command '/bin/sh -c echo no; exit 1' exited with 1: , message: "no\\n"`;
    const hookError = { waiting: { reason: 'PostStartHookError', message } };
    const crashLoop = { waiting: { reason: 'CrashLoopBackOff' } };
    expect(app(store.runUntil(9_999))).toMatchObject({ state: hookError, restartCount: 1 });
    expect(app(store)).toMatchObject({ lastState: { terminated: { exitCode: 143 } } });
    expect(app(store.runUntil(19_000))).toMatchObject({ state: hookError, restartCount: 2 });
    expect(app(store.runUntil(29_000))).toMatchObject({ state: crashLoop, restartCount: 2 });
    expect(app(store.restart().runUntil(31_000))).toMatchObject({ state: hookError, restartCount: 3 });
    expect(app(store.handOver().runUntil(71_000))).toMatchObject({ state: hookError, restartCount: 4 });
  });

  it('that looks for a file sees what the command of its container has written', () => {
    const main = { image: 'busybox', command: ['sh', '-c', 'touch /tmp/ready; sleep 10; touch /tmp/late; sleep 600'] };
    const restartsAfter = (script: string, container: object = main): number =>
      app(storeWith(shell(script), { container }).runUntil(60_000))!.restartCount;
    expect(restartsAfter('test -f /tmp/ready')).toBe(0);
    expect(restartsAfter('test -f /tmp/never')).toBeGreaterThan(0);
    expect(restartsAfter('cat /tmp/late')).toBeGreaterThan(0);
    expect(restartsAfter('sleep 11; cat /tmp/late')).toBe(0);
    expect(restartsAfter('until test -f /tmp/late; do sleep 1; done')).toBe(0);
    expect(restartsAfter('sleep 5; test -f /tmp/late', { image: 'nginx' })).toBe(0);
  });

  it('writes files that probes and the command of its container find', () => {
    const readinessProbe = { exec: { command: ['test', '-f', '/tmp/hooked'] }, periodSeconds: 1 };
    const reads = ['sh', '-c', 'sleep 6; cat /tmp/hooked || exit 4; exit 3'];
    const store = storeWith(shell('sleep 4; touch /tmp/hooked'), {
      container: { image: 'busybox', command: reads, readinessProbe },
      spec: { restartPolicy: 'Never' },
    });
    expect(app(store.runUntil(3_500))).toMatchObject({ ready: false, state: { running: {} } });
    expect(app(store.runUntil(5_000))).toMatchObject({ ready: true });
    expect(app(store.runUntil(8_000))).toMatchObject({ state: { terminated: { exitCode: 3 } } });
  });

  it('of which nothing is known may have written what a probe looks for', () => {
    const readinessProbe = { exec: { command: ['test', '-f', '/tmp/hooked'] } };
    const container = { image: 'busybox', command: ['sleep', '600'], readinessProbe };
    expect(app(storeWith(shell('/opt/seed'), { container }).runUntil(60_000))).toMatchObject({ ready: true });
    expect(app(storeWith(shell('true'), { container }).runUntil(60_000))).toMatchObject({ ready: false });
  });

  it('keeps its container from being ready until it is over', () => {
    const sleep = { sleep: { seconds: 3 } };
    expect(app(storeWith(sleep).runUntil(2_900))).toMatchObject({ ready: false });
    expect(app(storeWith(sleep).runUntil(3_100))).toMatchObject({ ready: true });
    expect(app(storeWith(shell('sleep 3')).runUntil(2_900))).toMatchObject({ ready: false });
  });

  it.each<[KubeletBundle, string, string]>([
    ['modern', 'HTTP lifecycle hook (/up)', 'error: Get "http://10.1.0.1:9090/up": dial tcp 10.1.0.1:9090'],
    ['k8s-1.20', 'Http lifecycle hook (/up)', 'error: Get "http://10.1.0.1:9090//up": dial tcp 10.1.0.1:9090'],
  ])('that asks a port where nothing listens fails, in %s', (bundle, begin, error) => {
    const container = { image: 'agnhost:2.21', args: ['netexec'] };
    const asking = (port: number) =>
      storeWith({ httpGet: { path: '/up', port } }, { bundle, container }).runUntil(5_000);
    const waiting = app(asking(9090))!.state!.waiting!;
    expect(waiting.reason).toMatch(/^PostStartHookError/);
    expect(waiting.message).toContain(begin);
    expect(waiting.message).toContain(`${error}: connect: connection refused`);
    expect(app(asking(8080))).toMatchObject({ ready: true, restartCount: 0 });
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

describe('a preStop hook', () => {
  const livenessProbe = { exec: { command: ['false'] }, failureThreshold: 1, initialDelaySeconds: 5, periodSeconds: 5 };
  const given = (preStop: object, more: object = {}, bundle: KubeletBundle = 'modern') => {
    const overrides = { sandboxMs: 0, imagePullMs: 0, containerStartMs: 0, containerStopMs: 100 };
    const container = { name: 'app', image: 'agnhost:2.21', args: ['netexec'], lifecycle: { preStop }, ...more };
    const spec = { containers: [container], terminationGracePeriodSeconds: 20 };
    return new SimulatedStore({ bundle, overrides }).addNode('n1').addPod('web', spec as object);
  };
  const restartedAtMs = (store: SimulatedStore): number | undefined => {
    const [, second] = store.messagesOf('web').filter((line) => line.includes(' Started '));
    return second === undefined ? undefined : Number(second.split(' ')[0]);
  };

  it.each<[string, object, object, number]>([
    ['its own time', shell('sleep 3'), {}, 8_100],
    ['no more than the grace period', shell('sleep 60'), {}, 25_100],
    ['the grace period of the probe', shell('sleep 60'), { terminationGracePeriodSeconds: 4 }, 9_100],
  ])('takes %s when a probe gives its container up, before that is started again', (_what, preStop, more, expected) => {
    const store = given(preStop, { livenessProbe: { ...livenessProbe, ...more } }).runUntil(60_000);
    expect(restartedAtMs(store)).toBe(expected);
  });

  it('is announced by its kubelet, to those who carry it out, with the run that is stopped', () => {
    const store = given(shell('sleep 3'), { livenessProbe }).runUntil(4_000);
    const run = app(store)!.containerID;
    expect(store.pod('web').metadata.annotations).not.toHaveProperty(['orrery.dev/app.stopping']);
    store.runUntil(5_000);
    expect(app(store)).toMatchObject({ containerID: run, state: { running: {} } });
    expect(store.pod('web').metadata.annotations).toMatchObject({ 'orrery.dev/app.stopping': run });
  });

  it.each<[KubeletBundle, object, string]>([
    ['modern', shell('exit 1'), 'PreStopHook failed'],
    ['modern', { httpGet: { path: '/', port: 9090 } }, 'PreStopHook failed'],
    ['k8s-1.20', { httpGet: { path: '/', port: 9090 } }, 'Http lifecycle hook (/) for Container "app" in Pod'],
  ])('that fails is reported: %s, %j', (bundle, preStop, text) => {
    const failures = (store: SimulatedStore) =>
      store.messagesOf('web').filter((line) => / FailedPreStopHook /.test(line));
    expect(failures(given(preStop, {}, bundle).runUntil(5_000).deletePod('web', 20).runUntil(9_000))[0]).toContain(
      text,
    );
    expect(failures(given(preStop, { livenessProbe }, bundle).runUntil(6_000))[0]).toContain(text);
    expect(failures(given({ httpGet: { path: '/', port: 8080 } }, { livenessProbe }, bundle).runUntil(6_000))).toEqual(
      [],
    );
  });
});
