// An hour of nodes that do nothing but live, and a day of a cluster that has none.
import { measure } from '../bench-server.mjs';

const ADVANCE = 'mutation ($by: Duration!) { advanceClock(input: { by: $by }) { errors { message } } }';
const TIMES = 3;

/** Returns rows for the table: the median of three by processor time. */
export async function quietHour(server, { nodes }) {
  const full = await server.cluster('quiet', { nodes, zones: 3 });
  const empty = await server.cluster('empty', { nodes: 0, zones: 1 });
  return [
    { name: `an hour of ${nodes} quiet nodes`, ...(await median(server, full, '1h')) },
    { name: 'a day without nodes', ...(await median(server, empty, '24h')) },
  ];
}

async function median(server, ask, by) {
  // What a cluster does once, and what is compiled.
  await ask(ADVANCE, { by: '60s' });
  await server.untilQuiet();
  const costs = [];
  for (let i = 0; i < TIMES; i++) costs.push(await measure(server, () => ask(ADVANCE, { by })));
  const together = ({ server: own, postgres }) => own + postgres;
  return costs.sort((a, b) => together(a) - together(b))[Math.floor(TIMES / 2)];
}
