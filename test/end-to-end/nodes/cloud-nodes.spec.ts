import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import {
  at,
  dies,
  expects,
  pod,
  returns,
  silent,
  tainted,
  playNodeStory,
  untainted,
  type Entry,
  type NodeStory,
} from '../../../libs/testing/kit/stories/node-story';

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const UNINITIALIZED = 'node.cloudprovider.kubernetes.io/uninitialized';
const SHUTDOWN = 'node.cloudprovider.kubernetes.io/shutdown';
const isThere = (name: string): Entry => ({ kind: 'Node', name });
const isGone = (name: string): Entry => ({ kind: 'Node', name, count: 0 });
const instance = (seconds: number, name: string, state: string | null): Entry => ({
  at: at(seconds),
  patch: { kind: 'Node', name, patch: { metadata: { annotations: { 'orrery.dev/instance': state } } } },
});
const scheduled = (name: string, reason: string | null): Entry => ({
  kind: 'Pod',
  name,
  matches: {
    status: {
      conditions: [{ type: 'PodScheduled', status: reason ? 'False' : 'True', ...(reason ? { reason } : {}) }],
    },
  },
});

/** Stories begin 20 s after their nodes came. */
test.each<[string, NodeStory]>([
  [
    'a new node takes no pods until the cloud has initialized it',
    {
      nodes: ['n1'],
      cloud: { provider: 'external', initializeAfter: '50s' },
      entries: [
        { at: at(0), apply: [{ ...pod('p', ''), spec: { containers: [{ name: 'app', image: 'nginx' }] } }] },
        expects(29, tainted('n1', UNINITIALIZED, 'NoSchedule'), scheduled('p', 'Unschedulable')),
        expects(
          30,
          untainted('n1', UNINITIALIZED, 'NoSchedule'),
          { kind: 'Node', name: 'n1', matches: { spec: { providerID: 'orrery://n1' } } },
          scheduled('p', null),
        ),
      ],
    },
  ],
  [
    'without a cloud the taint stays',
    {
      nodes: ['n1'],
      entries: [
        { at: at(0), taint: { node: 'n1', key: UNINITIALIZED, value: 'true', effect: 'NoSchedule' } },
        expects(600, tainted('n1', UNINITIALIZED, 'NoSchedule')),
      ],
    },
  ],
  [
    'a machine that is gone takes its node with it, but only once the node is not ready',
    {
      nodes: ['n1', 'n2', 'n3'],
      cloud: { provider: 'external' },
      pods: [pod('orphan', 'n1')],
      entries: [
        instance(0, 'n1', 'terminated'),
        dies(10, 'n1'),
        expects(54, isThere('n1')),
        // Unknown at 55; the loop of the same instant came before, the next one asks the cloud.
        expects(60, isGone('n1')),
        expects(99, { kind: 'Pod', name: 'orphan' }),
        expects(120, { kind: 'Pod', count: 0 }),
      ],
    },
  ],
  [
    'a machine that is shut down is tainted until its node is ready again',
    {
      nodes: ['n1', 'n2', 'n3'],
      cloud: { provider: 'external' },
      entries: [
        instance(0, 'n1', 'stopped'),
        dies(10, 'n1'),
        expects(59, untainted('n1', SHUTDOWN, 'NoSchedule')),
        expects(60, tainted('n1', SHUTDOWN, 'NoSchedule')),
        instance(100, 'n1', null),
        returns(100, 'n1'),
        expects(105, untainted('n1', SHUTDOWN, 'NoSchedule'), untainted('n1', 'unreachable', 'NoSchedule')),
      ],
    },
  ],
  [
    'a lost node that is deleted and comes again under its name is a new one',
    {
      nodes: ['n1', 'n2', 'n3'],
      entries: [
        silent(0, 142, 'n1'),
        expects(50, tainted('n1', 'unreachable', 'NoExecute')),
        { at: at(101), delete: { kind: 'Node', name: 'n1' } },
        {
          at: at(143),
          apply: {
            apiVersion: 'v1',
            kind: 'Node',
            metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'z' } },
          },
        },
        expects(145, untainted('n1', 'unreachable', 'NoExecute'), {
          kind: 'Event',
          matches: { reason: 'RegisteredNode', message: 'Node n1 event: Registered Node n1 in Controller' },
        }),
        expects(
          300,
          { kind: 'Node', name: 'n1', matches: { status: { conditions: [{ type: 'Ready', status: 'True' }] } } },
          untainted('n1', 'unreachable', 'NoSchedule'),
        ),
      ],
    },
  ],
])('%s', async (_name, story) => {
  expect(await playNodeStory(server, story)).toEqual([]);
});
