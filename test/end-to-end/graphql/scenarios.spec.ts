import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly ok: boolean;
  readonly message: string;
}
interface Report {
  readonly passed: boolean;
  readonly steps: readonly Step[];
}

const REPORT = 'report { passed steps { name seconds ok message } } errors { message }';
const run = async (cluster: TestGraphqlCluster, actions: string, lasts = '0s'): Promise<Report> => {
  const yaml = `apiVersion: sim.orrery.dev/v1\nkind: Scenario\nmetadata: { name: story }\nspec:\n  lasts: ${lasts}\n  actions:\n${actions}`;
  const { report } = await cluster.mutate<{ report: Report }>('runScenario', { yaml }, REPORT);
  return report;
};
const failures = ({ steps }: Report): string[] =>
  steps.filter(({ ok }) => !ok).map(({ name, seconds, message }) => `${seconds} ${name}: ${message}`);

const clusterOf = async (names: readonly string[], zone = 'a'): Promise<TestGraphqlCluster> => {
  const cluster = await server.cluster();
  for (const name of names)
    await cluster.mutate('addNodes', { name, labels: { 'topology.kubernetes.io/zone': zone } }, 'node { id }');
  return cluster;
};

const POD = (name: string, node: string, more = ''): string =>
  `{ apiVersion: v1, kind: Pod, metadata: { name: ${name}, namespace: default${more} }, spec: { nodeName: ${node}, containers: [{ name: app, image: nginx }] } }`;

describe('faults that only slow things down', () => {
  const READY = (node: string, status: string): string =>
    `{ kind: Node, name: ${node}, matches: { status: { conditions: [{ type: Ready, status: "${status}" }] } } }`;

  it('heartbeats that come too seldom let a node flap', async () => {
    const cluster = await clusterOf(['n1', 'n2', 'n3']);
    const report = await run(
      cluster,
      `
    - { at: 30001ms, fault: { kind: SLOW_HEARTBEAT, nodes: [n1], factor: 6, for: 120s } }
    - { at: 114s, expect: ${READY('n1', 'True')} }
    - { at: 115s, expect: ${READY('n1', 'Unknown')} }
    - { at: 120s, expect: ${READY('n1', 'True')} }
    - { at: 300s, expect: [${READY('n1', 'True')}, ${READY('n2', 'True')}] }`,
    );
    expect(failures(report)).toEqual([]);
  });

  it('a slow connection looks like silence at first, and delays what the kubelet hears', async () => {
    const cluster = await clusterOf(['n1', 'n2', 'n3']);
    const report = await run(
      cluster,
      `
    - { at: 20001ms, fault: { kind: API_LATENCY, nodes: [n1], latency: 60s, for: 300s } }
    - { at: 22s, apply: ${POD('web', 'n1')} }
    - { at: 70s, expect: ${READY('n1', 'True')} }
    - { at: 75s, expect: ${READY('n1', 'Unknown')} }
    - { at: 141s, expect: { kind: Pod, name: web, matches: { status: { phase: Pending, startTime: null } } } }
    - { at: 143s, expect: { kind: Pod, name: web, matches: { status: { phase: Running } } } }
    - { at: 321s, expect: ${READY('n1', 'True')} }`,
    );
    expect(failures(report)).toEqual([]);
  });

  it('each kind has its own measure', async () => {
    const cluster = await clusterOf(['n1']);
    const inject = (input: object): Promise<unknown> =>
      cluster.attempt('injectFault', { nodes: ['n1'], ...input }, 'faults { kind factor latency } nodes');
    expect(JSON.stringify(await inject({ kind: 'SLOW_HEARTBEAT' }))).toContain(
      'factor: required for kind SLOW_HEARTBEAT',
    );
    expect(JSON.stringify(await inject({ kind: 'API_LATENCY', latency: '0s' }))).toContain(
      'latency: must be greater than 0',
    );
    expect(JSON.stringify(await inject({ kind: 'PARTITION', latency: '1s' }))).toContain(
      'latency: required for kind API_LATENCY',
    );
    await cluster.mutate('injectFault', { nodes: ['n1'], kind: 'SLOW_HEARTBEAT', factor: 2.5 }, 'nodes');
    await cluster.mutate('injectFault', { nodes: ['n1'], kind: 'API_LATENCY', latency: '1500ms' }, 'nodes');
    expect(await cluster.query('{ faults { kind factor latency } }')).toEqual({
      faults: [
        { kind: 'API_LATENCY', factor: null, latency: '1.5s' },
        { kind: 'SLOW_HEARTBEAT', factor: 2.5, latency: null },
      ],
    });
  });
});

