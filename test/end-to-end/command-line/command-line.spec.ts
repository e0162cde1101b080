import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

const BINARY = join(__dirname, '../../../apps/cli/bin/orrery.mjs');

let server: TestGraphqlServer;
let cluster: TestGraphqlCluster;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-cli-'));
  server = await startTestGraphqlServer();
  cluster = await server.cluster({ nodes: 3 });
  await cluster.mutate('cordonNode', { name: 'node-1' }, 'node { id }');
  await cluster.mutate('createObject', { object: podOf('web', { cpu: '1' }) }, 'object { id }');
  await cluster.mutate('createObject', { object: podOf('huge', { cpu: '64' }) }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '2s' }, 'events');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a user's shell does, asynchronously: the server lives in this process. */
function orrery(
  args: readonly string[],
  { input, env }: { input?: string; env?: Record<string, string> } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const { KUBECONFIG: _none, ...rest } = process.env;
    const child = spawn(process.execPath, [BINARY, ...args], { cwd: folder, env: { ...rest, ...env } });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input ?? '');
  });
}

const explain = (...args: string[]): Promise<Run> => orrery(['explain', 'pod', ...args, '--server', cluster.url]);

it('explains a pod in a table of 100 columns without colours', async () => {
  const { code, out } = await explain('huge');
  expect(code).toBe(0);
  expect(out).toContain('Pod default/huge, scheduler default-scheduler: 0 of 3 nodes are feasible.');
  expect(out).toMatch(/^NODE +TOTAL +WHY$/m);
  expect(out).toMatch(/^node-1 +- +NodeUnschedulable: node\(s\) were unschedulable; TaintToleration: /m);
  expect(out).toContain('64000m requested, 1000m of 4000m used');
  expect(out).toContain('0/3 nodes are available: ');
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  expect(out).not.toContain('\u001b');
});

it('explains a pod of a file, with scores and the draw', async () => {
  const file = join(folder, 'pod.yaml');
  writeFileSync(file, stringify(podOf('other', { cpu: '1' })));
  const { code, out } = await explain('--file', file);
  expect(code).toBe(0);
  expect(out).toMatch(/^node-[23] \* +\d+ +.*TaintToleration 100x3/m);
  expect(out).toMatch(/node-[23] is selected/);
  const piped = await orrery(['explain', 'pod', '-f', '-', '-o', 'json', '--server', cluster.url], {
    input: JSON.stringify(podOf('other', { cpu: '1' })),
  });
  expect(JSON.parse(piped.out)).toMatchObject({
    feasibleCount: 2,
    evaluatedCount: 3,
    pod: { metadata: { name: 'other' } },
  });
});

it('looks at a placed pod as if it were not, and knows what was decided', async () => {
  const now = await explain('web');
  expect(now.out).toMatch(/bound to node-[23] \(evaluated as if it were not\): 2 of 3\snodes are feasible/);
  const { code, out } = await explain('web', '--history');
  expect(code).toBe(0);
  expect(out).toMatch(/^2026-03-01T12:00:\S+Z +1 +BOUND +Successfully assigned default\/web to node-[23]$/m);
  expect(out).toContain('1 rejected by NodeUnschedulable: node(s) were unschedulable');
});

it('tells the story of a pod that is gone, and for whom it had to go', async () => {
  const crowded = await server.cluster({ nodes: 1 });
  const at = ['--server', crowded.url];
  const urgent = podOf('urgent', { cpu: '3' });
  const spec = { ...(urgent.spec as object), priorityClassName: 'system-cluster-critical' };
  await crowded.mutate('createObject', { object: podOf('calm', { cpu: '3' }) }, 'object { id }');
  await crowded.mutate('advanceClock', { by: '5s' }, 'events');
  await crowded.mutate('createObject', { object: { ...urgent, spec } }, 'object { id }');
  await crowded.mutate('advanceClock', { by: '1m' }, 'events');
  const { code, out } = await orrery(['explain', 'pod', 'calm', ...at]);
  expect(code).toBe(0);
  expect(out).toMatch(/^Pod default\/calm is gone: deleted at 2026-03-01T12:00:\S+ by kubelet: PreemptionByScheduler/);
  expect(out).toMatch(/Pod default\/calm +created/);
  expect(out).toContain('preempted by pod default/urgent');
  expect(out).toContain('Successfully assigned default/calm to node-1');
  const asJson = await orrery(['explain', 'pod', 'calm', '-o', 'json', ...at]);
  const { isGone, changes } = JSON.parse(asJson.out) as { isGone: boolean; changes: { operation: string }[] };
  expect([isGone, changes[0]!.operation, changes.at(-1)!.operation]).toEqual([true, 'CREATED', 'DELETED']);
  const { out: history } = await orrery(['explain', 'pod', 'urgent', '--history', ...at]);
  expect(history.replace(/\s+/g, ' ')).toContain('nominated to node-1, preempting default/calm');
});

