import { kindsOfRelease, type ReleaseName } from '@orrery/api-types';
import { discover } from './discovery';
import { requireAccepted } from './answers/negotiation';
import { ServedKinds } from './served-kinds';

interface Resource {
  readonly name: string;
  readonly singularName: string;
  readonly storageVersionHash?: string;
  readonly verbs: readonly string[];
  readonly version?: string;
}

function read<T>(release: ReleaseName, path: string): T {
  const announced = { kinds: new ServedKinds(kindsOfRelease(release), release), remotes: [] };
  return discover(announced, path, undefined)!.body as T;
}

const resources = (release: ReleaseName, path: string): readonly Resource[] =>
  read<{ resources: Resource[] }>(release, path).resources;
const named = (release: ReleaseName, path: string, name: string): Resource =>
  resources(release, path).find((each) => each.name === name)!;

test('groups come in the order of their priorities', () => {
  const groups = (release: ReleaseName): string[] =>
    read<{ groups: { name: string }[] }>(release, '/apis').groups.map(({ name }) => name);
  expect(groups('modern').slice(0, 6)).toEqual([
    'apiregistration.k8s.io',
    'apps',
    'events.k8s.io',
    'authentication.k8s.io',
    'authorization.k8s.io',
    'autoscaling',
  ]);
  expect(groups('k8s-1.20').slice(8, 11)).toEqual(['networking.k8s.io', 'extensions', 'policy']);
  expect(groups('okd-legacy').slice(0, 3)).toEqual(['apiregistration.k8s.io', 'extensions', 'apps']);
});

test('resources come by name, with singular names since 1.27', () => {
  const names = resources('modern', '/api/v1').map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  expect(names.slice(0, 2)).toEqual(['bindings', 'componentstatuses']);
  expect(read('modern', '/api/v1')).not.toHaveProperty('apiVersion');
  expect(named('modern', '/apis/apps/v1', 'deployments').singularName).toBe('deployment');
  expect(named('k8s-1.20', '/apis/apps/v1', 'deployments').singularName).toBe('');
});

// Of the lists of kube-apiserver 1.20.2 and 1.36.2.
test.each<[ReleaseName, string, string, string | undefined]>([
  ['k8s-1.20', '/apis/batch/v1beta1', 'cronjobs', 'h/JlFAZkyyY='],
  ['k8s-1.20', '/apis/autoscaling/v2beta2', 'horizontalpodautoscalers', 'oQlkt7f5j/A='],
  ['k8s-1.20', '/apis/networking.k8s.io/v1', 'ingresses', 'ZOAfGflaKd0='],
  ['k8s-1.20', '/apis/apiregistration.k8s.io/v1beta1', 'apiservices', 'C+s2HXXP47k='],
  ['modern', '/apis/apiregistration.k8s.io/v1', 'apiservices', 'InPBPD7+PqM='],
  ['modern', '/apis/networking.k8s.io/v1', 'ingresses', '39NQlfNR+bo='],
  ['okd-legacy', '/api/v1', 'pods', undefined],
  ['modern', '/apis/authorization.k8s.io/v1', 'subjectaccessreviews', undefined],
])('%s: %s says how %s are stored', (release, path, name, hash) => {
  expect(named(release, path, name).storageVersionHash).toBe(hash);
});

test('a release announces the verbs and subresources that it has', () => {
  const verbs = (release: ReleaseName): boolean =>
    named(release, '/api/v1', 'services').verbs.includes('deletecollection');
  expect([verbs('modern'), verbs('k8s-1.20')]).toEqual([true, false]);
  expect(named('modern', '/api/v1', 'pods/eviction').version).toBe('v1');
  expect(named('k8s-1.20', '/api/v1', 'pods/eviction').version).toBe('v1beta1');
  const names = resources('okd-legacy', '/api/v1').map(({ name }) => name);
  expect(names.filter((name) => /resize|ephemeral|token/.test(name))).toEqual([]);
});

test('a page with one form is refused to clients that do not read it', () => {
  const ask =
    (accept: string | undefined, release: ReleaseName = 'modern') =>
    (): void =>
      requireAccepted(accept, 'application/jwk-set+json', release);
  expect(ask(undefined)).not.toThrow();
  expect(ask('application/jwk-set+json, application/json')).not.toThrow();
  expect(ask('application/json, */*')).not.toThrow();
  expect(ask('application/json')).toThrow('406: Not Acceptable\n\nAvailable representations: application/jwk-set+json');
  expect(ask('application/json', 'k8s-1.20')).toThrow(/^406: Not Acceptable$/);
});
