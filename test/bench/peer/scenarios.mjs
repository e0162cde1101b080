// What is measured: each scenario is given a side (client, processor time, memory) and answers figures by name.
import { nodeOf, podOf, PRIORITY_CLASSES } from './objects.mjs';

const NODES = '/api/v1/nodes';
const PODS = '/api/v1/namespaces/default/pods';
const CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses';
/** A scenario that binds nothing for so long has failed. */
const STALL_MS = 60_000;
const LISTS = 9;
/** Between two pods of `latency`, so that the cluster is idle again. */
const PAUSE_MS = 20;
/** Time until earlier writes have gone through queues and caches. */
const SETTLE_MS = 2000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs `work` for `units` things; answers processor time of the servers a thing, and how many a second there were. */
async function costs(side, units, work) {
  const before = side.cpuSeconds();
  const startMs = performance.now();
  await work();
  const seconds = (performance.now() - startMs) / 1000;
  return { cpuMs: ((side.cpuSeconds() - before) * 1000) / units, rate: units / seconds };
}

/** Measures the time from the command to a bound pod. */
export async function start(side) {
  await side.client.createAll(NODES, 1, nodeOf);
  await place(side, 'first', 1);
  const seconds = (performance.now() - side.startedAtMs) / 1000;
  return { 'start: processor time, s': side.cpuSeconds(), 'start: real time, s': seconds };
}

export async function nodes(side, { nodes: count }) {
  const { cpuMs, rate } = await costs(side, count, () =>
    side.client.createAll(NODES, count, (number) => nodeOf(number + 1)),
  );
  await pause(SETTLE_MS);
  return { 'nodes: processor time, ms': cpuMs, 'nodes: a second': rate };
}

/** Creates pods that no scheduler takes: the cost of the API server and its store alone. */
export async function create(side, { pods }) {
  const idle = (number) => {
    const pod = podOf('basic', number);
    return { ...pod, metadata: { name: `idle-${number}` }, spec: { ...pod.spec, schedulerName: 'nobody' } };
  };
  const { cpuMs, rate } = await costs(side, pods, () => side.client.createAll(PODS, pods, idle));
  return { 'create: processor time, ms': cpuMs, 'create: a second': rate };
}

/** Creates pods of a shape and waits until a watch has shown all of them bound. */
async function place(side, shape, pods) {
  const bound = new Set();
  let done;
  const allBound = new Promise((resolve) => (done = resolve));
  const close = await side.client.watch(PODS, ({ type, object: { metadata, spec } }) => {
    if (type === 'DELETED' || !spec.nodeName || !metadata.name.startsWith(`${shape}-`)) return;
    bound.add(metadata.name);
    if (bound.size === pods) done();
  });
  try {
    const { cpuMs, rate } = await costs(side, pods, async () => {
      await side.client.createAll(PODS, pods, (number) => podOf(shape, number));
      await untilDone(allBound, () => bound.size, pods);
    });
    return { [`${shape}: processor time, ms`]: cpuMs, [`${shape}: bound a second`]: rate };
  } finally {
    close();
  }
}

/** Fails when nothing has been bound for a minute. */
async function untilDone(done, countOf, wanted) {
  for (let last = -1; ; last = countOf()) {
    const isDone = await Promise.race([done.then(() => true), stall()]);
    if (isDone) return;
    if (countOf() === last) throw new Error(`${last} of ${wanted} pods are bound, and no more for a minute`);
  }
}

function stall() {
  return new Promise((resolve) => setTimeout(() => resolve(false), STALL_MS).unref());
}

export async function basic(side, { pods }) {
  const figures = await place(side, 'basic', pods);
  await pause(SETTLE_MS);
  return { ...figures, 'memory after it, MiB': side.memoryMiB() };
}

export const anti = (side, { shaped }) => place(side, 'anti', shaped);
export const spread = (side, { shaped }) => place(side, 'spread', shaped);

/** Each node is filled by one pod, which one of higher priority replaces. */
export async function preemption(side, { victims }) {
  for (const each of PRIORITY_CLASSES) await side.client.create(CLASSES, each);
  await side.client.createAll(NODES, victims, nodeOf);
  await pause(SETTLE_MS);
  await place(side, 'low', victims);
  await pause(SETTLE_MS);
  const figures = Object.values(await place(side, 'high', victims));
  return { 'preemption: processor time, ms': figures[0], 'preemption: bound a second': figures[1] };
}

/** One pod at a time on an idle cluster: from POST until a watch shows it bound. */
export async function latency(side, { single }) {
  let seen = () => {};
  const close = await side.client.watch(PODS, ({ object }) => object.spec.nodeName && seen(object.metadata.name));
  const took = [];
  try {
    for (let number = 0; number < single; number++) {
      await pause(PAUSE_MS);
      const pod = podOf('latency', number);
      const isBound = new Promise((resolve) => (seen = (name) => name === pod.metadata.name && resolve()));
      const startMs = performance.now();
      await side.client.create(PODS, pod);
      await untilDone(isBound, () => 0, 1);
      took.push(performance.now() - startMs);
    }
  } finally {
    close();
  }
  took.sort((a, b) => a - b);
  const at = (share) => took[Math.floor(share * (took.length - 1))];
  return { 'latency: median, ms': at(0.5), 'latency: p99, ms': at(0.99) };
}

/** All pods in one answer. */
export async function list(side) {
  const lists = async (times) => {
    let bytes;
    for (let i = 0; i < times; i++) bytes = (await side.client.ask('GET', `${PODS}?resourceVersion=0`)).body.length;
    return bytes;
  };
  let bytes;
  const { cpuMs, rate } = await costs(side, LISTS, async () => (bytes = await lists(LISTS)));
  return { 'list: processor time, ms': cpuMs, 'list: real time, ms': 1000 / rate, 'list: MB': bytes / 1e6 };
}

/** Scenarios that run on one server, one after the other; each row begins with a server of its own. */
export const SEQUENCES = [
  { start, nodes, basic, list, latency },
  { nodes, anti },
  { nodes, spread },
  { create },
  { preemption },
];
