import { GraphqlClient } from '../graphql-client';

const START = '2026-03-01T12:00:00Z';
const UNREACHABLE = 'node.kubernetes.io/unreachable';
const CLOCK = 'endedBy clock { now }';

interface Advanced {
  readonly endedBy: string;
  readonly clock: { readonly now: string };
}

/**
 * Runs a story through the API at `url`, with all ways of moving a clock: a node runs out of memory, a node stops its
 * heartbeats, and a controller is restarted. Returns the events with their times, in seconds of cluster time.
 */
export async function playPressure(url: string, name: string): Promise<string[]> {
  const server = new GraphqlClient(url);
  const cluster = new GraphqlClient(`${url}/clusters/${name}`);
  const reported: string[] = [];
  const advance = async (what: string, input: Record<string, unknown>): Promise<void> => {
    const { endedBy, clock } = await cluster.mutate<Advanced>('advanceClock', input, CLOCK);
    reported.push(`${(Date.parse(clock.now) - Date.parse(START)) / 1000} ${endedBy} ${what}`);
  };
  const until = (what: string, kind: string, object: string, matches: object): Promise<void> =>
    advance(what, { until: [{ kind, name: object, matches }] });
  try {
    const clock = { mode: 'MANUAL', startAt: START };
    const settings = { bundle: 'k8s-1.20' };
    await server.mutate('createCluster', { name, seed: 's', clock, settings }, 'cluster { name }');
    const annotations = {
      'orrery.dev/usage-memory': '1100Mi',
      'orrery.dev/kubelet-configuration': JSON.stringify({ evictionHard: { 'memory.available': '500Mi' } }),
    };
    await cluster.mutate('addNodes', { name: 'pressed', capacity: { memory: '10Gi' }, annotations }, 'node { id }');
    for (const node of ['silent', 'calm']) await cluster.mutate('addNodes', { name: node }, 'node { id }');
    for (const [pod, memory] of [
      ['grows', `1Gi,23s=8704Mi;from=${START}`],
      ['stays', '100Mi'],
    ] as const) {
      const metadata = { name: pod, annotations: { 'orrery.dev/usage-memory': memory } };
      const spec = { nodeName: 'pressed', containers: [{ name: 'app', image: 'nginx' }] };
      await cluster.mutate(
        'createObject',
        { object: { apiVersion: 'v1', kind: 'Pod', metadata, spec } },
        'object { id }',
      );
    }
    await until('grows runs', 'Pod', 'grows', { status: { phase: 'Running' } });
    await until('grows is evicted', 'Pod', 'grows', { status: { phase: 'Failed', reason: 'Evicted' } });
    await until('under pressure', 'Node', 'pressed', {
      status: { conditions: [{ type: 'MemoryPressure', status: 'True' }] },
    });
    await advance('a step', { toNextEvent: true });
    await advance('a step', { toNextEvent: true });
    await cluster.mutate('injectFault', { kind: 'HEARTBEATS_STOPPED', nodes: ['silent'], after: '20s' }, 'nodes');
    const isTainted = { spec: { taints: [{ key: UNREACHABLE, effect: 'NoExecute' }] } };
    await until('silent is tainted', 'Node', 'silent', isTainted);
    await advance('a while', { by: '12s' });
    await cluster.mutate('restartComponent', { component: 'NODE_LIFECYCLE_CONTROLLER' }, 'component');
    await advance('a while', { by: '30s' });
    await until('pressure is over', 'Node', 'pressed', {
      status: { conditions: [{ type: 'MemoryPressure', status: 'False' }] },
    });
    const taints = await cluster.query<{ nodes: { nodes: object[] } }>(
      '{ nodes { nodes { taints { key effect timeAdded } } } }',
    );
    return [...reported, JSON.stringify(taints.nodes.nodes)];
  } finally {
    await Promise.all([server.close(), cluster.close()]);
  }
}
