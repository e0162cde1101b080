import { RELEASES, type ReleaseName } from '@orrery/api-types';
import type * as ApiTypes from '@orrery/api-types';
import type * as Discovery from './discovery';
import type * as Served from './served-kinds';

const BUNDLES = '../../core/api-types/kinds/bundles';

interface Group {
  readonly name: string;
  readonly versions: readonly { readonly groupVersion: string }[];
}

/** Every resource that a bundle announces, as `group/version name`, where `modern` is the given release. */
function announced(modern: string, bundle: ReleaseName): Set<string> {
  const found = new Set<string>();
  jest.isolateModules(() => {
    const { RELEASE_OF_BUNDLE } = jest.requireActual<{ RELEASE_OF_BUNDLE: object }>(BUNDLES);
    jest.doMock(BUNDLES, () => ({ RELEASE_OF_BUNDLE: { ...RELEASE_OF_BUNDLE, modern } }));
    const { kindsOfRelease } = jest.requireActual<typeof ApiTypes>('@orrery/api-types');
    const { ServedKinds } = jest.requireActual<typeof Served>('./served-kinds');
    const { discover } = jest.requireActual<typeof Discovery>('./discovery');
    const server = { kinds: new ServedKinds(kindsOfRelease(bundle), bundle), remotes: [] };
    const read = <T>(path: string): T => discover(server, path, undefined)!.body as T;
    const groups = read<{ groups: readonly Group[] }>('/apis').groups;
    for (const { groupVersion } of groups.flatMap(({ versions }) => versions)) {
      const { resources } = read<{ resources: readonly { name: string }[] }>(`/apis/${groupVersion}`);
      for (const { name } of resources) found.add(`${groupVersion} ${name}`);
    }
  });
  jest.dontMock(BUNDLES);
  return found;
}

/** Versions that the default bundle serves besides those of its release, for manifests of older clusters. */
const FOR_OLDER_MANIFESTS = [
  'admissionregistration.k8s.io/v1beta1 mutatingadmissionpolicies',
  'admissionregistration.k8s.io/v1beta1 mutatingadmissionpolicybindings',
  'batch/v1beta1 cronjobs',
  'batch/v1beta1 cronjobs/status',
  'discovery.k8s.io/v1beta1 endpointslices',
  'policy/v1beta1 poddisruptionbudgets',
  'policy/v1beta1 poddisruptionbudgets/status',
  'rbac.authorization.k8s.io/v1beta1 clusterrolebindings',
  'rbac.authorization.k8s.io/v1beta1 clusterroles',
  'rbac.authorization.k8s.io/v1beta1 rolebindings',
  'rbac.authorization.k8s.io/v1beta1 roles',
  'scheduling.k8s.io/v1beta1 priorityclasses',
];

test('the line of `modern` decides what it serves: with 1.36 it has all of `k8s-1.36`', () => {
  const exact = announced('1.34', 'k8s-1.36');
  const before = announced('1.34', 'modern');
  const after = announced('1.36', 'modern');
  const policies = 'admissionregistration.k8s.io/v1 mutatingadmissionpolicies';
  expect([before.has(policies), after.has(policies)]).toEqual([false, true]);
  expect([...exact].filter((each) => !after.has(each))).toEqual([]);
  expect([...after].filter((each) => !exact.has(each)).sort()).toEqual(FOR_OLDER_MANIFESTS);
});

test('no other bundle changes with it', () => {
  for (const bundle of RELEASES.filter((each) => each !== 'modern')) {
    expect([...announced('1.36', bundle)]).toEqual([...announced('1.34', bundle)]);
  }
});
