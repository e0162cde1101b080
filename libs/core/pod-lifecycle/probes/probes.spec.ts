import type { PodSpec } from '@orrery/api-types';
import { SimulatedStore } from '../testing/simulated-store';

const seconds = (value: number): number => value * 1000;
const PROBE = { httpGet: { path: '/', port: 80 }, periodSeconds: 10 };

const storeWith = (container: object, annotations: Record<string, string>, spec: object = {}): SimulatedStore =>
  new SimulatedStore({ bundle: 'modern', overrides: { sandboxMs: 0, imagePullMs: 0, containerStartMs: 0 } })
    .addNode('n1')
    .addPod('web', { containers: [{ name: 'app', image: 'nginx', ...container }], ...spec } as object, annotations);

const app = (store: SimulatedStore) => store.pod('web').status?.containerStatuses?.[0];
const notable = (store: SimulatedStore): string[] =>
  store.messagesOf('web').filter((line) => / (Unhealthy|Killing|BackOff) /.test(line));

describe('a liveness probe that fails', () => {
  it('stops the container, which its policy restarts, with back-off from the second time', () => {
    const store = storeWith({ livenessProbe: PROBE }, { 'orrery.dev/liveness-fails': '30s-' }).runUntil(seconds(49));
    expect(app(store)?.restartCount).toBe(0);
    store.runUntil(seconds(51));
    expect(notable(store)).toEqual([
      '50000 Unhealthy Liveness probe failed: HTTP probe failed with statuscode: 500',
      '50000 Killing Container app failed liveness probe, will be restarted',
    ]);
    expect(app(store)).toMatchObject({
      restartCount: 1,
      lastState: { terminated: { exitCode: 143, reason: 'Error' } },
    });
    store.runUntil(seconds(105));
    expect(app(store)?.state?.waiting?.reason).toBe('CrashLoopBackOff');
    expect(store.startsOf('web')).toEqual([0, 50_100]);
  });

  it('fails a pod that is never restarted', () => {
    const annotations = { 'orrery.dev/liveness-fails': '0s-', 'orrery.dev/stop-after': 'never' };
    const store = storeWith({ livenessProbe: PROBE }, annotations, { restartPolicy: 'Never' }).runUntil(seconds(49));
    expect(store.pod('web').status?.phase).toBe('Running');
    store.runUntil(seconds(51));
    expect(store.pod('web').status?.phase).toBe('Failed');
    expect(app(store)?.state?.terminated?.exitCode).toBe(137);
  });

  it('waits for the startup probe', () => {
    const startupProbe = { ...PROBE, failureThreshold: 10 };
    const annotations = { 'orrery.dev/liveness-fails': '0s-', 'orrery.dev/startup-fails': '0s-35s' };
    const store = storeWith({ livenessProbe: PROBE, startupProbe }, annotations).runUntil(seconds(59));
    expect(notable(store)).toEqual([]);
    store.runUntil(seconds(61));
    expect(notable(store)).toHaveLength(2);
  });
});

test('a startup probe that never succeeds kills', () => {
  const startupProbe = { ...PROBE, failureThreshold: 2 };
  const store = storeWith({ startupProbe }, { 'orrery.dev/startup-fails': '0s-' }).runUntil(seconds(11));
  expect(notable(store)).toEqual([
    '10000 Unhealthy Startup probe failed: HTTP probe failed with statuscode: 500',
    '10000 Killing Container app failed startup probe, will be restarted',
  ]);
});

test('a readiness probe takes readiness and gives it back', () => {
  const store = storeWith({ readinessProbe: PROBE }, { 'orrery.dev/readiness-fails': '60s-90s,200s-' });
  const readyAt = (at: number): string | undefined =>
    store
      .runUntil(seconds(at))
      .pod('web')
      .status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  expect([1, 79, 80, 89, 90, 219, 220, 1000].map(readyAt)).toEqual([
    'True',
    'True',
    'False',
    'False',
    'True',
    'True',
    'False',
    'False',
  ]);
  expect(app(store)?.restartCount).toBe(0);
});

test.each([
  ['never ready', 81, ['test-webserver'], 'False'],
  ['ready', 80, ['test-webserver'], 'True'],
  ['ready', 8080, ['netexec', '--http-port=8080'], 'True'],
  ['never ready', 80, ['netexec'], 'False'],
  ['ready, as what it does is not known', 80, ['pause'], 'True'],
])('a container of the test image is %s if port %i of `%s` is probed', (_how, port, args, status) => {
  const readinessProbe = { httpGet: { path: '/', port }, initialDelaySeconds: 1 };
  const image = 'registry.k8s.io/e2e-test-images/agnhost:2.53';
  const containers = [{ name: 'app', image, args, readinessProbe }];
  const store = new SimulatedStore()
    .addNode('n1')
    .addPod('web', { containers } as Partial<PodSpec>)
    .runUntil(60_000);
  const { conditions, containerStatuses } = store.pod('web').status!;
  expect(conditions!.find(({ type }) => type === 'Ready')!.status).toBe(status);
  expect(containerStatuses![0]!.restartCount).toBe(0);
});
