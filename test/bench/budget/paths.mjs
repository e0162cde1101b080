// What has a budget. Each path prepares what it needs once, then does its work again and again; `run` answers how many units of
// it were done, `after` undoes it outside the measurement.
import { inTurns, openWatch, send } from '../api/client.mjs';

const CLIENTS = 16;
const PODS = 'api/v1/namespaces/default/pods';
const MAPS = 'api/v1/namespaces/default/configmaps';
const CREATE = 'mutation ($objects: [JSON!]) { createObject(input: { objects: $objects }) { errors { message } } }';
const ADVANCE = 'mutation ($by: Duration!) { advanceClock(input: { by: $by }) { errors { message } } }';
const NEW = 'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { errors { message } } }';
const GONE = 'mutation ($name: String!) { deleteCluster(input: { name: $name }) { errors { message } } }';
const FORK = 'mutation ($input: ForkClusterInput!) { forkCluster(input: $input) { errors { message } } }';
const SAVE = 'mutation ($input: SaveSnapshotInput!) { saveSnapshot(input: $input) { errors { message } } }';
const UNSAVE = 'mutation ($input: DeleteSnapshotInput!) { deleteSnapshot(input: $input) { errors { message } } }';
const LIST = `{ pods(first: 500) { edges { node {
  metadata { name namespace uid creationTimestamp } spec { nodeName priority restartPolicy } status { phase podIP startTime }
} } } }`;

const numbers = (count) => Array.from({ length: count }, (_, number) => number);

function podOf(name, spec) {
  const resources = { requests: { cpu: '100m', memory: '128Mi' } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: 'bench' } },
    spec: { terminationGracePeriodSeconds: 0, containers: [{ name: 'main', image: 'nginx', resources }], ...spec },
  };
}

function nodeOf(name) {
  const resources = { cpu: '32', memory: '256Gi', pods: '110' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: { capacity: resources, allocatable: resources },
  };
}

/** A cluster with a manual clock: `ask` by GraphQL, `path` for REST. */
async function cluster(server, name, { nodes = 0, pods = 0 } = {}) {
  const ask = await server.cluster(name, { nodes, zones: 1 });
  if (pods > 0) {
    await ask(CREATE, { objects: numbers(pods).map((number) => podOf(`pod-${number}`)) });
    await ask(ADVANCE, { by: '60s' });
  }
  return { server, ask, path: (path) => `clusters/${name}/${path}` };
}

const createPods = {
  unit: 'pod',
  prepare: (server) => cluster(server, 'create'),
  run: async ({ server, path }) => {
    // No scheduler takes them.
    const body = (number) => podOf(`pod-${number}`, { schedulerName: 'nobody' });
    await inTurns(150, CLIENTS, (number) => send(server, 'POST', path(PODS), { body: body(number) }));
    return 150;
  },
  after: ({ server, path }) => send(server, 'DELETE', path(PODS)),
};

const runPods = {
  unit: 'pod',
  prepare: (server) => cluster(server, 'run', { nodes: 100 }),
  run: async ({ ask }) => {
    await ask(CREATE, { objects: numbers(150).map((number) => podOf(`pod-${number}`)) });
    await ask(ADVANCE, { by: '10s' });
    return 150;
  },
  after: async ({ server, ask, path }) => {
    await send(server, 'DELETE', path(PODS));
    await ask(ADVANCE, { by: '10s' });
  },
};

const createNodes = {
  unit: 'node',
  prepare: (server) => cluster(server, 'nodes'),
  run: async ({ server, path }) => {
    const body = (number) => nodeOf(`node-${number}`);
    await inTurns(50, CLIENTS, (number) => send(server, 'POST', path('api/v1/nodes'), { body: body(number) }));
    return 50;
  },
  after: ({ server, path }) => send(server, 'DELETE', path('api/v1/nodes')),
};

const changeMaps = {
  unit: 'write',
  prepare: async (server) => {
    const made = await cluster(server, 'maps');
    const data = Object.fromEntries(numbers(10).map((number) => [`key${number}`, 'x'.repeat(50)]));
    for (const number of numbers(50)) {
      await send(server, 'POST', made.path(MAPS), { body: { metadata: { name: `map-${number}` }, data } });
    }
    return { ...made, round: 0 };
  },
  run: async (state) => {
    const { server, path } = state;
    const type = 'application/merge-patch+json';
    const round = String(state.round++);
    await inTurns(150, CLIENTS, (number) => {
      const body = { metadata: { labels: { round, number: String(number) } } };
      return send(server, 'PATCH', path(`${MAPS}/map-${number % 50}`), { body, type });
    });
    return 150;
  },
};