describe('a scenario', () => {
  it('acts, waits and expects in cluster time', async () => {
    const cluster = await clusterOf(['n1', 'n2', 'n3']);
    const report = await run(
      cluster,
      `
    - apply: ${POD('web', 'n1')}
    - { name: running, when: { kind: Pod, name: web, matches: { status: { phase: Running } } }, within: 1m, expect: { kind: Node, count: 3 } }
    - { at: 20001ms, fault: { kind: HEARTBEATS_STOPPED, nodes: [n1] } }
    - { at: 70s, expect: { kind: Node, name: n1, matches: { status: { conditions: [{ type: Ready, status: "True" }] } } } }
    - { after: 10s, name: tainted, expect: { kind: Node, name: n1, matches: { spec: { taints: [{ key: node.kubernetes.io/unreachable, effect: NoExecute }] } } } }
    - { at: 379s, expect: { kind: Pod, name: web, matches: { metadata: { deletionTimestamp: null } } } }
    - { at: 381s, name: evicted, expect: { kind: Pod, name: web, matches: { metadata: { deletionGracePeriodSeconds: 30 } } } }`,
    );
    expect(failures(report)).toEqual([]);
    expect(report.steps.map(({ name, seconds }) => [name, seconds]).filter(([name]) => name === 'tainted')).toEqual([
      ['tainted', 80],
    ]);
  });

  it('says what was not as expected, and goes on', async () => {
    const cluster = await clusterOf(['n1']);
    const report = await run(
      cluster,
      `
    - { name: wrong, at: 5s, expect: { kind: Node, name: n1, matches: { spec: { unschedulable: true } } } }
    - { at: 6s, cordon: n1 }
    - { name: right, expect: { kind: Node, name: n1, matches: { spec: { unschedulable: true } } } }
    - { at: 7s, uncordon: n1 }
    - { at: 8s, taint: { node: n1, key: only, value: me, effect: NoSchedule } }
    - { expect: { kind: Node, matches: { spec: { taints: [{ key: only, value: me }] } }, count: 1 } }
    - { every: 10s, times: 3, name: tick, expect: { kind: Node } }
    - { name: never, when: { kind: Pod, name: none }, within: 5s, expect: { kind: Node } }
    - { name: not reached, expect: { kind: Node } }`,
      '1m',
    );
    expect(failures(report)).toEqual([
      '5 wrong: Node n1 does not match: spec.unschedulable is undefined, not true',
      '33 never: timed out: 0 of 0 Pod none match, expected at least 1',
    ]);
    expect(report.passed).toBe(false);
    expect(report.steps.filter(({ name }) => name === 'tick').map(({ seconds }) => seconds)).toEqual([8, 18, 28]);
  });

  it.each([
    ['- { explode: n1 }', /unknown field explode"/],
    ['- { cordn: n1 }', /unknown field cordn; did you mean cordon\?/],
    ['- { at: soon, cordon: n1 }', /actions\[0\]\.at: must be a duration/],
    ['- { cordon: n1, uncordon: n1 }', /must have exactly one of/],
    ['- { fault: { kind: FIRE, nodes: [n1] } }', /supported values: HEARTBEATS_STOPPED/],
  ])('%s is refused with its place', async (action, message) => {
    const cluster = await clusterOf(['n1']);
    await expect(run(cluster, `    ${action}`)).rejects.toThrow(message);
  });
});

it('an action comes before all that is due at its instant, an expectation after it', async () => {
  const cluster = await clusterOf(['n1']);
  const report = await run(
    cluster,
    `
    - apply: ${POD('web', 'n1', ', annotations: { orrery.dev/exit-after: 9.2s }')}
    - { at: 9900ms, expect: { kind: Pod, name: web, matches: { status: { containerStatuses: [{ restartCount: 0 }] } } } }
    - { at: 10s, patch: { kind: Pod, name: web, patch: { metadata: { annotations: { orrery.dev/exit-after: 20s } } } } }
    - { at: 10s, name: not yet, expect: { kind: Pod, name: web, matches: { status: { containerStatuses: [{ restartCount: 0 }] } } } }
    - { at: 20800ms, name: then, expect: { kind: Pod, name: web, matches: { status: { containerStatuses: [{ restartCount: 1 }] } } } }
    - { at: 30s, expect: { kind: Node } }
    - { name: late, cordon: n1 }
    - { name: at the end, expect: { kind: Node, name: n1, matches: { spec: { unschedulable: true } } } }`,
  );
  expect(failures(report)).toEqual([]);
});

describe('faults through the API', () => {
  it('a share of a zone is drawn the same way each time', async () => {
    const cluster = await clusterOf(['n1', 'n2', 'n3', 'n4', 'n5', 'n6']);
    const inject = async (share: number): Promise<string[]> => {
      const input = { kind: 'LEASE_FROZEN', zone: 'a', share };
      const { nodes } = await cluster.mutate<{ nodes: string[] }>('injectFault', input, 'nodes');
      return nodes;
    };
    const third = await inject(0.33);
    expect(third).toHaveLength(2);
    expect(await inject(0.33)).toEqual(third);
    expect(await inject(0.5)).toEqual(expect.arrayContaining(third));
    const { nodes } = await cluster.mutate<{ nodes: string[] }>('clearFaults', {}, 'nodes faults { kind }');
    expect(nodes).toHaveLength(3);
  });

  it('a fault begins and ends at its instants; a machine that lost power boots', async () => {
    const cluster = await clusterOf(['n1', 'n2', 'n3']);
    const report = await run(
      cluster,
      `
    - apply: ${POD('web', 'n1')}
    - { at: 20s, expect: { kind: Pod, name: web, matches: { status: { phase: Running } } } }
    - { fault: { kind: POWER_OFF, nodes: [n1], for: 2m } }
    - { at: 76s, expect: { kind: Node, name: n1, matches: { status: { conditions: [{ type: Ready, status: Unknown, message: Kubelet stopped posting node status. }] } } } }
    - { at: 141s, name: booted, expect: [
          { kind: Node, name: n1, matches: { status: { conditions: [{ type: Ready, status: "True" }] } } },
          { kind: Event, matches: { reason: Rebooted, type: Warning }, count: 1 },
          { kind: Pod, name: web, matches: { status: { phase: Running, containerStatuses: [{ restartCount: 1, lastState: { terminated: { exitCode: 137 } } }] } } } ] }`,
    );
    expect(failures(report)).toEqual([]);
  });

  it('lists faults to come, and lifts them', async () => {
    const cluster = await clusterOf(['n1', 'n2']);
    const input = { kind: 'PARTITION', nodeSelector: 'kubernetes.io/hostname=n1', after: '1m', for: '30s' };
    await cluster.mutate('injectFault', input, 'nodes');
    await cluster.mutate('crashNode', { name: 'n2', rebootAfter: '5m' }, 'nodes');
    const listed = await cluster.query<{ faults: unknown[] }>('{ faults { kind nodeName isInForce since until } }');
    expect(listed.faults).toEqual([
      expect.objectContaining({ kind: 'PARTITION', nodeName: 'n1', isInForce: false }),
      expect.objectContaining({ kind: 'POWER_OFF', nodeName: 'n2', isInForce: true }),
    ]);
    await cluster.mutate('clearFaults', { kinds: ['PARTITION'] }, 'nodes');
    const left = await cluster.query<{ faults: { kind: string }[] }>('{ faults { kind } }');
    expect(left.faults).toEqual([{ kind: 'POWER_OFF' }]);
  });
});
