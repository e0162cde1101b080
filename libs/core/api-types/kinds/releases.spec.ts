import { byRelease, deprecationText, isAfter, isSince, isUpTo, kindByGvk, RELEASES, type ReleaseName } from '../index';
import { OPENSHIFT_RELEASES, releasesSince, releasesUpTo } from './releases';

/** Bundles whose release their names say: that of `modern` may change. */
const NAMED = RELEASES.filter((release) => release !== 'modern');

test('bundles are compared by their releases of Kubernetes; none means the default one', () => {
  const in1_35 = (release: ReleaseName | undefined): boolean[] => [isSince(release, '1.35'), isUpTo(release, '1.34')];
  expect(NAMED.map(in1_35)).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ]);
  expect(in1_35(undefined)).toEqual(in1_35('modern'));
  const ofOneTwenty = [isAfter('k8s-1.20', '1.20'), isAfter('k8s-1.20', '1.9'), isSince('k8s-1.20', '1.20')];
  expect(ofOneTwenty).toEqual([false, true, true]);
  expect(releasesSince('1.21')).toEqual(['modern', 'k8s-1.36']);
  expect(releasesUpTo('1.20')).toEqual(['okd-legacy', 'k8s-1.20']);
  expect(OPENSHIFT_RELEASES).toEqual(['okd-legacy']);
});

test('a bundle without an entry has that of the release before it', () => {
  expect(byRelease({ '1.11': 'a', '1.34': 'c' })).toEqual({
    'okd-legacy': 'a',
    'k8s-1.20': 'a',
    modern: 'c',
    'k8s-1.36': 'c',
  });
});

test.each<[string, string, readonly ReleaseName[]]>([
  ['v1', 'Endpoints', ['modern', 'k8s-1.36']],
  ['batch/v1beta1', 'CronJob', []],
  ['rbac.authorization.k8s.io/v1beta1', 'Role', ['k8s-1.20']],
  ['extensions/v1beta1', 'Ingress', ['k8s-1.20']],
])('%s %s: clients hear that it is deprecated from servers that have it, and that send warnings', (...given) => {
  const [apiVersion, kind, expected] = given;
  const row = kindByGvk(apiVersion, kind)!;
  expect(RELEASES.filter((release) => deprecationText(row, apiVersion, release) !== undefined)).toEqual(expected);
});

test.each<[ReleaseName, string, readonly string[]]>([
  ['k8s-1.36', 'MutatingAdmissionPolicy', ['admissionregistration.k8s.io/v1']],
  ['modern', 'CronJob', ['batch/v1', 'batch/v1beta1']],
  ['k8s-1.36', 'CronJob', ['batch/v1']],
  ['k8s-1.20', 'CronJob', ['batch/v1beta1']],
])('%s serves %s in %j', (release, kind, versions) => {
  const group = versions[0]!.split('/')[0]!;
  const row = kindByGvk(group === 'batch' ? 'batch/v1' : 'admissionregistration.k8s.io/v1', kind)!;
  expect(row.versionsOf[release]).toEqual(versions);
});
