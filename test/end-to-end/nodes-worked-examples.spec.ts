import { startTestGraphqlServer, type TestGraphqlServer } from '../../libs/testing/graphql-server';

jest.setTimeout(60_000);

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface Report {
  readonly steps: readonly { readonly seconds: number; readonly ok: boolean; readonly message: string }[];
}
type Entry = Record<string, unknown>;

/** The controller sees the nodes at its first pass after they came; the stories begin when all of that has settled. */
const BEGINNING = 20;
const LATER = (seconds: number): string => `${Math.round((BEGINNING + seconds) * 1000)}ms`;
/** Right after the heartbeat of that second. */
const dies = (seconds: number, ...nodes: string[]): Entry => ({
  at: LATER(seconds + 0.001),
  fault: { kind: 'HEARTBEATS_STOPPED', nodes },
});
const returns = (seconds: number, ...nodes: string[]): Entry => ({ at: LATER(seconds), clearFaults: { nodes } });
const expects = (seconds: number, ...expectations: Entry[]): Entry => ({ at: LATER(seconds), expect: expectations });

const tainted = (node: string, name: string, effect: string): Entry => ({
  kind: 'Node',
  name: node,
  matches: { spec: { taints: [{ key: `node.kubernetes.io/${name}`, effect }] } },
});
const untainted = (...args: Parameters<typeof tainted>): Entry => ({ ...tainted(...args), count: 0 });
const readyIs = (node: string, status: string, more: object = {}): Entry => ({
  kind: 'Node',
  name: node,
  matches: { status: { conditions: [{ type: 'Ready', status, ...more }] } },
});
const alive = (name: string): Entry => ({ kind: 'Pod', name, matches: { metadata: { deletionTimestamp: null } } });
const doomed = (name: string): Entry => ({
  kind: 'Pod',
  name,
  matches: { metadata: { deletionGracePeriodSeconds: 30 } },
});
/** Deleted at that second and no second earlier. */
const goesAt = (seconds: number, name: string): Entry[] => [
  expects(seconds - 1, alive(name)),
  expects(seconds, doomed(name)),
];
const eventOf = (reason: string, message: string): Entry => ({ kind: 'Event', matches: { reason, message } });

const pod = (name: string, nodeName: string, tolerations: object[] = [], more: object = {}): Entry => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', ...(more as { metadata?: object }).metadata },
  spec: { nodeName, tolerations, containers: [{ name: 'app', image: 'nginx' }], ...(more as { spec?: object }).spec },
});
const noExecute = (name: string, tolerationSeconds?: number): object => ({
  key: `node.kubernetes.io/${name}`,
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});
const taintAt = (seconds: number, key: string): Entry => ({
  at: LATER(seconds),
  taint: { node: 'n1', key, effect: 'NoExecute' },
});
const untaintAt = (seconds: number, key: string): Entry => ({ at: LATER(seconds), untaint: { node: 'n1', key } });
const tolerates = (key: string, tolerationSeconds?: number): object => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});
const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `n${i + 1}`);

interface Story {
  readonly nodes: readonly string[];
  readonly pods?: readonly Entry[];
  readonly entries: readonly Entry[];
  readonly bundle?: string;
}

/** Entries by instant; those of one instant as they were written. */
const instantMs = ({ at }: Entry): number => Number.parseInt(at as string, 10);

async function tell({ nodes, pods = [], entries, bundle = 'k8s-1.20' }: Story): Promise<string[]> {
  const cluster = await server.cluster({ settings: { bundle } });
  const labels = { 'topology.kubernetes.io/zone': 'z' };
  for (const name of nodes) await cluster.mutate('addNode', { name, labels }, 'node { id }');
  const sorted = [...entries].sort((a, b) => instantMs(a) - instantMs(b));
  const actions = [...(pods.length > 0 ? [{ at: '0s', apply: pods }] : []), ...sorted];
  const scenario = { apiVersion: 'sim.orrery.dev/v1', kind: 'Scenario', spec: { actions } };
  const { report } = await cluster.mutate<{ report: Report }>(
    'runScenario',
    { yaml: JSON.stringify(scenario) },
    'report { steps { seconds ok message } } errors { message }',
  );
  return report.steps.filter(({ ok }) => !ok).map(({ seconds, message }) => `${seconds}: ${message}`);
}

