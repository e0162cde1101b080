import { kindByGvk, kindsOfRelease, RELEASES, type ReleaseName } from '@orrery/api-types';
import { kindSchema } from './kind-schema';
import { referencesIn } from './schema';

test.each(RELEASES)(
  'every kind of which %s lets clients make objects has a schema that stands by itself',
  (release) => {
    const served = kindsOfRelease(release)
      .filter((kind) => kind.served && kind.verbs.includes('create'))
      .flatMap((kind) => kind.versionsOf[release].map((apiVersion) => ({ kind, apiVersion })));
    const broken = served.filter(({ kind, apiVersion }) => {
      const schema = kindSchema(release, kind, apiVersion);
      const all = schema?.definitions ?? {};
      return !schema || Object.values(all).some((each) => [...referencesIn(each)].some((name) => !all[name]));
    });
    expect(broken.map(({ kind, apiVersion }) => `${apiVersion} ${kind.kind}`)).toEqual([]);
  },
);

test('the schema of a Pod describes its containers and leaves out what no Pod has', () => {
  const schema = kindSchema('modern', kindByGvk('v1', 'Pod')!, 'v1')!;
  expect(schema.$ref).toBe('#/definitions/io.k8s.api.core.v1.Pod');
  expect(schema.definitions['io.k8s.api.core.v1.Container']?.required).toEqual(['name']);
  expect(schema.definitions['io.k8s.api.core.v1.NodeSpec']).toBeUndefined();
});

test('a release describes the fields that it has', () => {
  const hasField = (release: ReleaseName): boolean => {
    const { definitions } = kindSchema(release, kindByGvk('v1', 'Node')!, 'v1')!;
    return Object.hasOwn(definitions['io.k8s.api.core.v1.NodeStatus']!.properties!, 'declaredFeatures');
  };
  expect(RELEASES.filter(hasField)).toEqual(['k8s-1.36']);
});
