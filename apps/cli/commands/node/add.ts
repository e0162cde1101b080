import { accepted } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { nameList, wholeNumber } from '../../input/numbers';
import { findServer } from '../../server/find-server';

interface Options extends ServerOptions {
  readonly count: number;
  readonly firstIndex?: number;
  readonly zones?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly capacity?: Readonly<Record<string, string>>;
}

/** `orrery node add`. */
export const nodeAddCommand: CliCommand = {
  words: ['node', 'add'],
  summary: 'add simulated nodes',
  declare: (command, terminal) => {
    command
      .description(
        'Adds simulated nodes, each with a kubelet: 4 CPU, 16Gi memory, 100Gi storage and 110 pods by default.',
      )
      .argument('<name>', 'with --count the number is appended, or put in the place of {index}')
      .option('--count <n>', 'so many', wholeNumber, 1)
      .option('--first-index <n>', 'number of the first one (default: 1)', wholeNumber)
      .option('--zones <a,b>', 'zones, given to the nodes in turn', nameList)
      .option('-l, --labels <k=v,…>', 'further labels', pairs)
      .option('--capacity <k=v,…>', 'capacity, such as cpu=8,memory=32Gi', pairs);
    withServerOptions(command)
      .addHelpText('after', exitCodes('added', 'refused'))
      .action((name: string, options: Options) => add(name, options, terminal));
  },
};

async function add(name: string, options: Options, terminal: Terminal): Promise<void> {
  const { count, firstIndex, zones, labels, capacity, ...place } = options;
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const input = {
    name,
    count,
    ...(firstIndex === undefined ? {} : { firstIndex }),
    ...(zones === undefined ? {} : { zones }),
    ...(labels === undefined ? {} : { labels }),
    ...(capacity === undefined ? {} : { capacity }),
  };
  const { nodes } = accepted((await operations.addNodes({ input })).addNodes);
  for (const { metadata } of nodes) terminal.write(`node/${metadata.name} added\n`);
}

/** `a=1,b=2`. */
function pairs(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const entries = nameList(text).map((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  return { ...before, ...(Object.fromEntries(entries) as Record<string, string>) };
}
