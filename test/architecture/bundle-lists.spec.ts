import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASES } from '@orrery/api-types';

const ROOT = join(__dirname, '../..');

/** Places that name every bundle and cannot read the list: languages and files of their own. */
const PLACES = [
  'deploy/chart/orrery/values.schema.json',
  'deploy/chart/orrery/values.yaml',
  'docs/glossary.md',
  'docs/guides/clusters.md',
  'docs/guides/configuring-the-scheduler.md',
  'docs/spec/README.md',
  'libs/sdk/cluster/cluster-options.ts',
  'sdk/go/orrerytest/server.go',
  'sdk/python/orrery_testing/server.py',
];

test.each(PLACES)('%s names every bundle', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const isNamed = (bundle: string): boolean => new RegExp(`['"\`\\s]${bundle}['"\`;,.\\s]`).test(text);
  expect(RELEASES.filter((bundle) => !isNamed(bundle))).toEqual([]);
});

test('the chart takes the bundles that there are', () => {
  const schema = readFileSync(join(ROOT, 'deploy/chart/orrery/values.schema.json'), 'utf8');
  const listed = /"enum": (\[[^\]]*"modern"[^\]]*\])/.exec(schema)![1]!;
  expect(JSON.parse(listed)).toEqual(RELEASES);
});

test('the SDK takes the bundles that there are', () => {
  const source = readFileSync(join(ROOT, 'libs/sdk/cluster/cluster-options.ts'), 'utf8');
  const names = /export type BundleName = ([^;]+);/.exec(source)![1]!;
  expect(names.match(/[^' |]+/g)).toEqual(RELEASES);
});