const UNREACHABLE = 'unreachable';
const three = numbered(3);

test.each<[string, Story]>([
  [
    'H1 one node of three is lost',
    {
      nodes: three,
      pods: [
        pod('default', 'n1'),
        pod('none', 'n1', [noExecute(UNREACHABLE, 0)]),
        pod('patient', 'n1', [noExecute(UNREACHABLE, 6000)]),
        pod('forever', 'n1', [{ operator: 'Exists' }]),
      ],
      entries: [
        dies(0, 'n1'),
        expects(44, readyIs('n1', 'True')),
        expects(
          45,
          readyIs('n1', 'Unknown', { reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' }),
          tainted('n1', UNREACHABLE, 'NoSchedule'),
          untainted('n1', UNREACHABLE, 'NoExecute'),
          eventOf('NodeNotReady', 'Node n1 status is now: NodeNotReady'),
        ),
        expects(49, untainted('n1', UNREACHABLE, 'NoExecute')),
        expects(50, tainted('n1', UNREACHABLE, 'NoExecute')),
        ...goesAt(50, 'none'),
        ...goesAt(350, 'default'),
        ...goesAt(6050, 'patient'),
        expects(7000, alive('forever'), doomed('default')),
      ],
    },
  ],
  [
    'H2 the same in modern Kubernetes',
    {
      nodes: three,
      bundle: 'modern',
      pods: [pod('default', 'n1')],
      entries: [
        dies(0, 'n1'),
        expects(54, readyIs('n1', 'True')),
        expects(55, readyIs('n1', 'Unknown'), tainted('n1', UNREACHABLE, 'NoSchedule')),
        expects(59, untainted('n1', UNREACHABLE, 'NoExecute')),
        expects(60, tainted('n1', UNREACHABLE, 'NoExecute')),
        ...goesAt(360, 'default'),
        expects(360, {
          kind: 'Pod',
          name: 'default',
          matches: { status: { conditions: [{ type: 'DisruptionTarget', reason: 'DeletionByTaintManager' }] } },
        }),
      ],
    },
  ],
  [
    'H3 the kubelet is back at 200',
    {
      nodes: three,
      pods: [pod('default', 'n1')],
      entries: [
        dies(0, 'n1'),
        returns(200, 'n1'),
        // Actions come last in their instant, so the next pass is the first to see it.
        expects(
          205,
          readyIs('n1', 'True'),
          untainted('n1', UNREACHABLE, 'NoSchedule'),
          untainted('n1', UNREACHABLE, 'NoExecute'),
          eventOf('TaintManagerEviction', 'Cancelling deletion of Pod default/default'),
        ),
        expects(1000, alive('default')),
      ],
    },
  ],
  [
    'H3 the kubelet is back at 351 and finishes what was begun',
    {
      nodes: three,
      pods: [pod('default', 'n1')],
      entries: [
        dies(0, 'n1'),
        expects(350, doomed('default')),
        returns(351, 'n1'),
        expects(381, { kind: 'Pod', count: 0 }),
      ],
    },
  ],
  [
    'H5 two of three are no disruption',
    {
      nodes: three,
      entries: [
        dies(0, 'n1', 'n2'),
        expects(50, tainted('n1', UNREACHABLE, 'NoExecute'), untainted('n2', UNREACHABLE, 'NoExecute')),
        expects(60, tainted('n2', UNREACHABLE, 'NoExecute')),
      ],
    },
  ],
  [
    'H6 three of four stop the evictions of a small zone',
    {
      nodes: numbered(4),
      pods: [pod('stays', 'n1')],
      entries: [
        dies(0, 'n1', 'n2', 'n3'),
        expects(45, ...three.map((node) => tainted(node, UNREACHABLE, 'NoSchedule'))),
        expects(2000, ...three.map((node) => untainted(node, UNREACHABLE, 'NoExecute')), alive('stays')),
      ],
    },
  ],
  [
    'H14 all nodes are lost: nothing is evicted',
    {
      nodes: three,
      pods: [pod('stays', 'n1')],
      entries: [
        dies(0, ...three),
        expects(45, ...three.map((node) => tainted(node, UNREACHABLE, 'NoSchedule'))),
        expects(2000, ...three.map((node) => untainted(node, UNREACHABLE, 'NoExecute')), alive('stays')),
      ],
    },
  ],
  [
    'H20 a timer keeps its start when another taint comes, or takes the place of the first',
    {
      nodes: three,
      pods: [
        pod('both', 'n1', [tolerates('a', 400), tolerates('b', 100)]),
        pod('first', 'n1', [tolerates('a', 2), { operator: 'Exists' }]),
        pod('never', 'n1', [{ operator: 'Exists' }, tolerates('a', 2)]),
      ],
      entries: [
        taintAt(0, 'a'),
        taintAt(150, 'b'),
        ...goesAt(400, 'both'),
        ...goesAt(2, 'first'),
        expects(500, alive('never')),
      ],
    },
  ],
  [
    'H20 a taint that goes and comes again starts the timer anew',
    {
      nodes: three,
      pods: [pod('again', 'n1', [tolerates('a', 400)])],
      entries: [taintAt(0, 'a'), untaintAt(150, 'a'), taintAt(200, 'a'), ...goesAt(600, 'again')],
    },
  ],
  [
    'H20 a taint that is not tolerated cancels, then deletes',
    {
      nodes: three,
      pods: [pod('gone', 'n1', [tolerates('a', 400)])],
      entries: [
        taintAt(0, 'a'),
        taintAt(150, 'c'),
        ...goesAt(150, 'gone'),
        expects(
          151,
          eventOf('TaintManagerEviction', 'Cancelling deletion of Pod default/gone'),
          eventOf('TaintManagerEviction', 'Marking for deletion Pod default/gone'),
        ),
      ],
    },
  ],
  [
    'H32 a machine is shut down in good order',
    {
      nodes: three,
      pods: [pod('ordinary', 'n1', [], { metadata: { annotations: { 'orrery.dev/stop-after': 'never' } } })],
      entries: [
        { at: LATER(100), fault: { kind: 'SHUTDOWN', nodes: ['n1'] } },
        expects(
          100,
          readyIs('n1', 'False', { reason: 'KubeletNotReady', message: 'node is shutting down' }),
          tainted('n1', 'not-ready', 'NoSchedule'),
        ),
        // Actions come last in their instant, so the next pass is the first to see it.
        expects(105, tainted('n1', 'not-ready', 'NoExecute')),
        expects(119, { kind: 'Pod', name: 'ordinary', matches: { status: { phase: 'Running' } } }),
        expects(120, {
          kind: 'Pod',
          name: 'ordinary',
          matches: { status: { phase: 'Failed', reason: 'Shutdown', message: 'Node is shutting, evicting pods' } },
        }),
      ],
    },
  ],
  [
    'F12 an object says how pods behave: a liveness probe fails from 30 s on',
    {
      nodes: three,
      pods: [
        {
          apiVersion: 'sim.orrery.dev/v1',
          kind: 'PodBehavior',
          metadata: { name: 'sick' },
          spec: { selector: { names: ['sick-*'] }, containers: { '*': { probes: { liveness: ['30s-'] } } } },
        },
        pod('sick-1', 'n1', [], {
          spec: { containers: [{ name: 'app', image: 'nginx', livenessProbe: { httpGet: { path: '/', port: 80 } } }] },
        }),
      ],
      entries: [
        expects(29, { kind: 'Pod', name: 'sick-1', matches: { status: { containerStatuses: [{ restartCount: 0 }] } } }),
        expects(
          40,
          { kind: 'Pod', name: 'sick-1', matches: { status: { containerStatuses: [{ restartCount: 1 }] } } },
          eventOf('Unhealthy', 'Liveness probe failed: HTTP probe failed with statuscode: 500'),
          eventOf('Killing', 'Container app failed liveness probe, will be restarted'),
        ),
      ],
    },
  ],
])('%s', async (_name, story) => {
  expect(await tell(story)).toEqual([]);
});
