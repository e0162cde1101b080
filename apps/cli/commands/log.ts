import type { Command } from 'commander';
import { followStory, readStory, type ObjectChange, type StoryQuestion } from '@orrery/sdk';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../command';
import { positiveNumber } from '../input/numbers';
import { objectOption } from '../input/object-option';
import { printItems, withOutput, type Output } from '../output/print-items';
import { STORY_VIEW } from '../output/story-view';
import { findServer, type Connection } from '../server/find-server';

interface Options extends ServerOptions {
  readonly object?: string;
  readonly namespace?: string;
  readonly since?: string;
  readonly until?: string;
  readonly after?: string;
  readonly limit: number;
  readonly events?: true;
  readonly follow?: true;
  readonly output: Output;
}

const DESCRIPTION = `Tells what has happened in a cluster, oldest first: who changed which fields of which object, when and why; which faults were set and cleared; which zones changed their state. How far back it reaches is said by the setting history of the cluster. A moment is a revision, a time such as 2025-01-01T00:10:00Z, or how long ago, such as -10m, in cluster time; a time includes all that was done at that instant.`;

/** `orrery log`. */
export const logCommand: CliCommand = {
  words: ['log'],
  summary: 'what has happened in a cluster: who changed what, when and why',
  declare: (command, terminal) => {
    withOutput(withServerOptions(declared(command)))
      .addHelpText('after', exitCodes('shown', 'there is no such cluster or kind, or it is not kept any more'))
      .action((cluster: string | undefined, options: Options) => printLog(cluster, options, terminal));
  },
};

function declared(command: Command): Command {
  return command
    .description(DESCRIPTION)
    .argument('[cluster]', 'the cluster (else --cluster, else that of the kubeconfig)')
    .option(
      '--object <kind/name>',
      'of one object (deployment/web), of a kind (pods), or faults and zones alone (fault, fault/NODE, zone)',
    )
    .option('-n, --namespace <ns>', 'of the objects of a namespace')
    .option('--since <moment>', 'what came after this moment')
    .option('--until <moment>', 'what came up to this moment')
    .option('--after <revision>', 'continue after the end of an earlier answer')
    .option('--limit <count>', 'changes at most', positiveNumber, 500)
    .option('--events', 'with changes of Events')
    .option('--follow', 'continue with later changes until interrupted; -o json: one JSON text a line');
}

async function printLog(named: string | undefined, options: Options, terminal: Terminal): Promise<void> {
  const cluster = named ?? options.cluster;
  const place = { ...options, ...(cluster === undefined ? {} : { cluster }) };
  const connection = findServer({ ...place, environment: terminal.environment });
  if (options.follow) return follow(connection, options, terminal);
  const { operations } = connection;
  const { changes, next } = await readStory(operations, questionOf(options), Math.ceil(options.limit));
  printItems(changes, STORY_VIEW, options.output, terminal);
  if (next !== undefined) terminal.writeError(`more has happened: continue with --after ${next}\n`);
}

/** Prints what there is of the log and then what comes. Ends with an error alone, as when the cluster is deleted. */
async function follow(connection: Connection, options: Options, terminal: Terminal): Promise<void> {
  const { until, output } = options;
  if (until !== undefined) throw new CliError('--follow has no end: it takes no --until', ExitCode.Usage);
  if (output === 'yaml') throw new CliError('--follow: -o table, wide, json or name', ExitCode.Usage);
  for await (const change of followStory(connection, questionOf(options))) {
    terminal.write(`${lineOf(change, output)}\n`);
  }
}

function lineOf(change: ObjectChange, output: Output): string {
  if (output === 'json') return JSON.stringify(change);
  if (output === 'name') return STORY_VIEW.nameOf(change);
  return STORY_VIEW.columns
    .map(({ of }) => of(change) as string)
    .join('  ')
    .trimEnd();
}

function questionOf({ object, namespace, since, until, after, events }: Options): StoryQuestion {
  return {
    object: objectOption(object, namespace),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(after === undefined ? {} : { after }),
    withEvents: events ?? false,
  };
}
