import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { kindsOfRelease, type KindInfo } from '@orrery/api-types';
import { renderTable } from './render-table';

/** The columns of `pkg/printers/internalversion` at v1.20.2 by kind, with the texts of its API. */
const UPSTREAM = JSON.parse(
  gunzipSync(readFileSync(join(__dirname, 'testdata/columns-1.20.2.json.gz'))).toString(),
) as Record<string, object[]>;

/** Kinds of Kubernetes, which its printers know; definitions and APIServices have columns of their own servers. */
const PRINTED = kindsOfRelease('k8s-1.20').filter(
  ({ kind, group }) => Object.hasOwn(UPSTREAM, kind) && isUpstream(group),
);

test('most kinds of the release are compared', () => expect(PRINTED.length).toBeGreaterThan(35));

test.each(PRINTED.map((kind) => [kind.kind, kind] as const))('the columns of %s are those of 1.20', (name, kind) => {
  expect(columnsOf(kind)).toEqual(UPSTREAM[name]);
});

function isUpstream(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

function columnsOf(kind: KindInfo): unknown {
  const content = { kind, objects: [], metadata: {}, version: 'v1', includeObject: 'None', nowMs: 0 } as const;
  return (renderTable({ ...content, release: 'k8s-1.20' }) as { columnDefinitions: unknown }).columnDefinitions;
}