it('shows the server at ORRERY_URL', async () => {
  const { code, out } = await orrery(['status'], { env: { ORRERY_URL: server.url } });
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^ready +http/m) as string });
  const none = await orrery(['status'], { env: { ORRERY_URL: 'http://127.0.0.1:9' } });
  expect(none).toMatchObject({ code: 1, err: 'orrery: the server does not answer; http://127.0.0.1:9\n' });
});

it('finds the server by a kubeconfig', async () => {
  const file = join(folder, 'config');
  const config = {
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'k', namespace: 'default' } }],
    clusters: [{ name: 'k', cluster: { server: server.url } }],
  };
  writeFileSync(file, stringify(config));
  const args = ['explain', 'pod', 'web', '--cluster', cluster.name];
  expect(await orrery([...args, '--kubeconfig', file])).toMatchObject({ code: 0, err: '' });
  expect(await orrery(args, { env: { KUBECONFIG: file } })).toMatchObject({ code: 0, err: '' });
});

test.each([
  ['a pod that is not there', ['explain', 'pod', 'absent'], 1, 'there is no pod "absent" in namespace default'],
  [
    'a pod without history',
    ['explain', 'pod', 'absent', '--history'],
    1,
    'no decision about pod default/absent is kept',
  ],
  ['no pod', ['explain', 'pod'], 2, 'give the name of a pod or --file'],
  ['an unknown option', ['explain', 'pod', 'web', '--colour'], 2, "orrery: unknown option '--colour'"],
  ['an unknown command', ['predict'], 2, "orrery: unknown command 'predict'\norrery --help lists the commands.\n"],
  ['a mistyped group', ['explan', 'pod', 'web'], 2, '(Did you mean explain?)'],
  [
    'the last word of a command',
    ['advance', '5s'],
    2,
    "orrery: unknown command 'advance'\n(Did you mean clock advance?)\norrery --help lists the commands.\n",
  ],
  ['a mistyped command', ['clock', 'advanc'], 2, '(Did you mean advance?)\norrery clock --help lists the commands.\n'],
  ['no duration', ['clock', 'advance', '5x'], 2, 'Give a duration such as 90s or 1h30m.'],
  [
    'no time',
    ['clock', 'advance', '--to', 'noon'],
    1,
    'orrery: to: DateTime cannot represent "noon": give a time such as',
  ],
  ['half a command', ['explain'], 2, 'Usage: orrery explain'],
  ['two pods', ['explain', 'pod', 'web', 'api'], 2, 'too many arguments'],
  ['a pod and a file', ['explain', 'pod', 'web', '-f', 'x'], 2, 'give the name of a pod or --file'],
  [
    'the history of a file',
    ['explain', 'pod', '-f', 'x', '--history'],
    2,
    '--history takes the name of a pod, not a --file',
  ],
  ['another format', ['explain', 'pod', 'web', '-o', 'xml'], 2, 'Allowed choices are json'],
  ['no policy', ['deschedule'], 2, "required option '--policy <file>' not specified"],
  ['no scenario', ['scenario', 'run'], 2, "missing required argument 'file'"],
  ['nothing to import', ['import'], 2, "missing required argument 'file'"],
  ['a file that is not there', ['explain', 'pod', '--file', 'none.yaml'], 2, 'none.yaml'],
])('says what is wrong: %s', async (_what, args, code, message) => {
  const run = await orrery([...args, ...(args.length > 1 ? ['--server', cluster.url] : [])]);
  expect(run).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
});

