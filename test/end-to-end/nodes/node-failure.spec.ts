import { requireKind, type ClusterRuntime } from '@orrery/control-plane';
import type { Node, Pod } from '@orrery/api-types';
import { NodeFaultKind } from '@orrery/pod-lifecycle';
import type { Change } from '@orrery/store';
import { startTestControlPlane, TEST_START_MS, type TestControlPlane } from '@orrery/testing';

const POD = requireKind('v1', 'Pod');

/** Events of one object, with the seconds since the start of the cluster's time. */
class Story {
  readonly lines: string[] = [];

  constructor(runtime: ClusterRuntime) {
    runtime.cache.subscribe((changes) => {
      for (const change of changes) this.record(change, (runtime.clock.now() - TEST_START_MS) / 1000);
    });
  }

  private record({ key, object, previous, operation }: Change, seconds: number): void {
    if (key.resource === 'nodes') {
      const [before, after] = [readyOf(previous as unknown as Node), readyOf(object as unknown as Node)];
      if (before !== after) this.lines.push(`${seconds} ${key.name} Ready=${after}`);
      const taints = taintsOf(object as unknown as Node);
      if (taints !== taintsOf(previous as unknown as Node)) this.lines.push(`${seconds} ${key.name} taints: ${taints}`);
    } else if (key.resource === 'pods') {
      if (operation === 2) this.lines.push(`${seconds} pod ${key.name} gone`);
      else if (object.metadata.deletionTimestamp && !previous?.metadata.deletionTimestamp) {
        this.lines.push(`${seconds} pod ${key.name} evicted`);
      }
    }
  }
}

const readyOf = (node: Node | undefined): string | undefined =>
  node?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
const taintsOf = (node: Node | undefined): string =>
  (node?.spec.taints ?? []).map(({ key, effect }) => `${key.split('/')[1]}:${effect}`).join(' ');

const ZONES = ['a', 'a', 'a', 'b', 'b', 'b'].map((zone, i) => ({ name: `node-${i + 1}`, zone }));

const pod = (name: string, nodeName: string, spec: object = {}) => ({
  kind: POD,
  namespace: 'default',
  input: {
    metadata: { name },
    spec: {
      nodeSelector: { 'kubernetes.io/hostname': nodeName },
      containers: [{ name: 'c', image: 'nginx' }],
      ...spec,
    },
  },
});

describe('a node that fails', () => {
  let control: TestControlPlane;
  beforeAll(async () => {
    control = await startTestControlPlane();
  });
  afterAll(() => control.stop());

  const advanceTo = (runtime: ClusterRuntime, seconds: number) =>
    runtime.advance({ untilMs: TEST_START_MS + seconds * 1000 });
  const phaseOf = (runtime: ClusterRuntime, name: string) =>
    (runtime.cache.get({ resource: 'pods', namespace: 'default', name }) as unknown as Pod | undefined)?.status?.phase;
  const stop = async (runtime: ClusterRuntime, node: string) => {
    const atMs = runtime.clock.now();
    const fault = { node, kind: NodeFaultKind.KubeletStopped, sinceMs: atMs, untilMs: undefined };
    await runtime.records.nodeFaults.write([fault], { atMs, writer: 'test' });
    await runtime.faultsChanged();
  };

  it('becomes Unknown, is tainted, and its pods go when their tolerations run out, to the second', async () => {
    const runtime = await control.startCluster({ name: 'failure', nodes: ZONES });
    await runtime.store.createMany([
      pod('web', 'node-1'),
      pod('patient', 'node-1', {
        tolerations: [{ key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' }],
      }),
      pod('hasty', 'node-1', {
        tolerations: [
          { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 },
        ],
      }),
      pod('elsewhere', 'node-2'),
    ]);
    await advanceTo(runtime, 20);
    expect(['web', 'patient', 'hasty', 'elsewhere'].map((name) => phaseOf(runtime, name))).toEqual(
      Array(4).fill('Running'),
    );
    const { lines } = new Story(runtime);
    await stop(runtime, 'node-1');
    await advanceTo(runtime, 500);
    // The last renewal was at 20; grace 50 s, passes every 5 s, strictly later: Unknown at 75, queued and tainted at 80.
    expect(lines).toEqual([
      '75 node-1 Ready=Unknown',
      '75 node-1 taints: unreachable:NoSchedule',
      '80 node-1 taints: unreachable:NoSchedule unreachable:NoExecute',
      '110 pod hasty evicted',
      '380 pod web evicted',
    ]);
    expect(phaseOf(runtime, 'patient')).toBe('Running');
  });

  it('keeps its pods when it returns in time', async () => {
    const runtime = await control.startCluster({ name: 'return', nodes: ZONES });
    await runtime.store.createMany([pod('web', 'node-1')]);
    await advanceTo(runtime, 20);
    const { lines } = new Story(runtime);
    await stop(runtime, 'node-1');
    await advanceTo(runtime, 300);
    const lifted = { nodes: ['node-1'], kinds: [NodeFaultKind.KubeletStopped] };
    await runtime.records.nodeFaults.remove(lifted, { atMs: runtime.clock.now(), writer: 'test' });
    await runtime.faultsChanged();
    await advanceTo(runtime, 1000);
    expect(lines.filter((line) => line.includes('pod'))).toEqual([]);
    expect(lines.at(-1)).toMatch(/^305 node-1 taints: $/);
    expect(phaseOf(runtime, 'web')).toBe('Running');
  });
});
