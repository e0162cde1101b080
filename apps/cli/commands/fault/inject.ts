import { accepted, FAULT_KINDS, type FaultKind } from '@orrery/sdk';
import { Argument } from 'commander';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { actionInput, withActionOptions } from '../../input/action-options';
import { printItems, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { FAULT_VIEW, kindWord } from './fault-view';

type Options = ServerOptions & { readonly output: Output };

/** Fields of a fault besides its kind and its nodes. */
const FAULT = { only: ['zone', 'nodeSelector', 'share', 'for', 'after', 'at', 'amount', 'factor', 'latency'] };

const KINDS = Object.entries(FAULT_KINDS).map(([kind, what]) => `  ${kindWord(kind).padEnd(20)} ${what}`);

/** `orrery fault inject`. */
export const faultInjectCommand: CliCommand = {
  words: ['fault', 'inject'],
  summary: 'let something fail on nodes',
  declare: (command, terminal) => {
    command
      .description('Lets something fail on the named nodes, or on those that --zone or --node-selector choose.')
      .addArgument(new Argument('<fault>', 'what fails, see below').choices(Object.keys(FAULT_KINDS).map(kindWord)))
      .argument('[node...]', 'nodes by name');
    withActionOptions(command, 'injectFault', FAULT);
    withServerOptions(withOutput(command))
      .addHelpText('after', `\nFaults:\n${KINDS.join('\n')}`)
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((kind: string, nodes: readonly string[], options: Options) => inject(kind, nodes, options, terminal));
  },
};

async function inject(word: string, nodes: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const { output, ...place } = options;
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const kind = word.toUpperCase().replaceAll('-', '_') as FaultKind;
  const input = { ...actionInput('injectFault', options, FAULT), kind, ...(nodes.length === 0 ? {} : { nodes }) };
  const { faults, nodes: struck } = accepted((await operations.injectFault({ input })).injectFault);
  const now = faults.filter((fault) => fault.kind === kind && struck.includes(fault.nodeName));
  printItems(now, FAULT_VIEW, output, terminal);
}
