import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { closeRecording, readRecordingFile } from './recording-file';

/** Recording in version 1 of the format: two nodes, ten minutes. */
const STORED = join(__dirname, '../../../test/end-to-end/time-machine/testdata/recording-version-1.orrery.gz');

test('a file that was written by version 1 of the format is read, its log as often as it is asked for', async () => {
  const recording = await readRecordingFile(createReadStream(STORED));
  try {
    const { header, base, entries, changes, firstRevision, end } = recording;
    expect(header).toMatchObject({ format: 'orrery-recording', version: 1, cluster: 'default' });
    expect(base.startMs).toBe(Date.parse('2025-01-01T00:00:00Z'));
    const types: string[] = [];
    for await (const { input } of entries.inputs.read()) types.push(input.type);
    expect(types).toEqual(['nodes']);
    expect(entries.inputs.count).toBe(1);
    expect(changes.count).toBe(140);
    expect(firstRevision).toBe(1);
    for (let time = 0; time < 2; time++) {
      const revisions: number[] = [];
      for await (const { revision } of changes.read()) revisions.push(revision);
      expect(revisions).toEqual(Array.from({ length: 140 }, (_, i) => i + 1));
    }
    expect(end.revision).toBe(140);
  } finally {
    await closeRecording(recording);
  }
});
