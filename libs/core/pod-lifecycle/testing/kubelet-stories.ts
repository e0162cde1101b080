import fc from 'fast-check';
import { formatTime } from '@orrery/time';
import { NodeFaultKind, type FaultsOfNode } from '../faults/node-faults';
import type { OwnWork } from '../nodes/own-work';
import type { StageFile } from '../stages/stage-file';
import { SimulatedStore } from './simulated-store';

const LAST_MS = 200_000;
const NODES = ['n1', 'n2'] as const;
const instant = fc.integer({ min: 0, max: LAST_MS / 5000 }).map((at) => at * 5000 + 250);
const node = fc.constantFrom(...NODES);

const BEHAVIOURS: readonly Record<string, string>[] = [
  {},
  { 'pull-time': '15s' },
  { 'exit-after': '7s', 'exit-code': '1' },
  { 'ready-after': '3s' },
  { 'pull-error': 'no such image', 'pull-failures': '1-2' },
  { 'liveness-fails': '20s-', 'readiness-fails': '5s-9s' },
  { 'stop-after': '9s' },
];
const pod = fc.record({
  image: fc.constantFrom('a', 'b', 'c'),
  behaviour: fc.constantFrom(...BEHAVIOURS),
  restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
  cpu: fc.constantFrom('0', '2'),
  priority: fc.constantFrom(0, 2_000_000_000),
  node,
});

const WORK: readonly OwnWork[] = [
  {},
  { parallelImagePulls: Infinity },
  { parallelImagePulls: 2, pullLimit: { perSecond: 0.02, burst: 1 } },
  { eventLimit: { perSecond: 0.05, burst: 2 }, bootDelayMs: 12_000 },
  { registry: { latencyMs: 9000, bytesPerSecond: 1e6 }, shutdown: { periodMs: 30_000, criticalMs: 10_000 } },
  { heartbeats: { statusUpdateMs: 20_000, leaseRenewMs: 7000, leaseJitter: 0.5 } },
];
const RESOURCES = { capacity: { cpu: '4', pods: '5' }, allocatable: { cpu: '3', pods: '4' } };
const UPDATE = { type: 'Normal', reason: 'NodeAllocatableEnforced', message: 'limits were set' } as const;

const PROBE = { httpGet: { port: 80 }, periodSeconds: 3 };

type World = SimulatedStore;
/** Events that may happen to a node at an instant; each gets a number between 0 and 1 to choose by. */
const HAPPENINGS: Readonly<Record<string, (store: World, name: string, choice: number) => void>> = {
  fault: ({ shard, nowMs }, name, choice) => {
    const kinds = Object.values(NodeFaultKind).filter((kind) => !kind.endsWith('hog') && kind !== 'disk-fill');
    const kind = kinds[Math.floor(choice * kinds.length)]!;
    const amount = { [NodeFaultKind.SlowHeartbeat]: 3, [NodeFaultKind.ApiLatency]: 8000 }[kind as string];
    const faults: FaultsOfNode = new Map([[kind, { sinceMs: nowMs, ...(amount !== undefined && { amount }) }]]);
    shard.setFaults(name, faults, nowMs);
  },
  powerOff: ({ shard, nowMs }, name) =>
    shard.setFaults(name, new Map([[NodeFaultKind.PowerOff, { sinceMs: nowMs }]]), nowMs),
  heal: ({ shard, nowMs }, name) => shard.setFaults(name, new Map(), nowMs),
  work: ({ shard }, name, choice) => shard.livingNode(name)?.setOwnWork(WORK[Math.floor(choice * WORK.length)]!),
  pressure: ({ shard }, name, choice) => shard.livingNode(name)?.setPressures(choice < 0.5 ? [] : ['MemoryPressure']),
  resources: ({ shard }, name) => shard.livingNode(name)?.setResources(RESOURCES, [UPDATE]),
  tidy: ({ shard, nowMs }, name) => shard.livingNode(name)?.removeImages((image) => image === 'a', nowMs - 20_000),
  kill: ({ shard, pods, nowMs }, _name, choice) => {
    const uid = [...pods.keys()][Math.floor(choice * pods.size)];
    if (uid !== undefined) shard.killContainer(uid, 'app', nowMs);
  },
  delete: (store, _name, choice) => {
    const found = [...store.pods.values()][Math.floor(choice * store.pods.size)];
    if (found && found.metadata.deletionTimestamp === undefined) store.deletePod(found.metadata.name, 5);
  },
  extend: (store, name, choice) => {
    const known = store.nodes.get(name)!;
    const capacity = { ...known.status.capacity, 'example.com/foo': String(Math.floor(choice * 4)) };
    store.storeNode({ ...known, status: { ...known.status, capacity } });
  },
  report: (store, name, choice) => {
    const known = store.nodes.get(name)!;
    const said = choice < 0.5 ? {} : { 'orrery.dev/conditions': '[{"type":"DiskPressure","status":"True"}]' };
    store.storeNode({ ...known, metadata: { ...known.metadata, annotations: said } });
  },
};

