// npm run bench:reading — what reads cost the server, in processor time: a list of pods against copying its bytes to a socket,
// events under many watches of one kind, and a list by GraphQL against REST's. What is compared is measured in turn.
//   --pods N (5000)   --watches N (1000)   --changes N (500)   --rounds N (5)   --profile DIR
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inTurns, median, send } from './api/client.mjs';
import { startBenchServer } from './bench-server.mjs';
import { preciseCpuSeconds } from './process-figures.mjs';

const { values } = parseArgs({
  options: {
    pods: { type: 'string', default: '5000' },
    watches: { type: 'string', default: '1000' },
    changes: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '5' },
    profile: { type: 'string' },
  },
});
const [pods, watches, changes, rounds] = [values.pods, values.watches, values.changes, values.rounds].map(Number);
const folder = join(dirname(fileURLToPath(import.meta.url)), 'reading');
const PODS = 'api/v1/namespaces/default/pods';
const MAPS = 'api/v1/namespaces/default/configmaps';
const LISTS = 10;
const CLIENTS = 64;
const TEN_FIELDS = `{ pods(first: 500) { edges { node {
  metadata { name namespace uid creationTimestamp } spec { nodeName priority restartPolicy } status { phase podIP startTime }
} } } }`;

const options = ['--nodes', '60', '--zones', '1', '--log-level', 'error'];
const server = await startBenchServer({ options, ...(values.profile ? { profileFolder: values.profile } : {}) });
const children = [];
try {
  await server.create(Array.from({ length: pods }, podOf), { clients: 4, batch: 250 });
  await server.untilQuiet();
  await lists();
  await events();
  await byGraphql();
} finally {
  for (const child of children) child.kill();
  await server.stop();
}

async function lists() {
  const url = `${server.url}/${PODS}`;
  const [copy, copyUrl] = await run('copy-server.mjs', url);
  const own = () => spent(server.process.pid, () => readAll(url));
  const copied = () => spent(copy.pid, () => readAll(copyUrl));
  const [ours, theirs] = await inPairs(own, copied);
  console.log(`a list of ${pods} pods, ms: ${ours.map(short)}; copying its bytes: ${theirs.map(short)}`);
  print('list : copy', ours, theirs);
}

async function readAll(url) {
  for (let i = 0; i < LISTS; i++) {
    // The agent of fetch asks for compression.
    const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    for await (const chunk of response.body) void chunk;
  }
  return LISTS;
}

/** Changes of objects that all watches see; the changes themselves are in the figure. */
async function events() {
  const body = { metadata: { name: 'map' }, data: { text: 'x'.repeat(500) } };
  for (let i = 0; i < CLIENTS; i++)
    await send(server, 'POST', MAPS, { body: { ...body, metadata: { name: `map-${i}` } } });
  const { metadata } = JSON.parse(await send(server, 'GET', `${MAPS}?limit=1`));
  const many = await crowd(watches, metadata.resourceVersion);
  for (const [name, clients] of [
    ['one after the other', 1],
    [`${CLIENTS} in flight`, CLIENTS],
  ]) {
    const costs = [];
    for (let round = 0; round <= rounds; round++) {
      const ms = await spent(server.process.pid, async () => {
        const seen = many.ask(changes);
        await change(clients, round);
        await seen;
        return changes;
      });
      if (round > 0) costs.push((ms * 1000) / watches);
    }
    console.log(`an event and watch of ${watches}, changes ${name}, µs with the change: ${costs.map(short)}`);
  }
  many.child.kill();
}

function change(clients, round) {
  const type = 'application/merge-patch+json';
  return inTurns(changes, clients, (i) =>
    send(server, 'PATCH', `${MAPS}/map-${i % CLIENTS}`, {
      body: { data: { round: `${clients} ${round} ${i}` } },
      type,
    }),
  );
}

async function crowd(count, revision) {
  const child = spawn(
    process.execPath,
    [join(folder, 'watch-crowd.mjs'), `${server.url}/${MAPS}?watch=true&resourceVersion=${revision}`, String(count)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  return {
    child,
    ask: async (events) => {
      const done = once(lines, 'line');
      child.stdin.write(`${events}\n`);
      await done;
    },
  };
}

async function byGraphql() {
  const url = `${server.url}/${PODS}?limit=500`;
  const rest = () => spent(server.process.pid, () => readAll(url));
  const graphql = () =>
    spent(server.process.pid, async () => {
      for (let i = 0; i < LISTS; i++) await server.ask('', TEN_FIELDS);
      return LISTS;
    });
  const [ours, theirs] = await inPairs(graphql, rest);
  console.log(`500 pods by GraphQL, ms: ${ours.map(short)}; by REST: ${theirs.map(short)}`);
  print('GraphQL : REST', ours, theirs);
}

/** Milliseconds of processor time of a process for one of the things that `work` does. */
async function spent(pid, work) {
  const before = preciseCpuSeconds(pid);
  const count = await work();
  return ((preciseCpuSeconds(pid) - before) * 1000) / count;
}

/** Both in turn; the first time is not counted. */
async function inPairs(first, second) {
  const figures = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const pair = [await first(), await second()];
    if (round > 0) pair.forEach((ms, i) => figures[i].push(ms));
  }
  return figures;
}

function print(name, ours, theirs) {
  const ratios = ours.map((ms, i) => ms / theirs[i]);
  console.log(`${name} = ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`);
}

async function run(script, ...args) {
  const child = spawn(process.execPath, [join(folder, script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return [child, line.split(' ')[0]];
}

function short(value) {
  return Number(value.toPrecision(3));
}

function podOf(_, number) {
  const resources = { requests: { cpu: '10m', memory: '16Mi' } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `pod-${number}`, namespace: 'default', labels: { app: 'bench' } },
    spec: { containers: [{ name: 'main', image: 'nginx', resources }] },
  };
}
