// Many definitions in one cluster: what they cost to make, and how large and how slow it is then to tell clients of them.
import { measure, startBenchServer } from '../bench-server.mjs';
import { inTurns, send } from './client.mjs';

const CLIENTS = 16;
const GROUPS = 100;
const DEFINITIONS = 'apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const DISCOVERY = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

export async function measureDefinitions({ definitions }) {
  const server = await startBenchServer({ options: ['--nodes', '0'] });
  const rows = {};
  const note = async (what, work) => {
    let text = '';
    const { seconds, server: spent } = await measure(server, async () => {
      text = (await work()) ?? '';
    });
    rows[what] = {
      'real, s': Number(seconds.toFixed(2)),
      'server, s': Number(spent.toFixed(2)),
      MB: text === '' ? '' : Number((text.length / 1e6).toFixed(2)),
      'memory of the server, MiB': Math.round(server.memoryMiB().server),
    };
  };
  try {
    await send(server, 'GET', 'version');
    rows['before'] = { 'memory of the server, MiB': Math.round(server.memoryMiB().server) };
    const half = Math.floor(definitions / 2);
    const create = (from, count) =>
      inTurns(count, CLIENTS, (i) => send(server, 'POST', DEFINITIONS, { body: definitionOf(from + i) }));
    await note(`definitions 1 to ${half}`, () => create(0, half));
    await note(`definitions ${half + 1} to ${definitions}`, () => create(half, definitions - half));
    await server.untilQuiet();
    for (const turn of ['first', 'again']) {
      await note(`aggregated discovery, ${turn}`, () => send(server, 'GET', 'apis', { accept: DISCOVERY }));
      await note(`OpenAPI v2, ${turn}`, () => send(server, 'GET', 'openapi/v2'));
      await note(`OpenAPI v3 of one group, ${turn}`, () => send(server, 'GET', 'openapi/v3/apis/g1.example.com/v1'));
      await note(`list of definitions, ${turn}`, () => send(server, 'GET', DEFINITIONS));
    }
    const objects = 'apis/g1.example.com/v1/namespaces/default/things1';
    await note('1000 custom objects', () =>
      inTurns(1000, CLIENTS, (i) =>
        send(server, 'POST', objects, { body: { metadata: { name: `o${i}` }, spec: { field1: 'x' } } }),
      ),
    );
  } finally {
    await server.stop();
  }
  console.log(`${definitions} definitions of ten fields in ${GROUPS} groups, ${CLIENTS} clients`);
  console.table(rows);
}

function definitionOf(i) {
  const fields = Array.from({ length: 10 }, (_, field) => [
    `field${field}`,
    { type: 'string', description: 'A field of the thing, with a text that says what it is for.' },
  ]);
  const spec = { type: 'object', properties: Object.fromEntries(fields) };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  const group = `g${i % GROUPS}.example.com`;
  return {
    metadata: { name: `things${i}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: `things${i}`, kind: `Thing${i}` },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
