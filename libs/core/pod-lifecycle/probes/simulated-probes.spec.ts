import { SimulatedStore } from '../testing/simulated-store';
import type { KubeletBundle } from '../shard/kubelet-settings';
import { withProbeChange } from './seen-probes';

const seconds = (value: number): number => value * 1000;
const shell = (script: string): object => ({ image: 'busybox', command: ['/bin/sh', '-c', script] });
const exec = (...command: string[]): object => ({ exec: { command } });
const storeWith = (container: object): SimulatedStore =>
  new SimulatedStore({ bundle: 'modern', overrides: { sandboxMs: 0, imagePullMs: 0, containerStartMs: 0 } })
    .addNode('n1')
    .addPod('web', { containers: [{ name: 'app', ...container }] } as object);
const app = (store: SimulatedStore) => store.pod('web').status?.containerStatuses?.[0];
const notable = (store: SimulatedStore): string[] =>
  store.messagesOf('web').filter((line) => / (Unhealthy|Killing) /.test(line));

describe('exec probes run in the shell of the container', () => {
  it('see a file that the container deletes', () => {
    const script = 'echo ok >/tmp/health; sleep 10; rm -rf /tmp/health; sleep 600';
    const livenessProbe = { ...exec('cat', '/tmp/health'), initialDelaySeconds: 15, failureThreshold: 1 };
    const store = storeWith({ ...shell(script), livenessProbe }).runUntil(seconds(21));
    expect(notable(store)).toEqual([
      '20000 Unhealthy Liveness probe failed: cat: /tmp/health: No such file or directory\n',
      '20000 Killing Container app failed liveness probe, will be restarted',
    ]);
    expect(app(store)?.restartCount).toBe(1);
  });

  it('wait for a file that comes later', () => {
    const startupProbe = { ...exec('cat', '/tmp/startup'), failureThreshold: 60 };
    const readinessProbe = exec('test', '-f', '/tmp/health');
    const container = {
      ...shell('touch /tmp/health; sleep 45; touch /tmp/startup; sleep 600'),
      startupProbe,
      readinessProbe,
    };
    const store = storeWith(container).runUntil(seconds(49));
    expect(app(store)).toMatchObject({ ready: false, started: false });
    store.runUntil(seconds(51));
    expect(app(store)).toMatchObject({ ready: true, started: true });
  });

  it('fail when they take longer than their timeout', () => {
    const livenessProbe = { ...exec('/bin/sh', '-c', 'sleep 10'), timeoutSeconds: 1, failureThreshold: 1 };
    const store = storeWith({ ...shell('sleep 600'), livenessProbe }).runUntil(seconds(1));
    expect(notable(store)[0]).toBe('0 Unhealthy Liveness probe failed: command "/bin/sh -c sleep 10" timed out');
  });

  it('are run where the container has a program of its own, if their command alone tells', () => {
    const readinessProbe = exec('/bin/false');
    const store = storeWith({ image: 'nginx', readinessProbe }).runUntil(seconds(60));
    expect(app(store)?.ready).toBe(false);
  });

  it.each([[['pg_isready']], [['cat', '/tmp/healthy']], [['test', '-f', '/ready']]])(
    'succeed where nothing tells: %j',
    (command) => {
      const store = storeWith({ image: 'postgres', readinessProbe: exec(...command) }).runUntil(seconds(1));
      expect(app(store)?.ready).toBe(true);
    },
  );
});

describe('probes over HTTP are answered by the server of the image', () => {
  const liveness = { image: 'agnhost:2.21', args: ['liveness'] };

  it.each([
    ['/healthz', 5],
    ['/redirect?loc=%2Fhealthz', 5],
    ['/redirect?loc=http%3A%2F%2F0.0.0.0%2F', 0],
    ['/started', 0],
  ])('%s lets the container restart %d times in five minutes or more', (path, restarts) => {
    const livenessProbe = { httpGet: { path, port: 8080 }, initialDelaySeconds: 5, failureThreshold: 1 };
    const store = storeWith({ ...liveness, livenessProbe }).runUntil(seconds(300));
    expect(app(store)?.restartCount).toBeGreaterThanOrEqual(restarts);
    if (restarts === 0) expect(app(store)?.restartCount).toBe(0);
  });
});

