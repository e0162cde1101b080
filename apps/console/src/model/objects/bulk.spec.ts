import { bulkCommands, eachOf, labelChanges } from './bulk';
import { apiPath, kindGroups, kubectlName, servedKind, type ServedKind } from './served-kind';
import { rowsOf } from './table';

const kind = (name: string, kindName: string, group = '', version = 'v1'): ServedKind => ({
  name,
  kind: kindName,
  group,
  apiVersions: [group === '' ? version : `${group}/${version}`],
  namespaced: true,
  verbs: ['list'],
  subresources: [],
});
const PODS = kind('pods', 'Pod');
const DEPLOYMENTS = kind('deployments', 'Deployment', 'apps');
const KINDS = [
  kind('widgets', 'Widget', 'example.com'),
  kind('leases', 'Lease', 'coordination.k8s.io'),
  DEPLOYMENTS,
  PODS,
];
const rows = rowsOf(
  {
    rows: [
      { cells: [], object: { metadata: { name: 'a', namespace: 'shop' } } },
      { cells: [], object: { metadata: { name: 'b', namespace: 'shop' } } },
      { cells: [], object: { metadata: { name: 'n' } } },
    ],
  },
  undefined,
);

test.each([
  ['tier=front', { changes: { tier: 'front' } }],
  ['tier=front, old- a.io/b=', { changes: { tier: 'front', old: null, 'a.io/b': '' } }],
  ['', { error: 'Write KEY=VALUE to set a label, or KEY- to remove one.' }],
  ['tier', { error: 'tier is neither KEY=VALUE nor KEY-.' }],
  ['=x', { error: '=x is neither KEY=VALUE nor KEY-.' }],
  ['-', { error: '- is neither KEY=VALUE nor KEY-.' }],
])('%j are the changes %j', (text, want) => expect(labelChanges(text)).toEqual(want));

test('a command names all objects of a namespace', () => {
  expect(bulkCommands(PODS, rows, { verb: 'delete' })).toEqual([
    'kubectl delete pods a b --namespace shop',
    'kubectl delete pods n',
  ]);
  expect(bulkCommands(DEPLOYMENTS, rows.slice(0, 2), { verb: 'scale', replicas: 3 })).toEqual([
    'kubectl scale deployments.apps a b --namespace shop --replicas 3',
  ]);
  expect(bulkCommands(PODS, rows.slice(2), { verb: 'label', changes: { tier: 'a b', old: null } })).toEqual([
    "kubectl label pods n 'tier=a b' old- --overwrite",
  ]);
});

test('work is done on all items, on no more than the limit at once', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await eachOf([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    done.push(item);
    running -= 1;
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('kinds are grouped with core first and custom ones last, and found by name, group or plural', () => {
  expect(kindGroups(KINDS, '').map(({ title }) => title)).toEqual([
    'core',
    'apps',
    'coordination.k8s.io',
    'example.com',
  ]);
  expect(kindGroups(KINDS, 'EXAMPLE').map(({ title }) => title)).toEqual(['example.com']);
  expect(kindGroups(KINDS, 'pods').map(({ kinds }) => kinds.map(({ name }) => name))).toEqual([['pods']]);
  expect(servedKind(KINDS, 'apps/v1', 'Deployment')).toBe(DEPLOYMENTS);
  expect(servedKind(KINDS, 'apps/v2', 'Deployment')).toBeUndefined();
  expect([kubectlName(PODS), kubectlName(DEPLOYMENTS)]).toEqual(['pods', 'deployments.apps']);
});

test.each([
  [{ apiVersion: 'v1', resource: 'pods' }, '/api/v1/pods'],
  [
    { apiVersion: 'v1', resource: 'pods', namespace: 'a', name: 'b', subresource: 'log' },
    '/api/v1/namespaces/a/pods/b/log',
  ],
  [{ apiVersion: 'apps/v1', resource: 'deployments', namespace: 'a' }, '/apis/apps/v1/namespaces/a/deployments'],
  [
    { apiVersion: 'rbac.authorization.k8s.io/v1', resource: 'clusterroles', name: 'system:node' },
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
  ],
])('%j has the path %s', (parts, want) => expect(apiPath(parts)).toBe(want));
