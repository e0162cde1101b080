import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparedFolder } from './data-folder';
import { makeTemplate, templateName } from './template';

let folder: string;
let cache: string;
let runs: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-data-'));
  cache = join(folder, 'cache');
  runs = join(folder, 'runs');
  mkdirSync(cache);
  for (const home of ['one', 'two']) mkdirSync(join(folder, home));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that fills the folder that it is given, as initdb does, and writes down that it ran. */
function initdb(last = ''): string {
  const path = join(folder, 'initdb');
  const lines = [
    '#!/bin/sh',
    'for argument; do case $argument in --pgdata=*) data=${argument#--pgdata=};; esac; done',
    `echo run >> ${runs}`,
    'mkdir -p $data/base && echo 18 > $data/PG_VERSION && echo rows > $data/base/1',
    last,
  ];
  writeFileSync(path, lines.join('\n'), { mode: 0o755 });
  writeFileSync(runs, '');
  // Where we are root it runs as another user.
  chmodSync(folder, 0o755);
  chmodSync(runs, 0o666);
  return path;
}

const countRuns = (): number => readFileSync(runs, 'utf8').split('\n').length - 1;

test('folders of data are copies of a template that initdb made once', async () => {
  const files = { initdb: initdb(), postgres: '', template: join(cache, templateName('linux-x64.0123')) };
  await makeTemplate(files.template, files.initdb);
  await makeTemplate(files.template, files.initdb);
  for (const home of ['one', 'two']) {
    const data = await preparedFolder(join(folder, home), files);
    expect(readFileSync(join(data, 'base/1'), 'utf8')).toBe('rows\n');
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(join(data, 'base')).uid).toBe(statSync(files.template).uid);
  }
  expect(countRuns()).toBe(1);
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^data-linux-x64\.0123-[0-9a-f]{8}$/)]);
});

test('a template that could not be made leaves nothing', async () => {
  const path = join(cache, 'data');
  await expect(makeTemplate(path, initdb('echo no space >&2; exit 1'))).rejects.toThrow('no space');
  expect(readdirSync(cache)).toEqual([]);
});

test('without a template the folder itself is initialised', async () => {
  const data = await preparedFolder(folder, { initdb: initdb(), postgres: '', template: undefined });
  expect(readdirSync(data).sort()).toEqual(['PG_VERSION', 'base']);
  await preparedFolder(folder, { initdb: initdb('exit 1'), postgres: '', template: undefined });
});

test('what a killed process left of a folder is made again', async () => {
  mkdirSync(join(folder, 'postgres.unfinished'));
  writeFileSync(join(folder, 'postgres.unfinished/PG_VERSION'), '18');
  // As folders were made before they got their name at the end.
  mkdirSync(join(folder, 'postgres/base'), { recursive: true });
  writeFileSync(join(folder, 'postgres/base/left'), '');
  const data = await preparedFolder(folder, { initdb: initdb(), postgres: '', template: undefined });
  expect(readdirSync(join(data, 'base'))).toEqual(['1']);
  expect(existsSync(join(folder, 'postgres.unfinished'))).toBe(false);
});
