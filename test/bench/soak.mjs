// npm run soak — whether memory levels off: pods come and go for so many minutes at `npm start`'s own process on the
// embedded Postgres. Prints a line every 30 s, and ends with 1 if the memory of the server still grew in the last third.
//   --minutes N (10)   how long
//   --nodes N (20)     nodes of the cluster
//   --writers N (8)    clients at once, each of which creates pods and deletes them some seconds later
//   --growth N (10)    per cent by which the last third may exceed the one before it
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';

const LINE_EVERY_MS = 30_000;
const BATCH = 10;
const ALIVE_MS = 5000;
const PODS = '/api/v1/namespaces/default/pods';
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '20' },
    writers: { type: 'string', default: '8' },
    growth: { type: 'string', default: '10' },
  },
});
const { minutes, nodes, writers, growth } = Object.fromEntries(
  Object.entries(values).map(([name, text]) => [name, Number(text)]),
);
const server = await startBenchServer({ options: ['--nodes', String(nodes)] });
const endsAtMs = performance.now() + minutes * 60_000;
const counts = { created: 0, deleted: 0, refused: 0 };
const rows = [];

async function send(path, method, body) {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await response.arrayBuffer();
  if (!response.ok) counts.refused++;
  return response.ok;
}

async function churn(writer) {
  const alive = [];
  for (let round = 0; performance.now() < endsAtMs; round++) {
    const names = Array.from({ length: BATCH }, (_, i) => `soak-${writer}-${round}-${i}`);
    const spec = { terminationGracePeriodSeconds: 1, containers: [{ name: 'c', image: 'nginx' }] };
    for (const name of names) if (await send(PODS, 'POST', { metadata: { name }, spec })) counts.created++;
    alive.push({ names, atMs: performance.now() });
    while (alive.length > 0 && performance.now() - alive[0].atMs > ALIVE_MS) {
      for (const name of alive.shift().names) if (await send(`${PODS}/${name}`, 'DELETE')) counts.deleted++;
    }
  }
}

async function line() {
  const { server: own, postgres } = server.memoryMiB();
  const text = await server.metrics();
  const figure = (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  const total = async (path) => {
    const list = await (await fetch(`${server.url}${path}?limit=1`)).json();
    return list.items.length + (list.metadata.remainingItemCount ?? 0);
  };
  rows.push({
    seconds: Math.round(minutes * 60 - (endsAtMs - performance.now()) / 1000),
    serverMiB: Math.round(own),
    heapMiB: Math.round(figure('nodejs_heap_size_used_bytes') / 2 ** 20),
    postgresMiB: Math.round(postgres),
    pods: await total('/api/v1/pods'),
    events: await total('/api/v1/events'),
    ...counts,
  });
  console.log(JSON.stringify(rows.at(-1)));
}

try {
  await server.untilQuiet();
  const writing = Array.from({ length: writers }, (_, writer) => churn(writer));
  while (performance.now() < endsAtMs) {
    await line();
    await new Promise((resolve) => setTimeout(resolve, Math.min(LINE_EVERY_MS, endsAtMs - performance.now())));
  }
  await Promise.all(writing);
  await line();
} finally {
  await server.stop();
}
const third = Math.floor(rows.length / 3);
const mean = (part) => part.reduce((sum, { serverMiB }) => sum + serverMiB, 0) / part.length;
const [before, last] = [mean(rows.slice(-2 * third, -third)), mean(rows.slice(-third))];
console.log(
  `memory of the server: ${Math.round(before)} MiB in the middle third, ${Math.round(last)} MiB in the last one`,
);
process.exit(last <= before * (1 + growth / 100) ? 0 : 1);
