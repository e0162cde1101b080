import { selfSignedCertificate } from '@orrery/test-services';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// What is measured is recorded in a file whose table the documentation shows.
import { rowsOf, tableOf, withSection } from './page.mjs';
import recorded from './figures.json';

const root = join(__dirname, '../../..');
let folder: string;

beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'orrery-peer-spec-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...options: string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  return spawnSync(process.execPath, [join(root, 'test/bench/peer.mjs'), ...options], { encoding: 'utf8' });
}

/** A folder with programs of the real control plane's names. */
async function standIns(programs: readonly string[]): Promise<string> {
  const { key, cert } = await selfSignedCertificate(['127.0.0.1'], Date.now());
  const file = (name: string): string => join(folder, name);
  writeFileSync(file('key.pem'), key);
  writeFileSync(file('cert.pem'), cert);
  const standIn = join(__dirname, 'stand-in.mjs');
  for (const program of programs) {
    const script = `#!/bin/sh\nexec "${process.execPath}" "${standIn}" "${folder}" ${program} "$@"\n`;
    writeFileSync(file(program), script, { mode: 0o755 });
  }
  return folder;
}

test('says which program is missing, before anything is started', async () => {
  const given = await standIns(['etcd', 'kube-scheduler']);
  expect(run('--kube-bin', given)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `--kube-bin: there is no program kube-apiserver in ${given}\n`,
  });
});

test('refuses a scenario that does not exist, and a size that is none', () => {
  expect(run('--scenarios', 'nodes,lists').stderr).toContain('--scenarios: lists is none of start, nodes');
  expect(run('--pods', '0').stderr).toBe('--pods: 0 is not a number above 0\n');
});

test('asks the given programs what it asks Orrery and the floor', async () => {
  const given = await standIns(['etcd', 'kube-apiserver', 'kube-scheduler']);
  const json = join(folder, 'figures.json');
  const size = ['--nodes', '5', '--shaped', '20', '--scenarios', 'spread', '--rounds', '1', '--json', json];
  const { status, stdout, stderr } = run('--kube-bin', given, ...size);
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'round 1 of 1 is done\n' });
  expect(stdout).toContain('| figure | Orrery | real control plane | ratio (each round) | bare HTTP server |');
  const { rounds, sizes } = JSON.parse(readFileSync(json, 'utf8')) as Pick<typeof recorded, 'rounds' | 'sizes'>;
  expect(sizes).toMatchObject({ nodes: 5, shaped: 20 });
  for (const side of ['orrery', 'real', 'floor'] as const) {
    const [figures] = rounds[side];
    expect(figures).toMatchObject({
      'nodes: a second': expect.any(Number),
      'spread: bound a second': expect.any(Number),
    });
  }
});

test('a ratio is that of the rounds, and above 1 where Orrery is better', () => {
  const rows = rowsOf({
    orrery: [
      { 'a: processor time, ms': 1, 'a: bound a second': 300 },
      { 'a: processor time, ms': 2, 'a: bound a second': 100 },
      { 'a: processor time, ms': 4, 'a: bound a second': 200 },
    ],
    real: [
      { 'a: processor time, ms': 3, 'a: bound a second': 100 },
      { 'a: processor time, ms': 3, 'a: bound a second': 100 },
      { 'a: processor time, ms': 3, 'a: bound a second': 100 },
    ],
  });
  expect(tableOf(rows).slice(2)).toEqual([
    '| a: processor time, ms | 2.00 | 3.00 | 1.50 (3.00, 1.50, 0.750) |',
    '| a: bound a second | 200 | 100 | 2.00 (3.00, 1.00, 2.00) |',
  ]);
});

test('the page shows the recorded figures', () => {
  const page = readFileSync(join(root, 'docs/performance.md'), 'utf8');
  const [, shown] = /<!-- peer -->(.*)<!-- end of peer -->/s.exec(page) ?? [];
  const unpadded = (text: string): string => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
  expect(unpadded(shown ?? '')).toContain(unpadded(tableOf(rowsOf(recorded.rounds)).join('\n')));
  expect(shown).toContain(recorded.date);
  expect(() => withSection(page, 'nothing', [])).toThrow('the page has no section nothing');
});