it('explains a Deployment by its pods and the place of the next one, and an eviction by its budgets', async () => {
  const labels = { app: 'shop' };
  const template = { metadata: { labels }, spec: podOf('shop', { cpu: '100m' })['spec'] };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template };
  const budget = { minAvailable: 2, selector: { matchLabels: labels } };
  const objects = [
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop', namespace: 'default' }, spec },
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'shop', namespace: 'default' },
      spec: budget,
    },
  ];
  await cluster.mutate('createObject', { objects }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '30s' }, 'events');
  const explained = await orrery(['explain', 'deployment', 'shop', '--server', cluster.url]);
  expect(explained.out.match(/^shop-\S+ +Running +node-\d$/gm)).toHaveLength(2);
  expect(explained.out).toContain('2 wanted, 2 there. One more would go:');
  expect(explained.out).toContain('Pod default/shop-next, scheduler default-scheduler: 2 of 3 nodes are feasible.');
  const [pod] = /^shop-\S+/m.exec(explained.out)!;
  const eviction = await orrery(['explain', 'eviction', pod, '--server', cluster.url]);
  expect(eviction.out).toContain(`Pod default/${pod} would not be evicted: Cannot evict pod`);
  expect(eviction.out).toMatch(/^shop +0 +2 of 2 +2$/m);
});

it('explains a node by its conditions, taints, faults and zone', async () => {
  const { code, out } = await orrery(['explain', 'node', 'node-1', '--server', cluster.url]);
  expect(code).toBe(0);
  expect(out).toMatch(/^Ready +True +\S+ +KubeletReady: /m);
  expect(out).toContain('Taint node.kubernetes.io/unschedulable:NoSchedule, since ');
  expect(out).toMatch(/^Zone \S+: NORMAL, 0 of \d nodes are not ready/m);
  const missing = await orrery(['explain', 'node', 'none', '--server', cluster.url]);
  expect(missing).toEqual({ code: 1, out: '', err: 'orrery: nodes "none" not found\n' });
});

it('exports objects that another cluster takes, and exports alike', async () => {
  const namespace = 'moved';
  const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const objects = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'words', namespace }, data: { n: 'on', y: '12:30' } },
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace }, spec: { ports: [{ port: 80 }] } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd', namespace },
      spec: { replicas: 1, selector: { matchLabels: { app: 'a' } }, template },
    },
  ];
  await cluster.mutate('createObject', { objects }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '10s' }, 'events');
  const exported = await orrery(['export', '--server', cluster.url]);
  expect(exported).toMatchObject({ code: 0, err: expect.stringMatching(/^left out, made by their owners: \d+ Pod/m) });
  for (const text of ['"n": "on"', '"y": "12:30"', 'name: moved']) expect(exported.out).toContain(text);
  for (const text of ['uid:', 'clusterIP', 'status:', 'kind: Node']) expect(exported.out).not.toContain(text);
  const other = await server.cluster({ nodes: 1 });
  expect((await orrery(['import', '-', '--server', other.url], { input: exported.out })).code).toBe(0);
  const part = (url: string): Promise<Run> => orrery(['export', '-n', namespace, '--server', url]);
  const [before, after] = [await part(cluster.url), await part(other.url)];
  expect(after.out).toBe(before.out);
  expect(before.out).toContain('kind: Deployment');
});

test.each([
  ['no server', ['--server', 'http://127.0.0.1:9'], 3, 'cannot be reached'],
  ['an address that is none', ['--server', 'localhost'], 2, 'is not an http address'],
  ['nothing known', [], 2, 'no server is known'],
])('says why it has no server: %s', async (_what, args, code, message) => {
  const run = await orrery(['explain', 'pod', 'web', ...args]);
  expect(run).toMatchObject({ code, err: expect.stringContaining(message) });
});

test.each([
  [['--help'], 0, /^ {2}explain pod +where a pod goes and why/m],
  [['help', 'import'], 0, /^ {2}--print/m],
  [['-h'], 0, /^ {2}scenario run +run timed faults/m],
  [[], 2, /^Usage: orrery /m],
  [['explain', 'pod', '--help'], 0, /--history[^]*Exit codes: 0 answered, 1 refused or not found, 2 wrong usage, 3/],
  [['deschedule', '-h'], 0, /--policy <file>/],
])('helps: %j', async (args, code, text) => {
  const run = await orrery(args);
  expect(run).toEqual({ code, err: '', out: expect.stringMatching(text) });
  for (const line of run.out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});

test('a reader that has had enough, such as head, ends a command without a word', async () => {
  const child = spawn(process.execPath, [BINARY, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(141);
  expect(said).toBe('');
});
