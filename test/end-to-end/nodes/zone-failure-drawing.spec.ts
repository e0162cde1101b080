import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/** The drawing in the guide. `DRAW=1 npx jest zone-failure-drawing` draws it again. */
const DRAWING = join(__dirname, '../../../docs/images/zone-failure.svg');
const STEP_SECONDS = 5;
const LAST_SECONDS = 700;
const FAILS_AT = 30;
const RETURNS_AT = 500;

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface SeenNode {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly taints?: readonly { readonly effect: string }[] };
}
interface SeenPod {
  readonly metadata: { readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName: string };
  readonly status: { readonly phase?: string };
}
/** Externally visible state of a node at one instant. */
type Look = 'well' | 'lost' | 'tainted';
interface Sample {
  readonly seconds: number;
  readonly looks: ReadonlyMap<string, Look>;
  readonly podsOnZone: number;
  readonly podsElsewhere: number;
}

async function list<T>(cluster: TestGraphqlCluster, resource: string): Promise<readonly T[]> {
  const response = await fetch(`${server.url}/clusters/${cluster.name}/api/v1/${resource}`);
  return ((await response.json()) as { items: readonly T[] }).items;
}

async function sample(cluster: TestGraphqlCluster, seconds: number): Promise<Sample> {
  const nodes = await list<SeenNode>(cluster, 'nodes');
  const pods = await list<SeenPod>(cluster, 'pods');
  const looks = nodes.map(({ metadata, spec }): [string, Look] => {
    const effects = (spec.taints ?? []).map(({ effect }) => effect);
    return [metadata.name, effects.includes('NoExecute') ? 'tainted' : effects.length > 0 ? 'lost' : 'well'];
  });
  const running = pods.filter(({ metadata, status }) => !metadata.deletionTimestamp && status.phase === 'Running');
  const inZone = running.filter(({ spec }) => zoneOf(spec.nodeName) === 1).length;
  return { seconds, looks: new Map(looks), podsOnZone: inZone, podsElsewhere: running.length - inZone };
}

const zoneOf = (node: string): number => ((Number(node.split('-')[1]) - 1) % 3) + 1;

const FILL: Readonly<Record<Look, string>> = { well: '#6aa84f', lost: '#f1c232', tainted: '#cc4125' };
const LEFT = 90;
const WIDTH = 700;
const ROW = 18;

function draw(samples: readonly Sample[]): string {
  const x = (seconds: number): number => Math.round(LEFT + (seconds / LAST_SECONDS) * WIDTH);
  const names = [...[...samples[0]!.looks.keys()].filter((name) => zoneOf(name) === 1), 'node-2'];
  const parts: string[] = [];
  names.forEach((name, row) => {
    const y = 30 + row * ROW;
    const label = zoneOf(name) === 1 ? name : 'other zones';
    parts.push(`<text x="4" y="${y + 12}">${label}</text>`);
    let begin = samples[0]!;
    for (const each of [...samples.slice(1), undefined]) {
      if (each && each.looks.get(name) === begin.looks.get(name)) continue;
      const end = each?.seconds ?? LAST_SECONDS;
      const look = begin.looks.get(name)!;
      const width = x(end) - x(begin.seconds);
      parts.push(`<rect x="${x(begin.seconds)}" y="${y}" width="${width}" height="${ROW - 4}" fill="${FILL[look]}"/>`);
      if (each) begin = each;
    }
  });
  const bottom = 30 + names.length * ROW + 70;
  const line = (of: (each: Sample) => number, stroke: string): string => {
    const points = samples.map((each) => `${x(each.seconds)},${bottom - of(each) * 4}`).join(' ');
    return `<polyline points="${points}" fill="none" stroke="${stroke}" stroke-width="2"/>`;
  };
  parts.push(`<text x="4" y="${bottom - 40}">pods running</text>`);
  parts.push(
    line(({ podsOnZone }) => podsOnZone, '#cc4125'),
    line(({ podsElsewhere }) => podsElsewhere, '#6aa84f'),
  );
  for (let seconds = 0; seconds <= LAST_SECONDS; seconds += 100) {
    parts.push(
      `<line x1="${x(seconds)}" y1="24" x2="${x(seconds)}" y2="${bottom}" stroke="#999" stroke-dasharray="2 4"/>`,
    );
    parts.push(`<text x="${x(seconds) - 10}" y="${bottom + 16}">${seconds} s</text>`);
  }
  for (const [seconds, text] of [
    [FAILS_AT, 'zone-1 fails'],
    [RETURNS_AT, 'and returns'],
  ] as const) {
    parts.push(`<line x1="${x(seconds)}" y1="18" x2="${x(seconds)}" y2="${bottom}" stroke="#000"/>`);
    parts.push(`<text x="${x(seconds) + 3}" y="16">${text}</text>`);
  }
  const size = `width="${LEFT + WIDTH + 30}" height="${bottom + 26}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`;
}

it('a zone of five nodes fails and returns as the guide draws it', async () => {
  const cluster = await server.cluster({ nodes: 15, zones: 3 });
  for (let i = 1; i <= 15; i++) {
    const pod = podOf(`web-${i}`, { cpu: '100m' });
    const object = { ...pod, spec: { ...(pod as { spec: object }).spec, nodeName: `node-${i}` } };
    await cluster.mutate('createObject', { object }, 'object { id }');
  }
  const fault = { kind: 'HEARTBEATS_STOPPED', zone: 'zone-1', after: `${FAILS_AT}s`, for: `${RETURNS_AT - FAILS_AT}s` };
  await cluster.mutate('injectFault', fault, 'nodes');
  const samples: Sample[] = [];
  for (let seconds = 0; seconds <= LAST_SECONDS; seconds += STEP_SECONDS) {
    if (seconds > 0) await cluster.mutate('advanceClock', { by: `${STEP_SECONDS}s` }, 'events');
    samples.push(await sample(cluster, seconds));
  }
  const drawing = draw(samples);
  if (process.env['DRAW']) writeFileSync(DRAWING, drawing);
  expect(drawing).toBe(readFileSync(DRAWING, 'utf8'));
});
