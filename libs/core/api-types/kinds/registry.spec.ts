import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { allKinds, applyDefaults, convert, kindByGvk, kindByResource, structOfKind, type KubeObject } from '../index';
import { describeKind, type KindInfo, type KindRules } from './kind-info';

const metadata = { name: 'a', namespace: 'x', uid: 'u', resourceVersion: '1', creationTimestamp: '' };

describe('the kind registry', () => {
  test.each([
    ['v1', 'Pod', 'pods'],
    ['policy/v1beta1', 'PodDisruptionBudget', 'poddisruptionbudgets'],
    ['events.k8s.io/v1', 'Event', 'events'],
    ['metrics.k8s.io/v1beta1', 'PodMetrics', 'pods'],
  ])('%s %s', (apiVersion, kind, resource) => {
    const row = kindByGvk(apiVersion, kind);
    expect(row?.resource).toBe(resource);
    const [version, group] = apiVersion.split('/').reverse();
    expect(kindByResource(group ?? '', version!, resource)).toBe(row);
  });

  test('resources are unique within a version', () => {
    const keys = allKinds().flatMap((row) => row.apiVersions.map((version) => `${version}/${row.resource}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('every kind that is stored has a struct', () => {
    const withoutStruct = allKinds().filter((kind) => !structOfKind(kind));
    // Metrics are computed.
    expect(withoutStruct.map(({ kind }) => kind)).toEqual(['NodeMetrics', 'PodMetrics']);
  });

  test('the kinds with behaviour are served', () => {
    const served = allKinds()
      .filter((row) => row.served)
      .map((row) => row.kind);
    expect(served).toEqual(
      expect.arrayContaining(['Pod', 'Node', 'Namespace', 'Event', 'Lease', 'PodDisruptionBudget']),
    );
    expect(served).toContain('Deployment');
  });
});

const OF_KUBERNETES = /^(|apps|autoscaling|batch|policy|.*\.k8s\.io)$/;

/** The folder of a kind: `pod-disruption-budget`, `csi-node`, `openshift/project`. */
function folderOf({ kind, group }: KindInfo): string {
  const name = kind
    .replace(/^(?:CSI|API|IP)/, (short) => short[0]! + short.slice(1).toLowerCase())
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
  return group.endsWith('.openshift.io') ? `openshift/${name}` : name;
}

/** Rules that the description of a kind must name, by the files in its folder. */
const NAMED_BY: Readonly<Record<string, readonly (keyof KindRules)[]>> = {
  'defaults.ts': ['applyDefaults'],
  'validation.ts': ['validate'],
  'conversion.ts': ['convert'],
  'selectable-fields.ts': ['selectableFields'],
  'table.ts': ['table'],
};

describe('the folders of kinds', () => {
  test('are those of the registry', () => {
    const folders = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
      .filter((path) => basename(path) === 'kind.ts')
      .map(dirname);
    expect(folders.sort()).toEqual(allKinds().map(folderOf).sort());
  });

  test.each(allKinds().map((kind): [string, KindInfo] => [kind.kind, kind]))(
    '%s names what is in its',
    (_name, kind) => {
      const files = readdirSync(join(__dirname, folderOf(kind)));
      expect(files).toContain('kind.ts');
      const unnamed = files.filter((file) => NAMED_BY[file]?.some((part) => kind[part] === undefined));
      expect(unnamed).toEqual([]);
    },
  );

  test('kinds of Kubernetes that clients write have rules, and columns where upstream has some', () => {
    const written = allKinds().filter(
      ({ served, verbs, group }) =>
        served && verbs.includes('create') && verbs.includes('list') && OF_KUBERNETES.test(group),
    );
    const lacking = (part: keyof KindRules): string[] => written.filter((kind) => !kind[part]).map(({ kind }) => kind);
    expect(lacking('validate')).toEqual(['ServiceAccount']);
    expect(lacking('table')).toEqual(['LimitRange', 'Role', 'ClusterRole', 'CustomResourceDefinition']);
  });

  test('a kind of another group may have the same name', () => {
    const object: KubeObject = { apiVersion: 'example.com/v1', kind: 'Service', metadata: { ...metadata }, spec: {} };
    applyDefaults(object);
    expect(object.spec).toEqual({});
    const event: KubeObject = { ...object, kind: 'Event', note: 'n' };
    expect(convert(event, 'example.com/v2')).toEqual({ ...event, apiVersion: 'example.com/v2' });
    const own = describeKind({
      kind: 'Pod',
      resource: 'pods',
      apiVersions: ['example.com/v1'],
      namespaced: true,
      served: true,
    });
    expect([own.validate, own.table, own.firstStatus, own.selectableFields]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('all descriptions have the same fields in the same order', () => {
    const orders = new Set(allKinds().map((kind) => Object.keys(kind).join()));
    expect(orders.size).toBe(1);
  });
});

describe('conversion', () => {
  const budget = (apiVersion: string, selector: unknown): KubeObject => ({
    apiVersion,
    kind: 'PodDisruptionBudget',
    metadata,
    spec: { minAvailable: 1, selector },
  });
  const marker = (operator: string) => ({
    matchExpressions: [{ key: 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match', operator }],
  });

  test.each([
    ['policy/v1beta1', {}, 'policy/v1', marker('Exists')],
    ['policy/v1', {}, 'policy/v1beta1', marker('DoesNotExist')],
    ['policy/v1', { matchLabels: { a: 'b' } }, 'policy/v1beta1', { matchLabels: { a: 'b' } }],
  ])('a budget of %s with %j', (from, selector, to, want) => {
    const there = convert(budget(from, selector), to);
    expect(there).toEqual(budget(to, want));
    expect(convert(there, from)).toEqual(budget(from, selector));
  });

  test('an event has other names in events.k8s.io', () => {
    const event: KubeObject = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata,
      message: 'm',
      reason: 'r',
      involvedObject: {},
      count: 2,
    };
    const view = convert(event, 'events.k8s.io/v1');
    expect(view).toEqual({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata,
      note: 'm',
      reason: 'r',
      regarding: {},
      deprecatedCount: 2,
    });
    expect(convert(view, 'v1')).toEqual(event);
  });

  test('an autoscaler of v1 speaks of cpu only', () => {
    const object: KubeObject = {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata,
      spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 80 },
    };
    const v2 = convert(object, 'autoscaling/v2');
    expect(v2.spec).toEqual({
      maxReplicas: 3,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ],
    });
    expect(convert(v2, 'autoscaling/v1')).toEqual(object);
  });

  test('an endpoint slice of v1beta1 keeps places in topology', () => {
    const object: KubeObject = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata,
      endpoints: [{ addresses: ['10.0.0.1'], nodeName: 'n1', zone: 'z1' }],
    };
    const beta = convert(object, 'discovery.k8s.io/v1beta1');
    expect(beta['endpoints']).toEqual([
      {
        addresses: ['10.0.0.1'],
        nodeName: 'n1',
        topology: { 'kubernetes.io/hostname': 'n1', 'topology.kubernetes.io/zone': 'z1' },
      },
    ]);
    expect(convert(beta, 'discovery.k8s.io/v1')).toEqual(object);
  });
});