describe('probes of gRPC are answered by the server of the image', () => {
  const probed = (args: string[], grpc: object): SimulatedStore =>
    storeWith({
      image: 'agnhost:2.45',
      args: ['grpc-health-checking', ...args],
      livenessProbe: { grpc, periodSeconds: 5, failureThreshold: 1 },
    }).runUntil(seconds(29));

  it.each<[string[], object, string[]]>([
    [[], { port: 5000 }, []],
    [['--port=5001', '--service', 'a'], { port: 5001, service: 'a' }, []],
    [
      ['--delay-unhealthy-sec=20'],
      { port: 5000 },
      ['20000 Unhealthy Liveness probe failed: service unhealthy (responded with "NOT_SERVING")'],
    ],
    [
      ['--service=a'],
      { port: 5000, service: 'b' },
      [
        '0 Unhealthy Liveness probe failed: error: health rpc probe failed: rpc error: code = NotFound desc = unknown service',
      ],
    ],
    [
      [],
      { port: 5001 },
      [
        '0 Unhealthy Liveness probe failed: timeout: failed to connect service ":5001" within 1s: context deadline exceeded',
      ],
    ],
  ])('%j asked at %j', (args, grpc, expected) => {
    const failures = notable(probed(args, grpc)).filter((line) => line.includes('Unhealthy'));
    expect(failures.slice(0, 1)).toEqual(expected);
  });

  it('fails for as long as its server is made to', () => {
    const ownWindows = [{ fromMs: 20_000, toMs: Number.POSITIVE_INFINITY }];
    const change = { kind: 'liveness', ownWindows } as const;
    const down = withProbeChange(undefined, 'sim://1', { ...change, fails: true, ranMs: 7_000 });
    expect(JSON.parse(down)).toEqual({ run: 'sim://1', liveness: '7s-' });
    const up = withProbeChange(down, 'sim://1', { ...change, fails: false, ranMs: 9_000 });
    expect(JSON.parse(up)).toEqual({ run: 'sim://1', liveness: '7s-9s' });
    const late = withProbeChange(undefined, 'sim://1', { ...change, fails: false, ranMs: 25_000 });
    expect(JSON.parse(late)).toEqual({ run: 'sim://1', liveness: '20s-25s' });
  });
});

describe('a probe that is redirected to another host', () => {
  const away = { path: '/redirect?loc=http%3A%2F%2F0.0.0.0%2F', port: 8080 };
  const body = '<a href="http://0.0.0.0/">Found</a>.\n\n';
  const container = { name: 'app', image: 'agnhost:2.21', args: ['liveness'] };
  const warnings = (bundle: KubeletBundle, probes: object): string[] => {
    const store = new SimulatedStore({ bundle, overrides: { sandboxMs: 0, imagePullMs: 0, containerStartMs: 0 } })
      .addNode('n1')
      .addPod('web', { containers: [{ ...container, ...probes }] } as object)
      .runUntil(seconds(300));
    expect(app(store)).toMatchObject({ ready: true, restartCount: 0 });
    return store.messagesOf('web').filter((line) => / ProbeWarning /.test(line));
  };
  const livenessProbe = { httpGet: away, initialDelaySeconds: 15 };

  it.each<[KubeletBundle, string[]]>([
    ['modern', [`20000 ProbeWarning Liveness probe warning: Probe terminated redirects, Response body: ${body}`]],
    ['k8s-1.20', [`20000 ProbeWarning Liveness probe warning: ${body}`]],
    ['okd-legacy', []],
  ])('is reported by %s', (bundle, expected) => {
    expect(warnings(bundle, { livenessProbe })).toEqual(expected);
  });

  it('is reported for each probe', () => {
    const readinessProbe = { httpGet: away };
    const startupProbe = { httpGet: away, initialDelaySeconds: 15 };
    const lines = warnings('k8s-1.20', { livenessProbe, readinessProbe, startupProbe });
    expect(lines.map((line) => line.split(' ', 3).join(' '))).toEqual([
      '20000 ProbeWarning Startup',
      '20000 ProbeWarning Readiness',
      '40000 ProbeWarning Liveness',
    ]);
  });

  it('is not reported where the host stays the same', () => {
    expect(
      warnings('modern', { livenessProbe: { httpGet: { path: '/redirect?loc=%2Fstarted', port: 8080 } } }),
    ).toEqual([]);
  });
});

