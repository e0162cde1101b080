import type { KubeObject } from '@orrery/api-types';
import { makeNode, makePod, type PodBuilder } from '@orrery/builders';
import { makeScene, scoresByNode } from '../testing/scheduling-scene';
import { ClusterObjects, type Profile } from '@orrery/scheduling';
import { defaultSelectorOf, DefaultSelectors } from './default-selector';

const object = (kind: string, name: string, selector: unknown, apiVersion = 'apps/v1'): KubeObject =>
  ({
    apiVersion,
    kind,
    metadata: { name, namespace: 'default', uid: name },
    spec: selector === undefined ? {} : { selector },
  }) as unknown as KubeObject;
const web = (name: string): PodBuilder => makePod(name).label('app', 'web').label('tier', 'front');
const objectsOf = (...all: readonly KubeObject[]): ClusterObjects => {
  const objects = new ClusterObjects();
  for (const one of all) objects.set(one);
  return objects;
};
const texts = (requirements: ReturnType<typeof defaultSelectorOf>): string[] =>
  requirements.map(({ key, operator, values }) => `${key}${operator}${values.join('|')}`);

const service = object('Service', 's', { app: 'web' });
const otherService = object('Service', 't', { tier: 'front' });
const replicaSet = object('ReplicaSet', 'rs', { matchLabels: { app: 'web' } });
const replicationController = object('ReplicationController', 'rc', { tier: 'front' }, 'v1');

test.each([
  {
    name: 'services are merged',
    objects: [service, otherService],
    owners: 'controllerOnly',
    want: ['app=web', 'tier=front'],
  },
  {
    name: 'a service that does not match',
    objects: [object('Service', 's', { app: 'db' })],
    owners: 'controllerOnly',
    want: [],
  },
  {
    name: 'a service without selector',
    objects: [object('Service', 's', undefined)],
    owners: 'controllerOnly',
    want: [],
  },
  {
    name: 'a service that selects everything demands nothing',
    objects: [object('Service', 's', {})],
    owners: 'controllerOnly',
    want: [],
  },
  {
    name: 'controllers that match but do not own',
    objects: [replicaSet, replicationController],
    owners: 'controllerOnly',
    want: [],
  },
  {
    name: 'all matching controllers',
    objects: [replicaSet, replicationController],
    owners: 'allMatching',
    want: ['tier=front', 'app=web'],
  },
  {
    name: 'a controller with an empty selector',
    objects: [object('ReplicaSet', 'rs', {})],
    owners: 'allMatching',
    want: [],
  },
  { name: 'services alone', objects: [otherService, replicaSet], owners: 'none', want: ['tier=front'] },
] as const)('$name', ({ objects, owners, want }) => {
  expect(texts(defaultSelectorOf(web('p').build(), objectsOf(...objects), owners))).toEqual(want);
});

test('the controller that owns the pod', () => {
  const owned = web('p').owner('ReplicaSet', 'rs').build();
  expect(texts(defaultSelectorOf(owned, objectsOf(replicaSet), 'controllerOnly'))).toEqual(['app=web']);
  expect(texts(defaultSelectorOf(owned, objectsOf(replicaSet), 'none'))).toEqual([]);
});

test('a pod without labels belongs to no controller', () => {
  const everything = object('ReplicaSet', 'rs', { matchExpressions: [{ key: 'x', operator: 'DoesNotExist' }] });
  expect(defaultSelectorOf(makePod('p').build(), objectsOf(everything), 'allMatching')).toEqual([]);
  expect(texts(defaultSelectorOf(web('p').build(), objectsOf(everything), 'allMatching'))).toEqual(['x!']);
});

test('what was remembered is asked afresh when services or owners change', () => {
  const objects = objectsOf();
  const selectors = new DefaultSelectors(objects, 'controllerOnly');
  const owned = web('p').owner('ReplicaSet', 'rs').build();
  expect(selectors.selectorOf(owned)).toEqual([]);
  objects.set(service);
  expect(texts(selectors.selectorOf(owned))).toEqual(['app=web']);
  objects.set(object('ReplicaSet', 'rs', { matchLabels: { tier: 'front' } }));
  expect(texts(selectors.selectorOf(owned))).toEqual(['app=web', 'tier=front']);
  expect(selectors.selectorOf(owned)).toBe(selectors.selectorOf(owned));
});

const nodes = [makeNode('a').zone('z1'), makeNode('b').zone('z1'), makeNode('c').zone('z2'), makeNode('d')];
const pods = [web('1').node('a'), web('2').node('a'), web('3').node('b'), web('4').node('c')];
const profileOf = (plugin: string): Profile => ({
  schedulerName: 'default-scheduler',
  plugins: {
    score: { disabled: [{ name: '*' }], enabled: [{ name: plugin }] },
    preScore: { enabled: [{ name: plugin }] },
  },
});

test.each([
  ['fewer on the node and in the zone', 'k8s-1.20', [service], { a: 0, b: 16, c: 61, d: 100 }],
  ['at the old scale', 'okd-legacy', [service], { a: 0, b: 1, c: 6, d: 10 }],
  ['nothing to spread by', 'k8s-1.20', [], { a: 100, b: 100, c: 100, d: 100 }],
] as const)('SelectorSpread: %s', (_name, bundle, objects, want) => {
  const scene = makeScene({ nodes, pods, objects, bundle, profiles: [profileOf('SelectorSpread')] });
  expect(scoresByNode(scene.explain(web('p')), 'SelectorSpread')).toEqual(want);
});

test('terminating pods and those of other namespaces do not count', () => {
  const gone = [web('1').node('a').deleting(), web('2').namespace('other').node('a')];
  const setting = { nodes, pods: gone, objects: [service], profiles: [profileOf('SelectorSpread')] };
  const explained = makeScene({ ...setting, bundle: 'k8s-1.20' }).explain(web('p'));
  expect(scoresByNode(explained, 'SelectorSpread')).toEqual({ a: 100, b: 100, c: 100, d: 100 });
});

test('a pod with constraints of its own is left to them', () => {
  const own = [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }];
  const scene = makeScene({
    nodes,
    pods,
    objects: [service],
    bundle: 'k8s-1.20',
    profiles: [profileOf('SelectorSpread')],
  });
  const explained = scene.explain(web('p').spec({ topologySpreadConstraints: own }));
  expect(scoresByNode(explained, 'SelectorSpread')).toEqual({ a: 0, b: 0, c: 0, d: 0 });
});

test('ServiceSpreading asks services alone', () => {
  const setting = { nodes, pods, bundle: 'okd-legacy' as const, profiles: [profileOf('ServiceSpreading')] };
  const byOwner = makeScene({ ...setting, objects: [replicaSet] }).explain(web('p'));
  expect(scoresByNode(byOwner, 'ServiceSpreading')).toEqual({ a: 10, b: 10, c: 10, d: 10 });
  const byService = makeScene({ ...setting, objects: [service] }).explain(web('p'));
  expect(scoresByNode(byService, 'ServiceSpreading')).toEqual({ a: 0, b: 1, c: 6, d: 10 });
});
