import { formatMicroTime } from '@orrery/time';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import {
  alive,
  at,
  dies,
  evictedAt,
  evictedNodes,
  eventOf,
  expects,
  goesAt,
  noExecute,
  numbered,
  pod,
  readyIs,
  silent,
  tainted,
  taintAt,
  playNodeStory,
  degraded,
  untaintAt,
  untainted,
  type Entry,
  type NodeStory,
} from '../../../libs/testing/kit/stories/node-story';

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

/** One node after the other, at the given rate. */
const inTurn = (from: number, step: number, nodes: readonly string[]): Entry[] =>
  nodes.flatMap((node, i) => evictedAt(from + i * step, node));
const tainting = (seconds: number, key: string, effect: string, value: string): Entry =>
  taintAt(seconds, key, { effect, value });
const equal = (key: string, value: string, effect: string, tolerationSeconds?: number): object => ({
  key,
  operator: 'Equal',
  value,
  effect,
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});
/** A node that is not simulated: it has what it is given. */
const bareNode = (seconds: number, name: string): Entry => ({
  at: at(seconds),
  apply: {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'topology.kubernetes.io/zone': 'z' },
      annotations: { 'orrery.dev/kubelet': 'none' },
    },
  },
});
/** A node of a zone whose kubelet reports at once. */
const newNode = (seconds: number, name: string, zone: string): Entry => ({
  at: at(seconds),
  apply: { apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { 'topology.kubernetes.io/zone': zone } } },
});
const renewal = (seconds: number, name: string): Entry => ({
  at: at(seconds),
  apply: {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'kube-node-lease' },
    spec: { holderIdentity: name, renewTime: formatMicroTime(Date.UTC(2026, 2, 1, 12, 0, 20 + seconds)) },
  },
});
const noCondition = (node: string): Entry => ({
  kind: 'Node',
  name: node,
  matches: { status: { conditions: [{ type: 'Ready' }] } },
  count: 0,
});

const [forty, fifty, fiftyOne] = [40, 50, 51].map((count) => numbered(count)) as [string[], string[], string[]];
const hundred = numbered(100, 'a');
const fours = { a: numbered(4, 'a'), b: numbered(4, 'b'), c: numbered(4, 'c') };
const twos = { a: numbered(2, 'a'), b: numbered(2, 'b') };
const lostTwos = dies(0, 'a1', 'a2', 'b1', 'b2');

