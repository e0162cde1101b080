import { accepted, FAULT_KINDS, type FaultKind, type InjectFaultInput } from '@orrery/sdk';
import { Argument } from 'commander';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { duration, positiveNumber } from '../../input/numbers';
import { printItems, withOutput, type Output } from '../../output/print-items';
import { findServer } from '../../server/find-server';
import { FAULT_VIEW, kindWord } from './fault-view';

type Numbers = Pick<InjectFaultInput, 'factor' | 'share'>;
type Texts = Pick<InjectFaultInput, 'zone' | 'nodeSelector' | 'for' | 'after' | 'at' | 'amount' | 'latency'>;
type Options = ServerOptions & Numbers & Texts & { readonly output: Output };

const KINDS = Object.entries(FAULT_KINDS).map(([kind, what]) => `  ${kindWord(kind).padEnd(20)} ${what}`);

/** `orrery fault inject`. */
export const faultInjectCommand: CliCommand = {
  words: ['fault', 'inject'],
  summary: 'let something fail on nodes',
  declare: (command, terminal) => {
    command
      .description('Lets something fail on the named nodes, or on those that --zone or --node-selector choose.')
      .addArgument(new Argument('<fault>', 'what fails, see below').choices(Object.keys(FAULT_KINDS).map(kindWord)))
      .argument('[node...]', 'nodes by name')
      .option('--zone <zone>', 'the nodes of a zone')
      .option('--node-selector <labels>', 'nodes with these labels')
      .option('--share <0-1>', 'a part of the chosen nodes, drawn with the seed', positiveNumber)
      .option('--for <duration>', 'so long, in cluster time (default: until cleared)', duration)
      .option('--after <duration>', 'so much later', duration)
      .option('--at <time>', 'at this cluster time')
      .option('--amount <amount>', 'how much, such as 6Gi, 200 or 80%')
      .option('--factor <n>', 'how many times less frequent', positiveNumber)
      .option('--latency <duration>', 'how much longer', duration);
    withServerOptions(withOutput(command))
      .addHelpText('after', `\nFaults:\n${KINDS.join('\n')}`)
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((kind: string, nodes: readonly string[], options: Options) => inject(kind, nodes, options, terminal));
  },
};

async function inject(word: string, nodes: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const { output, server, kubeconfig, cluster, ...chosen } = options;
  const { operations } = findServer({ server, kubeconfig, cluster, environment: terminal.environment });
  const kind = word.toUpperCase().replaceAll('-', '_') as FaultKind;
  const input = { kind, ...chosen, ...(nodes.length === 0 ? {} : { nodes }) };
  const { faults, nodes: struck } = accepted((await operations.injectFault({ input })).injectFault);
  const now = faults.filter((fault) => fault.kind === kind && struck.includes(fault.nodeName));
  printItems(now, FAULT_VIEW, output, terminal);
}
