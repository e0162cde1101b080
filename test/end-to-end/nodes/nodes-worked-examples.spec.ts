import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import {
  alive,
  at,
  dies,
  doomed,
  eventOf,
  expects,
  goesAt,
  noExecute,
  numbered,
  pod,
  readyIs,
  returns,
  tainted,
  taintAt,
  playNodeStory,
  tolerates,
  untaintAt,
  untainted,
  type NodeStory,
} from '../../../libs/testing/kit/stories/node-story';

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const UNREACHABLE = 'unreachable';
const three = numbered(3);

test.each<[string, NodeStory]>([
  [
    'one node of three is lost (spec nodes H1)',
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
    'the same in modern Kubernetes (spec nodes H2)',
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
    'the kubelet is back at 200 (spec nodes H3)',
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
    'the kubelet is back at 351 and finishes what was begun (spec nodes H3)',
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
    'two of three are no disruption (spec nodes H5)',
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
    'three of four stop the evictions of a small zone (spec nodes H6)',
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
    'all nodes are lost: nothing is evicted (spec nodes H14)',
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
    'a timer keeps its start when another taint comes, or takes the place of the first (spec nodes H20)',
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
    'a taint that is removed and added again restarts the timer (spec nodes H20)',
    {
      nodes: three,
      pods: [pod('again', 'n1', [tolerates('a', 400)])],
      entries: [taintAt(0, 'a'), untaintAt(150, 'a'), taintAt(200, 'a'), ...goesAt(600, 'again')],
    },
  ],
  [
    'a taint that is not tolerated cancels, then deletes (spec nodes H20)',
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
    'a machine is shut down in good order (spec nodes H32)',
    {
      nodes: three,
      pods: [pod('ordinary', 'n1', [], { metadata: { annotations: { 'orrery.dev/stop-after': 'never' } } })],
      entries: [
        { at: at(100), fault: { kind: 'SHUTDOWN', nodes: ['n1'] } },
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
    'an object says how pods behave: a liveness probe fails from 30 s on (spec nodes F12)',
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
  expect(await playNodeStory(server, story)).toEqual([]);
});
