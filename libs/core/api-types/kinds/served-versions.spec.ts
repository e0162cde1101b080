import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allKinds } from './registry';
import { subresourcesOf } from './kind-info';
import type { ReleaseName } from './releases';

/**
 * Versions that the releases serve by default: of Kubernetes 1.20 from its `api/openapi-spec/swagger.json`, of 1.11 from the
 * groups that `pkg/master/master.go` and `pkg/registry/…/rest` install.
 */
const UPSTREAM = JSON.parse(
  readFileSync(join(__dirname, '..', 'testdata', 'served-versions.json'), 'utf8'),
) as Readonly<Record<ReleaseName, Readonly<Record<string, string>>>>;

/** Resources that are not served, with the reasons. */
const NOT_SERVED: ReadonlyMap<string, string> = new Map([
  ['replicationcontrollers', 'extensions/v1beta1: a placeholder of 1.2 without verbs'],
  ['replicationcontrollers/scale', 'extensions/v1beta1: for autoscalers of 1.2; v1 has it'],
]);

test.each(Object.keys(UPSTREAM) as ReleaseName[])('%s serves what its release serves', (release) => {
  const served = new Set(
    allKinds().flatMap((kind) =>
      kind.versionsOf[release].flatMap((version) => [
        `${version} ${kind.resource}`,
        ...subresourcesOf(kind, [version]).map(({ name }) => `${version} ${kind.resource}/${name}`),
      ]),
    ),
  );
  const missing = Object.entries(UPSTREAM[release]).flatMap(([version, resources]) =>
    resources
      .split(' ')
      .flatMap((resource) => (served.has(`${version} ${resource}`) ? [] : [`${version} ${resource}`])),
  );
  expect(missing.filter((each) => !NOT_SERVED.has(each.split(' ')[1]!))).toEqual([]);
});

/** Groups that Kubernetes does not have, or that an API service adds. */
const OF_OTHERS = /\.openshift\.io\/|^(sim\.orrery\.dev|kwok\.x-k8s\.io|metrics\.k8s\.io)\//;
/**
 * Versions that a release serves although they came later. Clients of today know no older version of these kinds, so that they could not
 * use the cluster at all: definitions and webhooks of operators, classes and attachments of volumes, Ingresses, Leases of elections.
 */
const LATER: Readonly<Partial<Record<ReleaseName, readonly string[]>>> = {
  'okd-legacy': [
    'admissionregistration.k8s.io/v1 mutatingwebhookconfigurations',
    'admissionregistration.k8s.io/v1 validatingwebhookconfigurations',
    'apiextensions.k8s.io/v1 customresourcedefinitions',
    'certificates.k8s.io/v1 certificatesigningrequests',
    'coordination.k8s.io/v1 leases',
    'discovery.k8s.io/v1beta1 endpointslices',
    'events.k8s.io/v1 events',
    'networking.k8s.io/v1 ingressclasses',
    'networking.k8s.io/v1 ingresses',
    'scheduling.k8s.io/v1 priorityclasses',
    'storage.k8s.io/v1 csidrivers',
    'storage.k8s.io/v1 csinodes',
    'storage.k8s.io/v1 volumeattachments',
  ],
};

test.each(Object.keys(UPSTREAM) as ReleaseName[])('%s serves no later version that is not named', (release) => {
  const known = new Set(
    Object.entries(UPSTREAM[release]).flatMap(([version, resources]) =>
      resources.split(' ').map((resource) => `${version} ${resource}`),
    ),
  );
  const served = allKinds()
    .filter((kind) => kind.served)
    .flatMap((kind) => kind.versionsOf[release].map((version) => `${version} ${kind.resource}`));
  const later = served.filter((each) => !known.has(each) && !OF_OTHERS.test(each));
  expect(later.sort()).toEqual(LATER[release] ?? []);
});
