import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PodSpec, PodStatus } from '@orrery/api-types';
import { parse, stringify } from 'yaml';
import { SimulatedStore } from '../testing/simulated-store';

interface GoldenInput {
  showAtMs: number[];
  deleteAtMs?: number;
  annotations?: Record<string, string>;
  spec: Partial<PodSpec>;
}

const folder = join(__dirname, '../testdata/stages');
const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.input.yaml'))
  .map((file) => file.replace('.input.yaml', ''));

/** The statuses a client would see at the asked instants, and the events until the last one. */
function live(input: GoldenInput): { statuses: Record<string, PodStatus | 'gone'>; events: string[] } {
  const store = new SimulatedStore().addNode('n1').addPod('p', input.spec, input.annotations ?? {});
  const statuses: Record<string, PodStatus | 'gone'> = {};
  for (const atMs of input.showAtMs) {
    if (input.deleteAtMs !== undefined && store.nowMs < input.deleteAtMs && input.deleteAtMs <= atMs) {
      store.runUntil(input.deleteAtMs).deletePod('p');
    }
    store.runUntil(atMs);
    statuses[`${atMs}`] = store.pods.get('uid-p')?.status ?? 'gone';
  }
  return { statuses, events: store.messagesOf('p') };
}

it('has cases', () => expect(cases.length).toBeGreaterThanOrEqual(7));

// UPDATE_GOLDEN=1 writes the files again; read the difference before committing it.
test.each(cases)('%s', (name) => {
  const output = join(folder, `${name}.output.yaml`);
  const lived = live(parse(readFileSync(join(folder, `${name}.input.yaml`), 'utf8')) as GoldenInput);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(output, stringify(lived, { aliasDuplicateObjects: false }));
  expect(existsSync(output)).toBe(true);
  expect(JSON.parse(JSON.stringify(lived))).toEqual(parse(readFileSync(output, 'utf8')));
});
