import { gunzipSync, gzipSync } from 'node:zlib';
import { SnapshotError, SNAPSHOT_VERSION, type SnapshotRecord } from '@orrery/snapshots';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file';

const authority = { certificate: 'c', privateKey: 'k' };
const RECORDS: readonly SnapshotRecord[] = [
  { type: 'header', format: 'orrery-snapshot', version: SNAPSHOT_VERSION, cluster: 'a', savedAt: '', history: false },
  {
    type: 'cluster',
    revision: 5000,
    compacted: 0,
    rewound: 0,
    seed: 's',
    identity: 's\na',
    settings: { text: 'Größe 漢字' },
    clock: { mode: 'manual', rate: 1, atMs: 5 },
    clockFloorMs: 5,
    signingKey: 'k',
    authorities: { clients: authority, frontProxy: authority },
    trusted: 't',
  },
  // More than is compressed at once.
  ...Array.from({ length: 3000 }, (_, i): SnapshotRecord => {
    const name = `object-${i}`;
    const body = JSON.stringify({ metadata: { name, uid: `u${i}` }, data: 'x'.repeat(i % 90) });
    const place = { resource: 'configmaps', namespace: '', name, uid: `u${i}` };
    return { type: 'change', revision: i + 1, operation: 0, ...place, atMs: i, writer: 'w', body };
  }),
];

async function written(records = RECORDS): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await writeSnapshotFile(
    (async function* () {
      yield* records;
    })(),
    async (piece) => void pieces.push(piece),
  );
  return Buffer.concat(pieces);
}

async function read(file: Buffer, size = 1000): Promise<SnapshotRecord[]> {
  const records: SnapshotRecord[] = [];
  await readSnapshotFile(
    (async function* () {
      for (let start = 0; start < file.length; start += size) yield file.subarray(start, start + size);
    })(),
    (record) => void records.push(record),
  );
  return records;
}

it('reads what it wrote, in whatever pieces it comes', async () => {
  const file = await written();
  for (const size of [7, 4096, file.length]) {
    const records = await read(file, size);
    expect(records.slice(0, -1)).toEqual(RECORDS);
    expect(records.at(-1)).toMatchObject({ type: 'end', lines: RECORDS.length });
  }
});

it('refuses a file that was cut anywhere', async () => {
  const file = await written();
  for (let part = 0; part < 40; part++) {
    const cut = file.subarray(0, Math.floor((file.length * part) / 40));
    await expect(read(cut)).rejects.toThrow(SnapshotError);
  }
  await expect(read(file.subarray(0, -1))).rejects.toThrow(/damaged/);
});

it('refuses a file in which anything was changed', async () => {
  const text = gunzipSync(await written()).toString();
  for (const [from, to] of [
    ['object-77"', 'object-78"'],
    ['"atMs":1000', '"atMs":1001'],
    ['Größe', 'Grösse'],
    ['"revision":900', '"revision":901'],
  ] as const) {
    expect(text).toContain(from);
    await expect(read(gzipSync(text.replace(from, to)))).rejects.toThrow(SnapshotError);
  }
});

it('refuses what is no snapshot', async () => {
  await expect(read(Buffer.from('apiVersion: v1\n'))).rejects.toThrow(/damaged, or no snapshot/);
  await expect(read(gzipSync('apiVersion: v1\n'))).rejects.toThrow(/does not begin as a snapshot does/);
  await expect(read(Buffer.alloc(0))).rejects.toThrow(SnapshotError);
});

it('passes on what the reader throws', async () => {
  const file = await written();
  const failing = readSnapshotFile(
    (async function* () {
      yield file;
    })(),
    () => Promise.reject(new Error('no room')),
  );
  await expect(failing).rejects.toThrow('no room');
});
