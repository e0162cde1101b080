import { SnapshotError, snapshotLine, SnapshotLines, type ReadableFormats } from './snapshot-lines';
import { SNAPSHOT_VERSION, type SnapshotRecord, type SnapshotRecordOf } from './snapshot-records';
import { SnapshotCounts } from './snapshot-summary';
import { withTrusted } from './trusted-certificates';

const authority = { certificate: 'c', privateKey: 'k' };
const header: SnapshotRecordOf<'header'> = {
  type: 'header',
  format: 'orrery-snapshot',
  version: SNAPSHOT_VERSION,
  cluster: 'a',
  savedAt: '2026-01-01T00:00:00Z',
  history: false,
};
const cluster: SnapshotRecordOf<'cluster'> = {
  type: 'cluster',
  revision: 7,
  compacted: 0,
  rewound: 0,
  seed: 's',
  identity: 's\na',
  settings: {},
  clock: { mode: 'manual', rate: 1, atMs: 5 },
  clockFloorMs: 5,
  signingKey: 'k',
  authorities: { clients: authority, frontProxy: authority },
  trusted: 't',
};
const pod = (name: string, metadata: object = { name, namespace: 'ns', uid: 'u' }): SnapshotRecordOf<'change'> => ({
  type: 'change',
  revision: 7,
  operation: 0,
  resource: 'pods',
  namespace: 'ns',
  name,
  uid: 'u',
  atMs: 5,
  writer: 'w',
  body: JSON.stringify({ metadata }),
});
const end = (lines: number): SnapshotRecord => ({ type: 'end', lines, sha256: '' });

function readAll(records: readonly unknown[], formats?: ReadableFormats): SnapshotRecord[] {
  const lines = new SnapshotLines(formats);
  const read = records.map((record) => lines.read(typeof record === 'string' ? record : JSON.stringify(record)));
  lines.finish();
  return read;
}

it('reads what was written', () => {
  const records = [header, cluster, pod('p'), { type: 'component', component: 'scheduler', shard: 0, state: [1] }];
  const all = [...records, end(4)] as SnapshotRecord[];
  const lines = new SnapshotLines();
  expect(all.map((record) => lines.read(snapshotLine(record)))).toEqual(all);
  lines.finish();
});

const WRONG: readonly (readonly [what: string, records: readonly unknown[], message: RegExp])[] = [
  ['nothing', [], /the file is empty/],
  ['another file', [{ apiVersion: 'v1' }], /does not begin as a snapshot does/],
  ['no JSON at the beginning', ['hello'], /does not begin as a snapshot does/],
  ['no JSON later', [header, cluster, '{'], /line 3: no JSON/],
  ['a newer format', [{ ...header, version: SNAPSHOT_VERSION + 1 }], /which a newer release wrote/],
  ['an unknown format', [{ ...header, version: 0 }, cluster], /version 0 of the format is not known/],
  ['no end', [header, cluster, pod('p')], /ends after line 3/],
  ['a missing line', [header, cluster, end(3)], /line 3: the snapshot has 3 lines, and the file 2/],
  ['text after the end', [header, cluster, end(2), pod('p')], /line 4: there is text after the end/],
  ['no cluster', [header, pod('p')], /line 2: change before the cluster/],
  ['two clusters', [header, cluster, cluster], /line 3: a second cluster/],
  ['two headers', [header, header], /line 2: a second header/],
  ['a line of no type', [header, cluster, { type: 'other' }], /line 3: .*Invalid/],
  ['a field of another type', [header, { ...cluster, revision: '7' }], /line 2: .*revision/],
  ['a missing field', [header, { ...cluster, seed: undefined }], /line 2: .*seed/],
  ['a later revision', [header, cluster, { ...pod('p'), revision: 8 }], /revision 8 of a cluster that had reached 7/],
  ['the body of another', [header, cluster, { ...pod('p'), body: pod('q').body }], /not that of pods ns\/p/],
  ['a body that is not an object', [header, cluster, { ...pod('p'), body: '7' }], /not that of pods ns\/p/],
  ['another uid', [header, cluster, { ...pod('p'), uid: 'v' }], /the uid is not that of the body/],
];
it.each(WRONG)('refuses %s', (_what, records, message) => {
  expect(() => readAll(records)).toThrow(SnapshotError);
  expect(() => readAll(records)).toThrow(message);
});

it('makes lines of earlier versions those of this one, version by version', () => {
  const formats: ReadableFormats = {
    version: 3,
    upgrades: {
      1: (line) => ({ ...(line as object), seed: 'from 1' }),
      2: (line) => ({ ...(line as object), identity: `from 2, ${(line as { seed: string }).seed}` }),
    },
  };
  const [, upgraded] = readAll([{ ...header, version: 1 }, { ...cluster, seed: 1 }, end(2)], formats);
  expect(upgraded).toMatchObject({ seed: 'from 1', identity: 'from 2, from 1' });
  const [, later] = readAll([{ ...header, version: 2 }, cluster, end(2)], formats);
  expect(later).toMatchObject({ seed: 's', identity: 'from 2, s' });
});

it('gives kubelets of version 1 what they did not remember', () => {
  const kubelet = (pressure: object): object => ({
    type: 'component',
    component: 'kubelet',
    shard: 0,
    state: { pressure },
  });
  const scheduler = { type: 'component', component: 'scheduler', shard: 0, state: {} };
  const read = readAll([{ ...header, version: 1 }, cluster, kubelet({ watched: 1 }), scheduler, end(4)]);
  expect(read.slice(2, 4)).toEqual([kubelet({ watched: 1, touched: [] }), scheduler]);
});

it('says at another server which certificates are trusted there', () => {
  const [from, to] = ['-----BEGIN\nold\n-----END\n', '-----BEGIN\nnew $&\n-----END\n'];
  const map = { ...pod('p'), resource: 'configmaps', body: JSON.stringify({ data: { 'ca.crt': from, other: 'x' } }) };
  const secret = { ...pod('p'), resource: 'secrets', body: JSON.stringify({ data: { 'ca.crt': btoa(from) } }) };
  expect(withTrusted(map, from, to)).toEqual({ ...map, body: JSON.stringify({ data: { 'ca.crt': to, other: 'x' } }) });
  expect(withTrusted(secret, from, to)).toEqual({ ...secret, body: JSON.stringify({ data: { 'ca.crt': btoa(to) } }) });
  const others = [cluster, pod('p'), { ...map, resource: 'pods' }];
  for (const other of others) expect(withTrusted(other, from, to)).toBe(other);
});

it('adds up what is in it', () => {
  const counts = new SnapshotCounts();
  const older = { ...pod('p'), uid: undefined, revision: 3 };
  const fault = { type: 'fault', node: 'n', kind: 'power-off', sinceMs: 1 } as const;
  const component = { type: 'component', component: 'scheduler', shard: 0, state: {} } as const;
  const decisions = { type: 'decisions', last: 9, count: 4, body: '', revision: 0 } as const;
  for (const record of [header, cluster, pod('p'), older, fault, component, decisions]) counts.add(record);
  expect(counts.summary()).toEqual({
    version: SNAPSHOT_VERSION,
    cluster: 'a',
    savedAt: header.savedAt,
    history: false,
    seed: 's',
    revision: 7,
    atMs: 5,
    clockMode: 'manual',
    clockRate: 1,
    changes: 2,
    decisions: 4,
    faults: 1,
    resources: [{ resource: 'pods', count: 1 }],
    components: ['scheduler'],
  });
});