const readPods = (what, unit, times) => ({
  unit,
  prepare: (server, shared) => (shared.full ??= cluster(server, 'full', { nodes: 20, pods: 1000 })),
  run: async (state) => {
    for (let i = 0; i < times; i++) await what(state);
    return times;
  },
});

const watchEvents = {
  unit: 'event and watch',
  prepare: async (server) => {
    const made = await cluster(server, 'watched');
    await send(server, 'POST', made.path(MAPS), {
      body: { metadata: { name: 'map' }, data: { text: 'x'.repeat(500) } },
    });
    const watches = await Promise.all(numbers(100).map(() => openWatch(server, made.path(MAPS), 'resourceVersion=0')));
    // What is there when a watch begins: the map, and the certificate of the cluster where there is one.
    const { items } = JSON.parse(await send(server, 'GET', made.path(MAPS)));
    await Promise.all(watches.map((watch) => watch.lines(items.length)));
    return { ...made, watches, round: 0 };
  },
  run: async (state) => {
    const { server, path, watches } = state;
    const seen = Promise.all(watches.map((watch) => watch.lines(50)));
    const type = 'application/merge-patch+json';
    for (const number of numbers(50)) {
      const body = { data: { round: `${state.round}-${number}` } };
      await send(server, 'PATCH', path(`${MAPS}/map`), { body, type });
    }
    state.round++;
    await seen;
    return 50 * watches.length;
  },
};

const passTime = (name, nodes, by, hours) => ({
  unit: `${by} of cluster time`,
  prepare: (server) => cluster(server, name, { nodes }),
  run: async ({ ask }) => {
    for (let i = 0; i < hours; i++) await ask(ADVANCE, { by });
    return hours;
  },
});

const clusters = {
  unit: 'cluster',
  prepare: (server) => ({ server }),
  run: async ({ server }) => {
    for (const number of numbers(2)) {
      const input = { name: `new-${number}`, nodes: 5, zones: 1, clock: { mode: 'MANUAL' } };
      await server.ask('', NEW, { input });
      await server.ask('', GONE, { name: input.name });
    }
    return 2;
  },
};

const forks = {
  unit: 'fork',
  prepare: (server, shared) => (shared.full ??= cluster(server, 'full', { nodes: 20, pods: 1000 })),
  run: async ({ server }) => {
    await server.ask('', FORK, { input: { cluster: 'full', name: 'fork' } });
    return 1;
  },
  after: ({ server }) => server.ask('', GONE, { name: 'fork' }),
};

const snapshots = {
  unit: 'snapshot',
  prepare: (server, shared) => (shared.full ??= cluster(server, 'full', { nodes: 20, pods: 1000 })),
  run: async ({ server }) => {
    await server.ask('', SAVE, { input: { cluster: 'full', name: 'budget' } });
    return 1;
  },
  after: ({ server }) => server.ask('', UNSAVE, { input: { name: 'budget' } }),
};

/** Headers without compression, which fetch asks for by default, and which would be most of the measured time. */
const PLAIN = { headers: { 'accept-encoding': 'identity' } };
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io', ...PLAIN };

/** The path that is none of a running server; it has passes of its own (`calibrateStart`). */
export const START = 'the start of a server';

/** Other paths by name; the names are in budget.json and in docs/performance.md. */
export const PATHS = {
  'a pod created by REST': createPods,
  'a pod created by GraphQL, placed and run': runPods,
  'a node created by REST': createNodes,
  'a ConfigMap changed by REST': changeMaps,
  'a list of 1,000 pods': readPods(({ server, path }) => send(server, 'GET', path(PODS), PLAIN), 'list', 40),
  'a list of 1,000 pods as a table': readPods(({ server, path }) => send(server, 'GET', path(PODS), TABLE), 'list', 3),
  'a list of 500 pods by GraphQL': readPods(({ ask }) => ask(LIST), 'list', 10),
  'an event of a watch': watchEvents,
  'a quiet hour of 50 nodes': passTime('quiet', 50, '1h', 1),
  'a quiet day without nodes': passTime('empty', 0, '24h', 10),
  'a cluster of 5 nodes, made and deleted': clusters,
  'a fork of 1,000 pods': forks,
  'a snapshot of 1,000 pods': snapshots,
};
