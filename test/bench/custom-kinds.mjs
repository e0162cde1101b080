// npm run bench:kinds — what creating custom objects costs, against ConfigMaps of the same size, over REST on
// `npm start`'s own process. The two alternate; each pair gives a ratio of processor time (server and database).
//   --objects N (1500)  of each kind in a pair   --pairs N (4)
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.mjs';

const { values } = parseArgs({
  options: { objects: { type: 'string', default: '1500' }, pairs: { type: 'string', default: '4' } },
});
const [objects, pairs] = [values.objects, values.pairs].map(Number);
const CLIENTS = 16;
const KIND = 'apis/bench.example.com/v1/namespaces/default/records';
const TEXT = 'x'.repeat(60);
const fields = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`field${i}`, TEXT]));
const properties = Object.fromEntries(
  Object.keys(fields).map((name) => [name, { type: 'string', maxLength: 100, pattern: '^x*$' }]),
);
const definition = {
  metadata: { name: 'records.bench.example.com' },
  spec: {
    group: 'bench.example.com',
    scope: 'Namespaced',
    names: { plural: 'records', kind: 'Record' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
      },
    ],
  },
};

const server = await startBenchServer({ options: ['--nodes', '0'] });
const rows = [];
try {
  await post('apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  await server.untilQuiet();
  const map = (name) => ['api/v1/namespaces/default/configmaps', { metadata: { name }, data: fields }];
  const record = (name) => [KIND, { metadata: { name }, spec: fields }];
  await created('warm-map', map);
  await created('warm-record', record);
  for (let pair = 0; pair < pairs; pair++) {
    const first = await created(`map-${pair}`, map);
    const second = await created(`record-${pair}`, record);
    rows.push({
      'ConfigMap, µs': Math.round((1e6 * first) / objects),
      'custom object, µs': Math.round((1e6 * second) / objects),
      ratio: Number((second / first).toFixed(2)),
    });
  }
} finally {
  await server.stop();
}
console.log(`${objects} objects of 20 fields, ${CLIENTS} clients; processor time of server and database an object`);
console.table(rows);

async function created(prefix, bodyOf) {
  const before = server.cpuSeconds().together;
  let next = 0;
  const client = async () => {
    while (next < objects) await post(...bodyOf(`${prefix}-${next++}`));
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return server.cpuSeconds().together - before;
}

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
