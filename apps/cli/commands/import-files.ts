import { readTrace } from '@orrery/pod-lifecycle';
import { stringify } from 'yaml';
import {
  CliError,
  exitCodes,
  ExitCode,
  withServerOptions,
  type CliCommand,
  type ServerOptions,
  type Terminal,
} from '../command';
import { readBytes } from '../input/read-text';
import { elapsed, withProgress } from '../output/progress';
import { findServer } from '../server/find-server';

const DESCRIPTION =
  'Brings files of other simulators into a cluster: manifests in YAML or JSON (Stage, ResourceUsage, ClusterResourceUsage, nodes, pods), as kubectl apply would, and traces of SimKube, of which it makes a PodBehavior for each owner of pods.';

/** MessagePack of a map begins so; no text does. */
const FIRST_OF_TRACES = 0x80;

interface Options extends ServerOptions {
  readonly print?: true;
}

/** `orrery import`. */
export const importFilesCommand: CliCommand = {
  words: ['import'],
  summary: 'bring in stage files, usage files and traces of other simulators',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('<file...>', 'as many as need be; - reads standard input')
      .option('--print', 'writes what a trace comes to as YAML, and sends nothing');
    withServerOptions(command)
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((files: readonly string[], options: Options) => importFiles(files, options, terminal));
  },
};

async function importFiles(files: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const texts = files.map((file) => ({ file, ...readText(file) }));
  if (options.print) return texts.forEach(({ yaml }) => terminal.write(yaml));
  const server = findServer({ ...options, environment: terminal.environment });
  for (const [index, { file, yaml, notes }] of texts.entries()) {
    for (const note of notes) terminal.write(`${file}: ${note}\n`);
    if (yaml.trim() === '') continue;
    const input = { yaml, force: true, fieldManager: 'orrery-import' };
    const { objects, errors, warnings } = await withProgress(
      terminal,
      `${file} (${index + 1} of ${texts.length})`,
      elapsed(),
      async () => (await server.operations.applyObject({ input })).applyObject,
    );
    for (const text of warnings) terminal.write(`${file}: warning: ${text}\n`);
    for (const { kind, metadata } of objects) terminal.write(`${kind} ${metadata.name} applied\n`);
    if (errors.length > 0) {
      throw new CliError(errors.map(({ message }) => `${file}: ${message}`).join('\n'), ExitCode.Refused);
    }
  }
}

/** A file as YAML; a trace as the behaviours that it comes to. */
function readText(file: string): { readonly yaml: string; readonly notes: readonly string[] } {
  const bytes = readBytes(file);
  if ((bytes[0] ?? 0) < FIRST_OF_TRACES || bytes[0] === BYTE_ORDER_MARK)
    return { yaml: bytes.toString('utf8'), notes: [] };
  const trace = readTrace(bytes);
  if (!trace.ok) throw new CliError(`${file}: ${trace.error}`, ExitCode.Refused);
  const { behaviors, events } = trace;
  const notes = [
    ...(behaviors.length === 0 ? ['it knows no pods'] : []),
    ...(events > 0 ? [`its ${events} changes of objects are not replayed: apply the objects themselves`] : []),
  ];
  return { yaml: behaviors.map((behavior) => `---\n${stringify(behavior)}`).join(''), notes };
}

const BYTE_ORDER_MARK = 0xef;
