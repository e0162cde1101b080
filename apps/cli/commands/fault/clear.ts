import { accepted, FAULT_KINDS, type FaultKind } from '@orrery/sdk';
import { Option } from 'commander';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { findServer } from '../../server/find-server';
import { kindWord } from './fault-view';

interface Options extends ServerOptions {
  readonly kind?: readonly string[];
  readonly zone?: string;
  readonly nodeSelector?: string;
}

/** `orrery fault clear`. */
export const faultClearCommand: CliCommand = {
  words: ['fault', 'clear'],
  summary: 'end faults',
  declare: (command, terminal) => {
    const kinds = Object.keys(FAULT_KINDS).map(kindWord);
    command
      .description('Ends faults: all of them, or those of some nodes or kinds.')
      .argument('[node...]', 'nodes by name')
      .addOption(new Option('--kind <fault...>', 'faults of these kinds').choices(kinds))
      .option('--zone <zone>', 'faults of the nodes of a zone')
      .option('--node-selector <labels>', 'faults of nodes with these labels');
    withServerOptions(command)
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((nodes: readonly string[], options: Options) => clear(nodes, options, terminal));
  },
};

async function clear(nodes: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const { kind, zone, nodeSelector, ...place } = options;
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const kinds = kind?.map((word) => word.toUpperCase().replaceAll('-', '_') as FaultKind);
  const input = {
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(zone === undefined ? {} : { zone }),
    ...(nodeSelector === undefined ? {} : { nodeSelector }),
  };
  const { faults } = accepted((await operations.clearFaults({ input })).clearFaults);
  terminal.write(`${leftText(faults.length)}\n`);
}

function leftText(count: number): string {
  if (count === 0) return 'no fault is left';
  return count === 1 ? '1 fault is left' : `${count} faults are left`;
}