describe('a container that a probe gives up', () => {
  const endless = { 'orrery.dev/app.stop-after': 'never' };
  const livenessProbe = { ...exec('false'), failureThreshold: 1, periodSeconds: 100 };
  const restarted = (container: object, spec: object = {}): string | undefined => {
    const overrides = { sandboxMs: 0, imagePullMs: 0, containerStartMs: 0 };
    const store = new SimulatedStore({ bundle: 'modern', overrides })
      .addNode('n1')
      .addPod('web', { containers: [{ name: 'app', image: 'x', ...container }], ...spec } as object, endless)
      .runUntil(seconds(60));
    return store.messagesOf('web').filter((line) => / Started /.test(line))[1];
  };

  it.each([
    ['of the liveness probe', { livenessProbe: { ...livenessProbe, terminationGracePeriodSeconds: 7 } }, {}, '7000'],
    ['of the startup probe', { startupProbe: { ...livenessProbe, terminationGracePeriodSeconds: 9 } }, {}, '9000'],
    ['of the pod', { livenessProbe }, { terminationGracePeriodSeconds: 20 }, '20000'],
    [
      'with its preStop hook',
      { livenessProbe, lifecycle: { preStop: { sleep: { seconds: 12 } } } },
      { terminationGracePeriodSeconds: 5 },
      '7000',
    ],
  ])('has the grace period %s', (_case, container, spec, at) => {
    expect(restarted(container, spec)?.split(' ')[0]).toBe(at);
  });
});

describe('what a session changes', () => {
  it('holds for the run that it was done in', () => {
    const failing = withProbeChange(undefined, 'sim://1', { kind: 'readiness', fails: true, ranMs: 5200 });
    expect(JSON.parse(failing)).toEqual({ run: 'sim://1', readiness: '5.2s-' });
    const well = withProbeChange(failing, 'sim://1', { kind: 'readiness', fails: false, ranMs: 9000 });
    expect(JSON.parse(well)).toEqual({ run: 'sim://1', readiness: '5.2s-9s' });
    const first = withProbeChange(well, 'sim://2', { kind: 'liveness', fails: false, ranMs: 1000 });
    expect(JSON.parse(first)).toEqual({ run: 'sim://2', liveness: '0s-1s' });
  });

  it('makes a ready container unready and ready again', () => {
    const readinessProbe = { httpGet: { path: '/index.html', port: 80 }, periodSeconds: 1, failureThreshold: 1 };
    const store = storeWith({ image: 'httpd:2.4', readinessProbe }).runUntil(seconds(3));
    const run = app(store)!.containerID!;
    const annotate = (fails: boolean, ranMs: number): void => {
      const pod = store.pod('web');
      const before = pod.metadata.annotations?.['orrery.dev/app.probes-seen'];
      const text = withProbeChange(before, run, { kind: 'readiness', fails, ranMs });
      const annotations = { ...pod.metadata.annotations, 'orrery.dev/app.probes-seen': text };
      store.storePod({ ...pod, metadata: { ...pod.metadata, annotations, resourceVersion: String(ranMs) } });
    };
    annotate(true, 3000);
    store.runUntil(seconds(6));
    expect(app(store)?.ready).toBe(false);
    annotate(false, 6000);
    store.runUntil(seconds(8));
    expect(app(store)?.ready).toBe(true);
  });
});
