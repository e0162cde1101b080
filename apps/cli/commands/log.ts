import type { Command } from 'commander';
import { readStory, type ObjectChange, type StoryQuestion } from '@orrery/sdk';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../command';
import { positiveNumber } from '../input/numbers';
import { objectOption } from '../input/object-option';
import { fieldsText } from '../output/fields-text';
import { printItems, withOutput, type ItemView, type Output } from '../output/print-items';
import { findServer } from '../server/find-server';

interface Options extends ServerOptions {
  readonly object?: string;
  readonly namespace?: string;
  readonly since?: string;
  readonly until?: string;
  readonly after?: string;
  readonly limit: number;
  readonly events?: true;
  readonly output: Output;
}

const DESCRIPTION = `Tells what has happened in a cluster, oldest first: who changed which fields of which object, when and why. How far back it reaches is said by the setting history of the cluster. A moment is a revision, a time such as 2025-01-01T00:10:00Z, or how long ago, such as -10m, in cluster time.`;

/** `orrery log`. */
export const logCommand: CliCommand = {
  words: ['log'],
  summary: 'what has happened in a cluster: who changed what, when and why',
  declare: (command, terminal) => {
    withOutput(withServerOptions(declared(command)))
      .addHelpText('after', exitCodes('told', 'there is no such cluster or kind, or it is not kept any more'))
      .action((cluster: string | undefined, options: Options) => tell(cluster, options, terminal));
  },
};

function declared(command: Command): Command {
  return command
    .description(DESCRIPTION)
    .argument('[cluster]', 'the cluster (else --cluster, else that of the kubeconfig)')
    .option('--object <kind/name>', 'of one object (deployment/web), or of a kind (pods)')
    .option('-n, --namespace <ns>', 'of the objects of a namespace')
    .option('--since <moment>', 'what came after this moment')
    .option('--until <moment>', 'what came up to this moment')
    .option('--after <revision>', 'go on where an answer before ended')
    .option('--limit <count>', 'changes at most', positiveNumber, 500)
    .option('--events', 'with changes of Events');
}

async function tell(named: string | undefined, options: Options, terminal: Terminal): Promise<void> {
  const cluster = named ?? options.cluster;
  const place = { ...options, ...(cluster === undefined ? {} : { cluster }) };
  const { operations } = findServer({ ...place, environment: terminal.environment });
  const { changes, next } = await readStory(operations, questionOf(options), Math.ceil(options.limit));
  printItems(changes, VIEW, options.output, terminal);
  if (next !== undefined) terminal.writeError(`more has happened: go on with --after ${next}\n`);
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

const VIEW: ItemView<ObjectChange> = {
  nameOf: ({ resourceVersion }) => resourceVersion,
  none: 'nothing has happened',
  columns: [
    { title: 'REVISION', of: ({ resourceVersion }) => resourceVersion },
    { title: 'TIME', of: ({ time }) => time.replace(/\.\d+Z$/, 'Z') },
    { title: 'OBJECT', of: objectText },
    {
      title: 'CHANGE',
      of: ({ operation, fields }) => (operation === 'UPDATED' ? fieldsText(fields) : operation.toLowerCase()),
    },
    { title: 'BY', of: ({ writer, client }) => (client === null ? writer : `${writer} (${client})`) },
    { title: 'WHY', of: ({ reason }) => reason ?? '' },
  ],
};

function objectText({ kind, namespace, name }: ObjectChange): string {
  return `${kind} ${namespace === null ? name : `${namespace}/${name}`}`;
}
