import { Argument, Command, Option } from 'commander';
import { completions } from './completions';

const program = new Command('orrery').option('--version');
const fault = program.command('fault');
fault
  .command('inject')
  .addArgument(new Argument('<fault>').choices(['power-off', 'partition', 'shutdown']))
  .option('--zone <zone>')
  .addOption(new Option('-o, --output <format>').choices(['table', 'json']));
program.command('status');
program.command('__complete');

test.each([
  [[''], ['fault', 'status']],
  [['st'], ['status']],
  [['fault', ''], ['inject']],
  [
    ['fault', 'inject', 'p'],
    ['partition', 'power-off'],
  ],
  [
    ['fault', 'inject', '--'],
    ['--output', '--zone'],
  ],
  [
    ['fault', 'inject', 'power-off', '--output', ''],
    ['json', 'table'],
  ],
  [['fault', 'inject', '-o', 'j'], ['json']],
  [['fault', 'inject', '--zone', ''], []],
  [['status', '--', ''], []],
  [['unknown', 'fault', 'in'], ['inject']],
  [[], ['fault', 'status']],
])('%j may go on with %j', (words, expected) => {
  expect(completions(program, words)).toEqual(expected);
});
