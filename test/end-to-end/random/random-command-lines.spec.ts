import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../../../apps/cli/command';
import { programFor, runCli } from '../../../apps/cli/main';
import { randomFor } from '@orrery/time';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import { startTestGraphqlServer, type TestGraphqlServer } from '../../../libs/testing/kit/graphql-server';
import { randomCommandLine } from './random-command-lines';

/** Command lines in a usual run; `ORRERY_COMMAND_LINES` asks for another number. */
const LINES = Number(process.env['ORRERY_COMMAND_LINES'] ?? 300);
const SEED = process.env['ORRERY_COMMAND_SEED'] ?? '1';
const FIRST = Number(process.env['ORRERY_COMMAND_FIRST'] ?? 0);
const TIMEOUT_MS = 30_000;
/** Words that no message for a person contains. */
const INNER_WORDS = /TypeError|RangeError|undefined|\[object |INTERNAL|\bat .*\.ts:/;

let server: TestGraphqlServer;
let folder: string;
const before = process.cwd();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-lines-'));
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'present.yaml'), JSON.stringify(podOf('other', { cpu: '1' })));
  writeFileSync(join(folder, 'broken.yaml'), 'a: [');
  process.chdir(folder);
  server = await startTestGraphqlServer();
});
afterAll(async () => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
  await server.close();
});

/** Makes the cluster that the commands are about, where one before has deleted it. */
async function ensureCluster(): Promise<void> {
  if (server.plane.knownClusters().includes('default')) return;
  const clock = { mode: 'MANUAL', startAt: '2026-03-01T12:00:00Z' };
  await server.client.mutate('createCluster', { name: 'default', seed: 'test', nodes: 2, clock }, 'cluster { name }');
}

/** Returns the problem with the end of a command; undefined if there is none. */
async function complaint(words: readonly string[]): Promise<string | undefined> {
  let [out, err] = ['', ''];
  const terminal: Terminal = {
    write: (text) => void (out += text),
    writeError: (text) => void (err += text),
    columns: 100,
    isColoured: false,
    environment: {},
  };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => (timer = setTimeout(() => resolve('no end'), TIMEOUT_MS)));
  const end = await Promise.race([
    runCli(words, terminal).catch((error: Error) => error.stack ?? String(error)),
    timeout,
  ]);
  clearTimeout(timer);
  if (typeof end === 'string') return end;
  if (![0, 1, 2].includes(end)) return `exit code ${end}: ${err}`;
  if (end !== 0 && `${out}${err}`.trim() === '') return `exit code ${end} without a word`;
  return INNER_WORDS.test(err) ? err : undefined;
}

test(`${LINES} random command lines end with a code and a message for people`, async () => {
  const complaints: string[] = [];
  const program = programFor({
    write: () => undefined,
    writeError: () => undefined,
    columns: 100,
    isColoured: false,
    environment: {},
  });
  for (let at = FIRST; at < FIRST + LINES; at++) {
    await ensureCluster();
    const words = randomCommandLine(program, randomFor('random command lines', SEED, at));
    const found = await complaint([...words, '--server', `${server.url}/clusters/default`]);
    if (found !== undefined) complaints.push(`${at}: orrery ${JSON.stringify(words)}\n${found}`);
  }
  expect(complaints).toEqual([]);
}, 3_600_000);
