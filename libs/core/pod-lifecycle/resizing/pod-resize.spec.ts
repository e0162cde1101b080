import type { Container, Pod } from '@orrery/api-types';
import type { KubeletBundle } from '../shard/kubelet-settings';
import { SimulatedStore } from '../testing/simulated-store';
import type { SizedStatus } from './allocations';

type Amounts = Readonly<Record<string, string>>;
interface Size {
  readonly requests?: Amounts;
  readonly limits?: Amounts;
}

const container = (cpu: string, more: object = {}): Container =>
  ({ name: 'app', image: 'nginx', resources: { requests: { cpu } }, ...more }) as Container;

/** A node of two processors with two pods of 500m that run. */
const running = (more: object = {}): SimulatedStore =>
  new SimulatedStore()
    .addNode('n1', { capacity: { cpu: '2', memory: '4Gi' } })
    .addPod('web', { containers: [container('500m', more)] })
    .addPod('other', { containers: [container('500m')] })
    .runUntil(10_000);

function resize(store: SimulatedStore, name: string, resources: Size): void {
  const pod: Pod = store.pod(name);
  const containers = pod.spec.containers.map((each) => ({ ...each, resources }));
  store.storePod({ ...pod, metadata: { ...pod.metadata, generation: 2 }, spec: { ...pod.spec, containers } });
}

const seen = (store: SimulatedStore, name: string) => {
  const { containerStatuses, conditions = [] } = store.pod(name).status!;
  const { resources, restartCount } = containerStatuses![0] as SizedStatus;
  const resizing = conditions
    .filter(({ type }) => type.startsWith('PodResize'))
    .map(({ type, reason, message }) => [type, reason, message].filter(Boolean).join(' '));
  return { resources, restartCount, resizing };
};
const cpu = (amount: string): Size => ({ requests: { cpu: amount } });

describe('a container that was started', () => {
  const given = (bundle: KubeletBundle): unknown[] => {
    const init = { name: 'init', image: 'db', resources: { limits: { memory: '1Gi' } } } as Container;
    const failing = { name: 'failing', image: 'none.invalid/a' } as Container;
    const store = new SimulatedStore({ bundle }).addNode('n1');
    const spec = { initContainers: [init], containers: [container('500m'), { name: 'bare', image: 'a' }, failing] };
    store.addPod('web', spec as Partial<Pod['spec']>).runUntil(10_000);
    const { initContainerStatuses, containerStatuses } = store.pod('web').status!;
    return [...initContainerStatuses!, ...containerStatuses!].map((each) => (each as SizedStatus).resources);
  };

  it('shows what it was given, also if it has ended or asks for nothing; one that never ran shows nothing', () => {
    expect(given('modern')).toEqual([{ limits: { memory: '1Gi' } }, { requests: { cpu: '500m' } }, {}, undefined]);
  });

  it.each(['k8s-1.20', 'okd-legacy'] as const)('shows nothing of that in %s', (bundle) => {
    expect(given(bundle)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a pod whose resources are changed', () => {
  it('is allocated them, and its containers get them a moment later without a restart', () => {
    const store = running();
    resize(store, 'web', cpu('1'));
    expect(seen(store.runUntil(10_050), 'web')).toEqual({
      resources: { requests: { cpu: '500m' } },

      restartCount: 0,
      resizing: ['PodResizeInProgress'],
    });
    const done = { resources: cpu('1'), restartCount: 0, resizing: [] };
    expect(seen(store.runUntil(11_000), 'web')).toEqual(done);
  });

  it('has containers restarted whose policy asks for that', () => {
    const resizePolicy = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }];
    const store = running({ resizePolicy });
    resize(store, 'web', cpu('1'));
    const done = { resources: cpu('1'), restartCount: 1, resizing: [] };
    expect(seen(store.runUntil(12_000), 'web')).toEqual(done);
    expect(store.messagesOf('web').filter((text) => text.includes('Killing'))).toEqual([
      '10100 Killing Container app resize requires restart',
    ]);
    resize(store, 'web', { ...cpu('1'), limits: { memory: '1Gi' } });
    expect(seen(store.runUntil(14_000), 'web')).toMatchObject({ restartCount: 1, resizing: [] });
  });

  it('waits for room on its node, and is resized when another one frees it', () => {
    const store = running();
    resize(store, 'web', cpu('1700m'));
    const waiting = seen(store.runUntil(20_000), 'web');
    expect(waiting).toEqual({
      resources: cpu('500m'),

      restartCount: 0,
      resizing: [
        "PodResizePending Deferred Node didn't have enough resource: cpu, requested: 1700, used: 500, capacity: 2000",
      ],
    });
    resize(store, 'other', cpu('200m'));
    expect(seen(store.runUntil(22_000), 'web')).toMatchObject({ resources: cpu('1700m'), resizing: [] });
    expect(seen(store, 'other')).toMatchObject({ resources: cpu('200m'), resizing: [] });
  });

  it.each(['restart', 'handOver'] as const)('waits on after the kubelet has had a %s', (change) => {
    const store = running();
    resize(store, 'web', cpu('1700m'));
    store.runUntil(20_000)[change]().runUntil(25_000);
    expect(seen(store, 'web').resizing[0]).toContain('Deferred');
    expect(seen(store, 'web').resources).toEqual(cpu('500m'));
    resize(store, 'other', cpu('200m'));
    expect(seen(store.runUntil(30_000), 'web')).toMatchObject({ resources: cpu('1700m'), resizing: [] });
  });

  it('is resized when another one goes', () => {
    const store = running();
    resize(store, 'web', cpu('2'));
    expect(seen(store.runUntil(20_000), 'web').resizing[0]).toContain('Deferred');
    store.deletePod('other', 0).runUntil(25_000);
    expect(seen(store, 'web')).toMatchObject({ resources: cpu('2'), resizing: [] });
  });

  it('shows that its node can never meet a request, and takes it back', () => {
    const store = running();
    resize(store, 'web', cpu('3'));
    expect(seen(store.runUntil(20_000), 'web').resizing).toEqual([
      "PodResizePending Infeasible Node didn't have enough capacity: cpu, requested: 3000, capacity: 2000",
    ]);
    resize(store, 'web', cpu('500m'));
    expect(seen(store.runUntil(21_000), 'web')).toMatchObject({ resources: cpu('500m'), resizing: [] });
  });
});
