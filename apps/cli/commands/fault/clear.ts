import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { actionInput, withActionOptions } from '../../input/action-options';
import { findServer } from '../../server/find-server';

/** Fields that select faults, besides the names of nodes. */
const SELECTION = { only: ['kinds', 'zone', 'nodeSelector'], names: { kinds: 'kind' } };

/** `orrery fault clear`. */
export const faultClearCommand: CliCommand = {
  words: ['fault', 'clear'],
  summary: 'end faults',
  declare: (command, terminal) => {
    command
      .description('Ends faults: all of them, or those of some nodes or kinds.')
      .argument('[node...]', 'nodes by name');
    withActionOptions(command, 'clearFaults', SELECTION);
    withServerOptions(command)
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((nodes: readonly string[], options: ServerOptions) => clear(nodes, options, terminal));
  },
};

async function clear(nodes: readonly string[], options: ServerOptions, terminal: Terminal): Promise<void> {
  const { operations } = findServer({ ...options, environment: terminal.environment });
  const input = { ...actionInput('clearFaults', options, SELECTION), ...(nodes.length === 0 ? {} : { nodes }) };
  const { faults } = accepted((await operations.clearFaults({ input })).clearFaults);
  terminal.write(`${leftText(faults.length)}\n`);
}

function leftText(count: number): string {
  if (count === 0) return 'no fault is left';
  return count === 1 ? '1 fault is left' : `${count} faults are left`;
}
