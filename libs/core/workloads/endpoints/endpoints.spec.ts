import type { Pod } from '@orrery/api-types';
import { endpointsOf } from './endpoints-object';
import { planSlices, type NamedSlice, type SlicePlan } from './endpoint-slices';
import { inheritedLabels, type EndpointService } from './service-endpoints';

const service = (spec: object = {}): EndpointService => ({
  metadata: { name: 'web', namespace: 'ns', uid: 's', resourceVersion: '1', creationTimestamp: '', labels: { a: 'b' } },
  spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
});

interface PodIdea {
  readonly ready?: boolean;
  readonly ends?: boolean;
  readonly phase?: string;
  readonly ports?: readonly object[];
  readonly ip?: string;
}
const pod = (
  n: number,
  { ready = true, ends = false, phase = 'Running', ports = [], ip = `10.0.0.${n}` }: PodIdea = {},
) =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `p${n}`,
      namespace: 'ns',
      uid: `u${n}`,
      ...(ends ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
    },
    spec: { nodeName: 'node', containers: [{ name: 'c', ports }] },
    status: { phase, podIP: ip, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  }) as unknown as Pod;

const ips = (list: readonly { ip: string }[] | undefined): string[] => (list ?? []).map(({ ip }) => ip);

describe('endpointsOf', () => {
  test.each<[string, object, readonly Pod[], string[], string[]]>([
    ['ready pods', {}, [pod(2), pod(1)], ['10.0.0.1', '10.0.0.2'], []],
    ['pods that are not ready', {}, [pod(1, { ready: false })], [], ['10.0.0.1']],
    ['pods that end', {}, [pod(1, { ends: true })], [], []],
    ['pods that have ended', {}, [pod(1, { phase: 'Failed' }), pod(2, { phase: 'Succeeded' })], [], []],
    ['pods without an address', {}, [pod(1, { ip: '' })], [], []],
    [
      'all of them, where that is asked for',
      { publishNotReadyAddresses: true },
      [pod(1, { ready: false }), pod(2, { ends: true })],
      ['10.0.0.1', '10.0.0.2'],
      [],
    ],
  ])('%s', (_name, spec, pods, ready, notReady) => {
    const { subsets } = endpointsOf(service(spec), pods);
    expect(subsets.flatMap(({ addresses }) => ips(addresses))).toEqual(ready);
    expect(subsets.flatMap(({ notReadyAddresses }) => ips(notReadyAddresses))).toEqual(notReady);
  });

  it('names the pod and its node, and passes labels on', () => {
    const { subsets, labels } = endpointsOf(service({ clusterIP: 'None' }), [pod(1)]);
    expect(labels).toEqual({ a: 'b', 'service.kubernetes.io/headless': '' });
    expect(subsets).toEqual([
      {
        addresses: [
          { ip: '10.0.0.1', nodeName: 'node', targetRef: { kind: 'Pod', namespace: 'ns', name: 'p1', uid: 'u1' } },
        ],
        ports: [{ port: 80, protocol: 'TCP' }],
      },
    ]);
  });

  it('finds ports by their names, pod by pod', () => {
    const named = service({ ports: [{ name: 'http', port: 80, targetPort: 'web' }] });
    const { subsets } = endpointsOf(named, [
      pod(1, { ports: [{ name: 'web', containerPort: 8080 }] }),
      pod(2, { ports: [{ name: 'web', containerPort: 9090 }] }),
      pod(3),
    ]);
    expect(subsets.map(({ addresses, ports }) => [ips(addresses), ports])).toEqual([
      [['10.0.0.3'], undefined],
      [['10.0.0.1'], [{ name: 'http', port: 8080, protocol: 'TCP' }]],
      [['10.0.0.2'], [{ name: 'http', port: 9090, protocol: 'TCP' }]],
    ]);
  });

  it('ends at a thousand and says so', () => {
    const pods = Array.from({ length: 1001 }, (_, i) => pod(i));
    const { subsets, annotations } = endpointsOf(service(), pods);
    expect(subsets[0]!.addresses).toHaveLength(1000);
    expect(annotations).toEqual({ 'endpoints.kubernetes.io/over-capacity': 'truncated' });
  });
});

describe('inheritedLabels', () => {
  const HEADLESS = 'service.kubernetes.io/headless';
  test.each<[string, object, Record<string, string>, object]>([
    ['a headless service', { clusterIP: 'None' }, { a: 'b' }, { a: 'b', [HEADLESS]: '' }],
    ['one that says so itself', { clusterIP: 'None' }, { [HEADLESS]: 'yes' }, { [HEADLESS]: '' }],
    ['a service with an address', { clusterIP: '10.96.1.1' }, { a: 'b' }, { a: 'b' }],
    ['one that pretends', { clusterIP: '10.96.1.1' }, { a: 'b', [HEADLESS]: '' }, { a: 'b' }],
  ])('%s', (_name, spec, labels, want) => {
    const { metadata, ...rest } = service(spec);
    expect(inheritedLabels({ ...rest, metadata: { ...metadata, labels } })).toEqual(want);
  });
});

describe('planSlices', () => {
  const plan = (pods: readonly Pod[], existing: readonly NamedSlice[] = []): SlicePlan =>
    planSlices({ service: service(), pods, existing, zoneOf: () => 'z' });
  const many = (count: number): Pod[] => Array.from({ length: count }, (_, i) => pod(i));
  const named = (made: SlicePlan): NamedSlice[] => made.creates.map((slice, i) => ({ ...slice, name: `s${i}` }));

  it('makes slices of a hundred', () => {
    expect(plan(many(250)).creates.map(({ endpoints }) => endpoints.length)).toEqual([100, 100, 50]);
    expect(plan(many(250), named(plan(many(250))))).toEqual({ creates: [], updates: [], deletes: [] });
  });

  it('writes only the slices in which something changed', () => {
    const before = named(plan(many(250)));
    const pods = many(250);
    pods[120] = pod(120, { ready: false });
    const { creates, updates, deletes } = plan(pods, before);
    expect([creates, deletes]).toEqual([[], []]);
    expect(updates).toHaveLength(1);
    expect(updates[0]!.endpoints).toHaveLength(100);
  });

  it('fills up, and drops what is empty', () => {
    const before = named(plan(many(250)));
    expect(plan(many(260), before).updates.map(({ endpoints }) => endpoints.length)).toEqual([60]);
    const left = before.flatMap(({ endpoints }) => endpoints).slice(0, 1);
    const { updates, deletes } = plan([pod(Number((left[0]!.targetRef as { name: string }).name.slice(1)))], before);
    expect([updates.map(({ endpoints }) => endpoints.length), deletes]).toEqual([[1], ['s1', 's2']]);
  });

  it('keeps one empty slice', () => {
    expect(plan([]).creates).toEqual([{ ports: [], endpoints: [] }]);
    const empty = { name: 's', ports: [], endpoints: [] };
    expect(plan([], [empty])).toEqual({ creates: [], updates: [], deletes: [] });
    expect(plan([], named(plan(many(2)))).updates).toMatchObject([{ name: 's0', endpoints: [] }]);
  });

  it('shows pods that end while they still serve', () => {
    const [slice] = plan([pod(1, { ends: true })]).creates;
    expect(slice!.endpoints[0]).toMatchObject({
      conditions: { ready: false, serving: true, terminating: true },
      nodeName: 'node',
      zone: 'z',
    });
  });
});
