import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseAllDocuments } from 'yaml';
import type { Terminal } from '../command';
import { stagesCommand } from './stages';

const FOLDER = join(__dirname, '../../../libs/core/pod-lifecycle/stages/defaults');
const file = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

function printed(...names: string[]): string {
  let text = '';
  const command = new Command('stages');
  stagesCommand.declare(command, { write: (part) => (text += part) } as Partial<Terminal> as Terminal);
  command.parse(names, { from: 'user' });
  return text;
}
const namesIn = (text: string): string[] =>
  parseAllDocuments(text).map((document) => (document.toJS() as { metadata: { name: string } }).metadata.name);

test('prints the very files', () => {
  expect(printed()).toBe([file('containers.yaml'), file('images.yaml'), file('pods.yaml')].join('---\n'));
});

test('prints the stages that are named, with their comments, as a file that can be applied', () => {
  const text = printed('pod-resized', 'container-start');
  expect(namesIn(text)).toEqual(['pod-resized', 'container-start']);
  expect(text).toContain('# Time of a runtime to change the resources');
  expect(file('pods.yaml')).toContain(text.split('---\n')[0]);
});

test('names the stages that there are in answer to an unknown one', () => {
  expect(() => printed('pod-reddy')).toThrow(/there is no default stage pod-reddy; there are container-back-off, /);
});
