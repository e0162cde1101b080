// npm run bench:workloads — Deployments are created, scaled, scaled back and rolled to a new image, with `npm start`'s
// own process on the embedded Postgres. Every phase ends when all Deployments say that they are complete: each pod is
// placed, Running and Ready. At last a namespace of 5,000 objects is deleted. The Deployments are created in two ways,
// each on a server of its own that has just started: through GraphQL, many a request, and one by one through the REST
// API, as everything after that. Prints one table.
//   --deployments N (1000)  --replicas N (10)   --nodes N (1000)  --clients N (8)  --batch N (250)
//   --profile FOLDER  CPU profiles of the servers
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';
import { followDeployments } from './workloads/follow-deployments.mjs';

const { values } = parseArgs({
  options: {
    deployments: { type: 'string', default: '1000' },
    replicas: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '8' },
    batch: { type: 'string', default: '250' },
    profile: { type: 'string' },
  },
});
const { deployments, replicas, nodes, clients, batch } = Object.fromEntries(
  Object.entries(values).map(([name, text]) => [name, Number(text)]),
);
const PATH = '/apis/apps/v1/namespaces/default/deployments';
const DOOMED = 'doomed';
const IN_NAMESPACE = 5000;
const names = Array.from({ length: deployments }, (_, i) => `web-${i}`);
const rows = [];

await onServer(createThroughGraphql);
await onServer(liveThroughRest);
console.log(`${deployments} Deployments of ${replicas} pods on ${nodes} nodes, ${clients} clients`);
console.table(rows);

async function onServer(work) {
  const options = ['--nodes', String(nodes), '--zones', '10'];
  const server = await startBenchServer({ options, profileFolder: values.profile });
  try {
    await server.untilQuiet();
    await work(server);
  } finally {
    await server.stop();
  }
}

async function createThroughGraphql(server) {
  const followed = await followDeployments(`${server.url}${PATH}`);
  await phase(server, `created, ${batch} a request`, deployments * replicas, async () => {
    const complete = followed.untilAllComplete(deployments);
    await server.create(names.map(deploymentOf), { clients, batch });
    return complete;
  });
  followed.stop();
}

async function liveThroughRest(server) {
  const followed = await followDeployments(`${server.url}${PATH}`);
  const change = (name, pods, send) =>
    phase(server, name, pods, async () => {
      const complete = followed.untilAllComplete(deployments);
      await inParallel(names, send);
      return complete;
    });
  const all = deployments * replicas;
  const scaleTo = (count) => (name) => request(server, 'PATCH', `${PATH}/${name}/scale`, { spec: { replicas: count } });
  const image = { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'nginx:2' };
  await change('created, one a request', all, (name) => request(server, 'POST', PATH, deploymentOf(name)));
  await change('scaled to twice', all, scaleTo(replicas * 2));
  await change('scaled back', all, scaleTo(replicas));
  await change('rolled to a new image', all, (name) => request(server, 'PATCH', `${PATH}/${name}`, [image]));
  followed.stop();
  await fillNamespace(server);
  await phase(server, 'namespace deleted', IN_NAMESPACE, () => deleteNamespace(server));
}

/** Measures `work`, which returns as soon as all requests are sent, with a promise of its end. */
async function phase(server, name, objects, work) {
  const before = await counters(server);
  const memory = server.watchMemory();
  const startedAtMs = performance.now();
  const { ended } = await work();
  const askedMs = performance.now() - startedAtMs;
  await ended;
  const seconds = (performance.now() - startedAtMs) / 1000;
  const after = await counters(server);
  const writes = after.writes - before.writes;
  rows.push({
    phase: name,
    objects,
    'asked s': (askedMs / 1000).toFixed(2),
    seconds: seconds.toFixed(2),
    'objects/s': Math.round(objects / seconds),
    writes,
    'writes/s': Math.round(writes / seconds),
    'round trips': after.database - before.database,
    'server MiB': Math.round(memory.stop().server),
  });
  process.stderr.write(`${Object.values(rows.at(-1)).join('  ')}\n`);
  await server.untilQuiet();
}

/** A namespace with objects that no controller owns. */
async function fillNamespace(server) {
  await request(server, 'POST', '/api/v1/namespaces', { metadata: { name: DOOMED } });
  const objects = Array.from({ length: IN_NAMESPACE }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `thing-${i}`, namespace: DOOMED },
    data: { number: String(i) },
  }));
  await server.create(objects, { batch: 500 });
  await server.untilQuiet();
}

async function deleteNamespace(server) {
  const url = `${server.url}/api/v1/namespaces/${DOOMED}`;
  await fetch(url, { method: 'DELETE' });
  const isGone = async () => {
    while ((await fetch(url)).status !== 404) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { ended: isGone() };
}

function deploymentOf(name) {
  const labels = { app: name };
  const resources = { requests: { cpu: '50m', memory: '64Mi' } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default', labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'nginx:1', resources }] } },
    },
  };
}

async function request(server, method, path, body) {
  const type = method === 'POST' ? 'json' : Array.isArray(body) ? 'json-patch+json' : 'merge-patch+json';
  const headers = { 'content-type': `application/${type}` };
  const response = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}

/** Each client sends one request after the other. */
async function inParallel(items, send) {
  let next = 0;
  const client = async () => {
    while (next < items.length) await send(items[next++]);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function counters(server) {
  return {
    writes: await server.metric('orrery_writes_total'),
    database: await server.metric('orrery_database_round_trips_total'),
  };
}