test.each<[string, NodeStory]>([
  [
    'a node that is not ready, then silent (spec nodes H4)',
    {
      nodes: numbered(5),
      pods: [
        pod('default', 'n1'),
        pod('longer', 'n1', [noExecute('not-ready', 600), noExecute('unreachable', 10)]),
        pod('later', 'n1', [noExecute('not-ready'), noExecute('unreachable', 300)]),
      ],
      entries: [
        degraded('NETWORK_NOT_READY', [99.999], 'n1'),
        expects(
          100,
          readyIs('n1', 'False'),
          tainted('n1', 'not-ready', 'NoSchedule'),
          tainted('n1', 'not-ready', 'NoExecute'),
        ),
        dies(200, 'n1'),
        expects(244, readyIs('n1', 'False')),
        expects(
          245,
          readyIs('n1', 'Unknown'),
          tainted('n1', 'unreachable', 'NoSchedule'),
          untainted('n1', 'not-ready', 'NoSchedule'),
          tainted('n1', 'not-ready', 'NoExecute'),
          { ...eventOf('NodeNotReady', 'Node is not ready'), count: 0 },
        ),
        expects(249, tainted('n1', 'not-ready', 'NoExecute')),
        expects(250, tainted('n1', 'unreachable', 'NoExecute'), untainted('n1', 'not-ready', 'NoExecute')),
        ...goesAt(400, 'default'),
        ...goesAt(550, 'later'),
        ...goesAt(700, 'longer'),
      ],
    },
  ],
  [
    'eleven of twenty reach the threshold (spec nodes H7)',
    { nodes: numbered(20), entries: [dies(0, ...numbered(20).slice(0, 11)), expects(300, evictedNodes(0))] },
  ],
  [
    'ten of twenty do not, and are evicted in name order (spec nodes H7)',
    {
      nodes: numbered(20),
      entries: [dies(0, ...numbered(20).slice(0, 10)), ...inTurn(50, 10, numbered(20).slice(0, 10))],
    },
  ],
  [
    'the queue is refreshed: a later node does not wait for earlier ones (spec nodes H8)',
    {
      nodes: forty,
      entries: [
        dies(0, ...forty.slice(0, 10)),
        dies(200, 'n40'),
        ...inTurn(50, 10, forty.slice(0, 10)),
        expects(245, readyIs('n40', 'Unknown')),
        ...evictedAt(250, 'n40'),
      ],
    },
  ],
  [
    'the queue with duplicates: a later node waits for ninety stale entries (spec nodes H8)',
    {
      nodes: forty,
      nodeHealth: { requeue: 'duplicate' },
      entries: [dies(0, ...forty.slice(0, 10)), dies(200, 'n40'), ...evictedAt(1050, 'n40')],
    },
  ],
  [
    'fifty nodes are a small zone (spec nodes H9)',
    { nodes: fifty, entries: [dies(0, ...fifty.slice(0, 28)), expects(300, evictedNodes(0))] },
  ],
  [
    'fifty-one are a large one (spec nodes H9)',
    { nodes: fiftyOne, entries: [dies(0, ...fiftyOne.slice(0, 29)), ...inTurn(50, 100, fiftyOne.slice(0, 4))] },
  ],
  [
    'sixty of a hundred nodes of a zone, and ten of them come back (spec nodes H10, H11)',
    {
      nodes: { a: hundred, b: numbered(100, 'b'), c: numbered(100, 'c') },
      pods: [pod('on-1', 'a001'), pod('on-2', 'a002')],
      entries: [
        dies(0, ...hundred.slice(0, 50)),
        silent(0, 1000, ...hundred.slice(50, 60)),
        expects(45, readyIs('a060', 'Unknown'), tainted('a060', 'unreachable', 'NoSchedule')),
        ...inTurn(50, 100, hundred.slice(0, 10)),
        ...goesAt(350, 'on-1'),
        ...goesAt(450, 'on-2'),
        // The zone is Normal again; half a token in the old bucket means an empty new one.
        expects(1000, evictedNodes(10)),
        ...inTurn(1010, 10, hundred.slice(10, 12)),
      ],
    },
  ],
  [
    'a zone that fails little by little (spec nodes H12)',
    {
      nodes: hundred,
      entries: [
        ...Array.from({ length: 8 }, (_, i) => dies(60 * i, ...hundred.slice(10 * i, 10 * i + 10))),
        ...evictedAt(50, 'a001'),
        ...evictedAt(340, 'a030'),
        expects(444, evictedNodes(30)),
        ...evictedAt(445, 'a031'),
        ...evictedAt(545, 'a032'),
      ],
    },
  ],
  [
    'a zone that is lost as a whole is evicted at the primary rate (spec nodes H13)',
    {
      nodes: { a: numbered(5, 'a'), b: numbered(5, 'b'), c: numbered(5, 'c') },
      entries: [dies(0, ...numbered(5, 'a')), ...inTurn(50, 10, numbered(5, 'a'))],
    },
  ],
  [
    'zones are lost one after the other, then a node comes back (spec nodes H15)',
    {
      nodes: fours,
      pods: [pod('kept', 'a1')],
      entries: [
        dies(0, ...fours.a),
        dies(100, ...fours.b),
        silent(200, 600, 'c1'),
        dies(200, 'c2', 'c3', 'c4'),
        ...inTurn(50, 10, fours.a),
        ...inTurn(150, 10, fours.b),
        expects(244, evictedNodes(8)),
        expects(245, evictedNodes(0), eventOf('TaintManagerEviction', 'Cancelling deletion of Pod default/kept')),
        expects(609, evictedNodes(0), alive('kept')),
        ...[0, 1, 2, 3].map((i) =>
          expects(
            610 + 10 * i,
            tainted(fours.a[i]!, 'unreachable', 'NoExecute'),
            tainted(fours.b[i]!, 'unreachable', 'NoExecute'),
            evictedNodes(2 * i + 2),
          ),
        ),
        ...goesAt(910, 'kept'),
        expects(915, evictedNodes(8)),
      ],
    },
  ],
  [
    'everything is down and a ready node comes in a new zone: the old zones stay stopped (spec nodes H16)',
    {
      nodes: twos,
      entries: [lostTwos, newNode(599.5, 'd1', 'd'), expects(700, readyIs('d1', 'True'), evictedNodes(0))],
    },
  ],
  [
    'the new node is not ready at first: evictions go on when it is (spec nodes H16)',
    {
      nodes: twos,
      entries: [
        lostTwos,
        newNode(599.5, 'd1', 'd'),
        degraded('NETWORK_NOT_READY', [599.6, 610], 'd1'),
        expects(605, readyIs('d1', 'False')),
        expects(619, readyIs('d1', 'True'), evictedNodes(0)),
        expects(
          620,
          tainted('a1', 'unreachable', 'NoExecute'),
          tainted('b1', 'unreachable', 'NoExecute'),
          evictedNodes(2),
        ),
        expects(630, evictedNodes(4)),
      ],
    },
  ],
  [
    'the new node joins a zone that was lost (spec nodes H16)',
    {
      nodes: twos,
      entries: [
        lostTwos,
        newNode(599.5, 'a9', 'a'),
        expects(609, evictedNodes(0)),
        expects(
          610,
          tainted('a1', 'unreachable', 'NoExecute'),
          tainted('b1', 'unreachable', 'NoExecute'),
          evictedNodes(2),
        ),
        expects(620, evictedNodes(4)),
      ],
    },
  ],
  [
    'the controller is restarted: taints are removed and added again through the limiter, timers restart (spec nodes H17)',
    {
      nodes: numbered(10),
      pods: ['n01', 'n02', 'n03'].map((node) => pod(`on-${node}`, node)),
      entries: [
        dies(0, 'n01', 'n02', 'n03'),
        ...inTurn(50, 10, ['n01', 'n02', 'n03']),
        { at: at(100), restart: 'node-lifecycle-controller' },
        expects(100, tainted('n01', 'unreachable', 'NoExecute'), evictedNodes(1), {
          ...eventOf('TaintManagerEviction', 'Cancelling deletion of Pod default/on-n01'),
          count: 0,
        }),
        ...inTurn(110, 10, ['n02', 'n03']),
        ...goesAt(400, 'on-n01'),
        ...goesAt(410, 'on-n02'),
        ...goesAt(420, 'on-n03'),
      ],
    },
  ],
  [
    'a node that never reports (spec nodes H18)',
    {
      nodes: ['n1', 'n2'],
      entries: [
        bareNode(0, 'n3'),
        expects(1, untainted('n3', 'not-ready', 'NoSchedule')),
        expects(64, noCondition('n3')),
        expects(
          65,
          ...['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({
            kind: 'Node',
            name: 'n3',
            matches: {
              status: {
                conditions: [
                  {
                    type,
                    status: 'Unknown',
                    reason: 'NodeStatusNeverUpdated',
                    message: 'Kubelet never posted node status.',
                  },
                ],
              },
            },
          })),
          tainted('n3', 'unreachable', 'NoSchedule'),
          tainted('n3', 'unreachable', 'NoExecute'),
        ),
      ],
    },
  ],
  [
    'the only node never reports: nothing is evicted (spec nodes H18)',
    {
      nodes: [],
      entries: [
        bareNode(0, 'n1'),
        expects(65, tainted('n1', 'unreachable', 'NoSchedule')),
        expects(300, evictedNodes(0)),
      ],
    },
  ],
  [
    'a node without a status whose lease is renewed is left alone (spec nodes H18)',
    {
      nodes: ['n1', 'n2'],
      entries: [
        bareNode(0, 'n3'),
        ...Array.from({ length: 12 }, (_, i) => renewal(10 * i + 1, 'n3')),
        expects(115, noCondition('n3'), untainted('n3', 'unreachable', 'NoSchedule')),
      ],
    },
  ],
  [
    'the taints of the guide (spec nodes H19)',
    {
      nodes: ['n1'],
      pods: [pod('both', 'n1', [equal('key1', 'value1', 'NoSchedule'), equal('key1', 'value1', 'NoExecute')])],
      entries: [
        tainting(10, 'key1', 'NoSchedule', 'value1'),
        tainting(10, 'key1', 'NoExecute', 'value1'),
        tainting(10, 'key2', 'NoSchedule', 'value2'),
        {
          at: at(20),
          apply: [
            pod('new', '', [equal('key1', 'value1', 'NoSchedule'), equal('key1', 'value1', 'NoExecute')], {
              spec: { nodeName: undefined },
            }),
          ],
        },
        expects(99, alive('both'), {
          kind: 'Pod',
          name: 'new',
          matches: { status: { conditions: [{ type: 'PodScheduled', reason: 'Unschedulable' }] } },
        }),
        tainting(100, 'key2', 'NoExecute', 'value2'),
        ...goesAt(100, 'both'),
      ],
    },
  ],
  [
    'a taint that comes, goes and comes again; another value is not tolerated (spec nodes H19)',
    {
      nodes: ['n1'],
      pods: [
        pod('patient', 'n1', [equal('key1', 'value1', 'NoExecute', 3600)]),
        pod('forever', 'n1', [{ key: 'key1', operator: 'Exists' }]),
      ],
      entries: [
        tainting(10, 'key1', 'NoExecute', 'value1'),
        untaintAt(3000, 'key1'),
        expects(3001, eventOf('TaintManagerEviction', 'Cancelling deletion of Pod default/patient')),
        tainting(3100, 'key1', 'NoExecute', 'value1'),
        ...goesAt(6700, 'patient'),
        { at: at(6701), apply: [pod('picky', 'n1', [equal('key1', 'value1', 'NoExecute', 3600)])] },
        expects(6702, alive('picky'), alive('forever')),
        tainting(6703, 'key1', 'NoExecute', 'value2'),
        ...goesAt(6703, 'picky'),
      ],
    },
  ],
  [
    'a node is deleted, its pods go a minute after they were seen without it (spec nodes H29)',
    {
      nodes: numbered(3),
      pods: [pod('orphan', 'n1'), pod('timed', 'n1', [noExecute('unreachable', 300)])],
      entries: [
        { at: at(7), delete: { kind: 'Node', name: 'n1' } },
        expects(10, eventOf('RemovingNode', 'Node n1 event: Removing Node n1 from Controller')),
        expects(59, alive('orphan'), alive('timed')),
        expects(60, { kind: 'Pod', count: 0 }),
      ],
    },
  ],
])('%s', async (_name, story) => {
  expect(await playNodeStory(server, story)).toEqual([]);
});
