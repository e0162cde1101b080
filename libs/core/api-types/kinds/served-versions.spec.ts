import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allKinds } from './registry';
import { subresourcesOf } from './kind-info';
import type { ReleaseName } from './releases';

/**
 * What the releases themselves serve by default: of Kubernetes 1.20 from its `api/openapi-spec/swagger.json`, of 1.11 from the groups that
 * `pkg/master/master.go` and `pkg/registry/…/rest` install.
 */
const UPSTREAM = JSON.parse(
  readFileSync(join(__dirname, '..', 'testdata', 'served-versions.json'), 'utf8'),
) as Readonly<Record<ReleaseName, Readonly<Record<string, string>>>>;

/** What is not served, and why. */
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
