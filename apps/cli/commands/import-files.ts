import { jsonText } from '@orrery/api-types';
import { listedObjects } from '@orrery/cluster-state';
import { readTrace } from '@orrery/pod-lifecycle';
import { stringify } from 'yaml';
import { CliError, exitCodes, ExitCode, withServerOptions, type CliCommand, type Terminal } from '../command';
import { readBytes } from '../input/read-text';
import { elapsed, withProgress } from '../output/progress';
import { importState, type ReadState, type StateOptions } from '../import/import-state';
import { connectionOf } from '../import/kubeconfig-connection';
import { readCluster } from '../import/read-cluster';
import { documentsIn, filesOf, isFromCluster, isObject } from '../import/read-sources';
import { findServer } from '../server/find-server';
import { countText } from '../output/count-text';

const DESCRIPTION =
  'Brings another cluster, or files of other simulators, into a cluster. What was read from a cluster (kubectl get -A -o yaml, folders of must-gather, or a cluster itself by --from-kubeconfig) is taken over as it is, all at once: uids, owners, nodes, statuses, ages. Manifests in YAML or JSON (Stage, ResourceUsage, ClusterResourceUsage, nodes, pods) are applied as kubectl apply would, and of traces of SimKube it makes a PodBehavior for each owner of pods.';

/** MessagePack of a map begins so; no text does. */
const FIRST_OF_TRACES = 0x80;

interface Options extends StateOptions {
  readonly print?: true;
  readonly fromKubeconfig?: string;
  readonly fromContext?: string;
}

/** A file that was read. */
interface SourceText {
  readonly file: string;
  readonly yaml: string;
  readonly notes: readonly string[];
  /** True if it is a text, and not made of a trace. */
  readonly mayBeDump: boolean;
}

/** `orrery import`. */
export const importFilesCommand: CliCommand = {
  words: ['import'],
  summary: 'bring in another cluster, stage files, usage files and traces of other simulators',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('[file...]', 'files and folders, as many as need be; - reads standard input')
      .option('--from-kubeconfig <file>', 'reads the cluster of its current context, and writes nothing there')
      .option('--from-context <name>', 'another context of that file')
      .option(
        '--as-of <time>',
        'of a cluster: when it was read (default: the latest instant that it says something happened)',
      )
      .option('--dry-run', 'of a cluster: says what would be imported, and writes nothing')
      .option('-o, --output <format>', 'of a cluster: the report as table or json (default: table)')
      .option('--print', 'writes what a trace comes to as YAML, and sends nothing');
    withServerOptions(command)
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((files: readonly string[], options: Options) => importFiles(files, options, terminal));
  },
};

async function importFiles(given: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const { fromKubeconfig, fromContext, print: _print, ...rest } = options;
  if (fromKubeconfig === undefined) {
    if (given.length === 0) throw new CliError("error: missing required argument 'file'", ExitCode.Usage);
    if (fromContext !== undefined) throw new CliError('--from-context needs --from-kubeconfig', ExitCode.Usage);
    return importGiven(given, options, terminal);
  }
  if (given.length > 0) throw new CliError('--from-kubeconfig takes no files besides', ExitCode.Usage);
  // The time of here is not taken for that of the cluster: its clock may be simulated.
  await importState(await readCluster(connectionOf(fromKubeconfig, fromContext), terminal), rest, terminal);
}

async function importGiven(given: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const texts = filesOf(given).map((file) => ({ file, ...readText(file) }));
  if (options.print) return texts.forEach(({ yaml }) => terminal.write(yaml));
  const dumped = dumpedState(texts);
  if (dumped) return importState(dumped, options, terminal);
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

/** Returns the state in these files if any of them was read from a cluster. The server reports errors in other files. */
function dumpedState(texts: readonly SourceText[]): ReadState | undefined {
  const read = texts.map(({ file, yaml, mayBeDump }) => (mayBeDump ? documentsIn(yaml, file) : []));
  if (!read.some((found) => !(found instanceof CliError) && found.some(({ value }) => isFromCluster(value)))) {
    return undefined;
  }
  const wrong = read.filter((found) => found instanceof CliError);
  if (wrong.length > 0) throw new CliError(wrong.map(({ message }) => message).join('\n'), ExitCode.Refused);
  const documents = read.flatMap((found) => (found instanceof CliError ? [] : found));
  const objects = documents.filter(({ value }) => isObject(value)).map(({ value }) => value);
  return {
    texts: [...listedObjects(objects)].map((object) => jsonText(object)),
    unread: documents.filter(({ value }) => !isObject(value)).map(({ place }) => `${place}: no object of a cluster`),
  };
}

/** Returns a file as YAML; a trace as the behaviours that are derived from it. */
function readText(file: string): Omit<SourceText, 'file'> {
  const bytes = readBytes(file);
  if ((bytes[0] ?? 0) < FIRST_OF_TRACES || bytes[0] === BYTE_ORDER_MARK)
    return { yaml: bytes.toString('utf8'), notes: [], mayBeDump: true };
  const trace = readTrace(bytes);
  if (!trace.ok) throw new CliError(`${file}: ${trace.error}`, ExitCode.Refused);
  const { behaviors, events } = trace;
  const notes = [
    ...(behaviors.length === 0 ? ['it knows no pods'] : []),
    ...(events > 0 ? [`not replayed, apply the objects themselves: ${countText(events, 'change')} of objects`] : []),
  ];
  return { yaml: behaviors.map((behavior) => `---\n${stringify(behavior)}`).join(''), notes, mayBeDump: false };
}

const BYTE_ORDER_MARK = 0xef;
