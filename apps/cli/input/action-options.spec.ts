import { Command } from 'commander';
import { actionInput, withActionOptions } from './action-options';

const FAULT = { only: ['zone', 'for', 'share', 'latency'] };

function parsed(command: Command, ...words: readonly string[]): object {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  return command.parse(words, { from: 'user' }).opts();
}

test('options have the names, the notations and the descriptions of the fields', () => {
  const [zone, lasting, share, latency] = withActionOptions(new Command(), 'injectFault', FAULT).options;
  expect([zone!.flags, zone!.description]).toEqual(['--zone <text>', 'zone of nodes']);
  expect([lasting!.flags, lasting!.description]).toEqual([
    '--for <duration>',
    'duration, in cluster time (default: until cleared)',
  ]);
  expect(share!.flags).toBe('--share <number>');
  expect(latency!.description).toBe('for api-latency: the delay');
});

test('given options become fields of the input, and no others do', () => {
  const options = parsed(withActionOptions(new Command(), 'injectFault', FAULT), '--zone', 'a', '--share', '0.5');
  expect(actionInput('injectFault', { ...options, server: 'http://x' }, FAULT)).toEqual({ zone: 'a', share: 0.5 });
});

test('lists, maps and words are read in the form in which the server takes them', () => {
  const nodes = { only: ['zones', 'labels'], letters: { labels: 'l' } };
  const options = parsed(
    withActionOptions(new Command(), 'addNodes', nodes),
    '--zones',
    'a,b',
    '-l',
    'x=1',
    '-l',
    'y=2',
  );
  expect(actionInput('addNodes', options, nodes)).toEqual({ zones: ['a', 'b'], labels: { x: '1', y: '2' } });
  const kinds = { only: ['kinds'], names: { kinds: 'kind' } };
  const chosen = parsed(withActionOptions(new Command(), 'clearFaults', kinds), '--kind', 'power-off', 'partition');
  expect(actionInput('clearFaults', chosen, kinds)).toEqual({ kinds: ['POWER_OFF', 'PARTITION'] });
});

test('a value in another notation is refused with the option in the error', () => {
  const command = withActionOptions(new Command(), 'injectFault', FAULT);
  expect(() => parsed(command, '--for', 'soon')).toThrow("option '--for <duration>' argument 'soon' is invalid");
});

test('a field that the action does not have is an error of the command', () => {
  expect(() => withActionOptions(new Command(), 'injectFault', { only: ['speed'] })).toThrow(
    'injectFault has no field speed',
  );
});
