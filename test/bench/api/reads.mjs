// Lists and watches of many objects of three kinds: pods, ConfigMaps of like size, and custom objects that have the fields of
// the pods. Processor time of the server alone: reads do not reach the database.
import { startBenchServer } from '../bench-server.mjs';
import { inTurns, median, openWatch, send } from './client.mjs';

const CLIENTS = 16;
const WATCHES = 10;
const CHANGED = 1000;
const LISTS = 5;
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PATHS = {
  pods: 'api/v1/namespaces/default/pods',
  'config maps': 'api/v1/namespaces/default/configmaps',
  'custom objects': 'apis/bench.example.com/v1/namespaces/default/podlikes',
};

const POD_SPEC = {
  // No scheduler takes them: nothing but this script changes the objects.
  schedulerName: 'nobody',
  containers: ['main', 'side'].map((name) => ({
    name,
    image: `registry.example.com/${name}:1.0`,
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    env: [{ name: 'COLOUR', value: 'blue' }],
    resources: { requests: { cpu: '100m', memory: '64Mi' } },
  })),
};

export async function measureReads({ objects, rounds }) {
  const server = await startBenchServer({ options: ['--nodes', '0'] });
  try {
    const sizes = await fill(server, objects);
    const works = worksOf(server, objects);
    const rows = {};
    for (const [work, run] of Object.entries(works)) {
      const times = Object.fromEntries(Object.keys(PATHS).map((kind) => [kind, []]));
      // The first round compiles code and writes the texts of objects, which are kept.
      for (let round = 0; round <= rounds; round++) {
        for (const [kind, path] of Object.entries(PATHS)) {
          const ms = await run(path);
          if (round > 0) times[kind].push(ms);
        }
      }
      const [pods, maps, custom] = Object.values(times).map(median);
      rows[work] = {
        'pods, ms': Math.round(pods),
        'config maps, ms': Math.round(maps),
        'custom objects, ms': Math.round(custom),
        'custom : pods': ratio(custom, pods),
        'custom : config maps': ratio(custom, maps),
      };
    }
    const bytes = Object.entries(sizes).map(([kind, size]) => `${kind} of ${size} bytes`);
    console.log(`${objects} objects of each kind, ${rounds} rounds; processor time of the server; ${bytes.join(', ')}`);
    console.table(rows);
  } finally {
    await server.stop();
  }
}

const ratio = (a, b) => Number((a / b).toFixed(2));

/** Makes the objects; answers the size of one of each kind as it is served. */
async function fill(server, objects) {
  const sizes = {};
  const create = async (kind, bodyOf) => {
    await inTurns(objects, CLIENTS, (i) => send(server, 'POST', PATHS[kind], { body: bodyOf(`object-${i}`) }));
    const text = await send(server, 'GET', `${PATHS[kind]}/object-0`);
    sizes[kind] = text.length;
    return JSON.parse(text);
  };
  const { spec, status } = await create('pods', (name) => ({ metadata: { name }, spec: POD_SPEC }));
  await send(server, 'POST', 'apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    body: definitionOf({ spec, status }),
  });
  await server.untilQuiet();
  await create('custom objects', (name) => ({ metadata: { name }, spec, status }));
  const text = 'x'.repeat(Math.ceil(JSON.stringify({ spec, status }).length / 20));
  const data = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`key${i}`, text]));
  await create('config maps', (name) => ({ metadata: { name }, data }));
  await server.untilQuiet();
  return sizes;
}

function definitionOf(sample) {
  const names = { plural: 'podlikes', kind: 'Podlike' };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schemaOf(sample) } };
  return {
    metadata: { name: 'podlikes.bench.example.com' },
    spec: { group: 'bench.example.com', scope: 'Namespaced', names, versions: [version] },
  };
}

/** Returns the schema of a value, with all its fields. */
function schemaOf(value) {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0] ?? '') };
  if (value === null || typeof value !== 'object') {
    return { type: typeof value === 'number' ? 'integer' : typeof value };
  }
  const properties = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schemaOf(each)]));
  return { type: 'object', properties };
}

/** Each answers the milliseconds of processor time of the server that its reads of one kind took. */
function worksOf(server, objects) {
  const spent = async (work, times = 1) => {
    const before = server.cpuSeconds().server;
    for (let i = 0; i < times; i++) await work();
    return (1000 * (server.cpuSeconds().server - before)) / times;
  };
  const pages = async (path) => {
    for (let token = ''; token !== undefined;) {
      const query = token ? `&continue=${encodeURIComponent(token)}` : '';
      token = JSON.parse(await send(server, 'GET', `${path}?limit=500${query}`)).metadata.continue;
    }
  };
  return {
    'a list': (path) => spent(() => send(server, 'GET', path), LISTS),
    'a list in pages of 500': (path) => spent(() => pages(path), LISTS),
    'a list as a table': (path) => spent(() => send(server, 'GET', path, { accept: TABLE }), LISTS),
    'a list by a label that none has': (path) =>
      spent(() => send(server, 'GET', `${path}?labelSelector=app%3Dnone`), LISTS),
    'a watch list': (path) =>
      spent(async () => {
        const query = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
        const watch = await openWatch(server, path, query);
        await watch.lines(objects + 1);
        await watch.close();
      }, LISTS),
    [`${CHANGED} changes under ${WATCHES} watches`]: async (path) => {
      const { resourceVersion } = JSON.parse(await send(server, 'GET', `${path}?limit=1`)).metadata;
      const watches = await Promise.all(
        Array.from({ length: WATCHES }, () => openWatch(server, path, `resourceVersion=${resourceVersion}`)),
      );
      const body = { metadata: { labels: { round: `r${resourceVersion}` } } };
      const type = 'application/merge-patch+json';
      const ms = await spent(async () => {
        const all = Promise.all(watches.map((watch) => watch.lines(CHANGED)));
        await inTurns(CHANGED, CLIENTS, (i) => send(server, 'PATCH', `${path}/object-${i}`, { body, type }));
        await all;
      });
      await Promise.all(watches.map((watch) => watch.close()));
      return ms;
    },
  };
}