/** Stories of pods on two nodes, and of what happens to both. */
export const story = fc.record({
  work: fc.tuple(fc.constantFrom(...WORK), fc.constantFrom(...WORK)),
  pods: fc.array(fc.tuple(instant, pod), { minLength: 6, maxLength: 12 }),
  happenings: fc.array(
    fc.tuple(
      instant,
      fc.constantFrom(...Object.keys(HAPPENINGS)),
      node,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
    ),
    {
      minLength: 24,
      maxLength: 32,
    },
  ),
});
export type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

/** Variations of a story that must not change it. */
interface Telling {
  /** Other kubelets take over after every round. */
  readonly takesOver?: boolean;
  /** Stages of files that the cluster has. */
  readonly files?: readonly StageFile[];
}

/** Returns all output of the kubelets, and the stored objects in the end. */
export function play({ work, pods, happenings }: Story, { takesOver = false, files = [] }: Telling = {}): object {
  const store = new SimulatedStore({ bundle: 'modern', startMs: 1_700_000_000_000 });
  store.lead(...files);
  const beganMs = store.nowMs;
  for (const name of NODES)
    store.addNode(name, { podCIDR: '10.1.0.0/29', allocatable: { cpu: '4', memory: '8Gi', pods: '110' } });
  NODES.forEach((name, i) => store.shard.livingNode(name)!.setOwnWork(work[i]!));
  const acts: [number, () => void][] = [
    ...pods.map(([atMs, made], i): [number, () => void] => [atMs, () => come(store, `p${i}`, made)]),
    ...happenings.map(([atMs, kind, name, choice]): [number, () => void] => [
      atMs,
      () => HAPPENINGS[kind]!(store, name, choice),
    ]),
  ];
  SimulatedStore.handsOver = takesOver;
  for (const [atMs, act] of acts.sort(([a], [b]) => a - b)) {
    store.runUntil(beganMs + atMs);
    act();
    if (takesOver) store.handOver();
  }
  store.runUntil(beganMs + LAST_MS);
  SimulatedStore.handsOver = false;
  const { writes, statuses, events, nodeEvents, leaseBatches, nowMs } = store;
  return {
    writes,
    statuses,
    events,
    nodeEvents,
    leaseBatches,
    at: formatTime(nowMs),
    pods: [...store.pods.values()],
    nodes: [...store.nodes.values()],
  };
}

function come(
  store: World,
  name: string,
  { image, behaviour, restartPolicy, cpu, priority, node: on }: Story['pods'][number][1],
): void {
  const annotations = Object.fromEntries(
    Object.entries(behaviour).map(([key, value]) => [`orrery.dev/app.${key}`, value]),
  );
  const containers = [
    { name: 'app', image, resources: { requests: { cpu } }, readinessProbe: PROBE, livenessProbe: PROBE },
  ];
  store.addPod(name, { containers, restartPolicy, priority }, annotations, on);
}
