import { Cluster, DEFAULT_CLUSTER, type Condition } from '@orrery/sdk';
import type { Command } from 'commander';
import { exitCodes, withServerOptions, type CliCommand, type ServerOptions, type Terminal } from '../../command';
import { duration, wholeNumber } from '../../input/numbers';
import { withProgress } from '../../output/progress';
import { timeProgress } from '../../output/time-progress';
import { findServer } from '../../server/find-server';

const DESCRIPTION =
  'Waits until objects are as described. A manual clock is advanced to the very instant at which they are; otherwise time passes on its own.';

interface Options extends ServerOptions {
  readonly apiVersion?: string;
  readonly namespace?: string;
  readonly selector?: string;
  readonly field: readonly string[];
  readonly count?: number;
  readonly within: string;
}

/** `orrery clock until`. */
export const clockUntilCommand: CliCommand = {
  words: ['clock', 'until'],
  summary: 'let time pass until objects are as described',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<kind>', 'kind of the objects, such as Pod')
      .argument('[name]', 'one of them')
      .option('--api-version <version>', 'of the kind (default: v1)')
      .option('-n, --namespace <ns>', 'namespace of the objects')
      .option('-l, --selector <labels>', 'objects with these labels')
      .option('--field <path=value>', 'what they have, such as status.phase=Running; may be repeated', collect, [])
      .option('--count <n>', 'exactly so many; 0 waits until there are none (default: at least one)', wholeNumber)
      .option('--within <duration>', 'of cluster time at most', duration, '1h');
    withServerOptions(command)
      .addHelpText('after', exitCodes('they are', 'not within the time, or refused'))
      .action((kind: string, name: string | undefined, options: Options) =>
        until(command, { kind, ...(name === undefined ? {} : { name }) }, options, terminal),
      );
  },
};

async function until(
  command: Command,
  what: Pick<Condition, 'kind' | 'name'>,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const { apiVersion, namespace, selector, field, count, within, ...place } = options;
  const { address, namespace: ownNamespace } = findServer({ ...place, environment: terminal.environment });
  const condition: Condition = {
    ...what,
    namespace: namespace ?? ownNamespace,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(selector === undefined ? {} : { labelSelector: selector }),
    ...(field.length === 0 ? {} : { matches: fieldsOf(command, field) }),
    ...(count === undefined ? {} : { count }),
  };
  const cluster = new Cluster(place.cluster ?? DEFAULT_CLUSTER, address);
  const { now } = await withProgress(terminal, 'cluster time', timeProgress(cluster.operations), () =>
    cluster.until(condition, within),
  );
  terminal.write(`${now.toISOString()}\n`);
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** `status.phase=Running` as the part of an object that it describes; numbers, true, false and null as such. */
function fieldsOf(command: Command, fields: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const field of fields) {
    const [, path, text] =
      /^([^=]+)=(.*)$/.exec(field) ?? command.error(`--field: ${field} is not of the form path=value`);
    const names = path!.split('.');
    const last = names.pop()!;
    let place = result;
    for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
    place[last] = valueOf(text!);
  }
  return result;
}

function valueOf(text: string): unknown {
  return /^(-?\d+(\.\d+)?|true|false|null)$/.test(text) ? JSON.parse(text) : text;
}
