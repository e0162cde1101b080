import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readTrace } from '@orrery/pod-lifecycle';
import { stringify } from 'yaml';
import { CliError, ExitCode, type Command } from '../command';
import { askServer } from '../server/ask-server';
import { findServer } from '../server/find-server';

const USAGE = `Usage: orrery import FILE... [OPTIONS]

Brings files of other simulators into a cluster: manifests in YAML or JSON (Stage, ResourceUsage, ClusterResourceUsage, nodes,
pods), as kubectl apply would, and traces of SimKube, of which it makes a PodBehavior for each owner of pods.

  FILE                   as many as need be; - reads standard input
      --print            writes what a trace comes to as YAML, and sends nothing
      --server URL       the server (else from the kubeconfig)
      --kubeconfig FILE  else $KUBECONFIG, else .orrery/kubeconfig
      --cluster NAME     one of several clusters of the server

Exit codes: 0 done, 1 refused, 2 wrong usage, 3 server not reachable.
`;

const APPLY = `mutation ($input: ApplyObjectInput!) { applyObject(input: $input) {
  objects { kind metadata { name } } errors { message } warnings } }`;
/** MessagePack of a map begins so; no text does. */
const FIRST_OF_TRACES = 0x80;

interface Answer {
  readonly applyObject: {
    readonly objects: readonly { readonly kind: string; readonly metadata: { readonly name: string } }[];
    readonly errors: readonly { readonly message: string }[];
    readonly warnings: readonly string[];
  };
}

/** `orrery import`. */
export const importFilesCommand: Command = {
  words: ['import'],
  summary: 'bring in stage files, usage files and traces of other simulators',
  usage: USAGE,
  run: async (args, terminal) => {
    const { files, print, ...place } = readWishes(args);
    const texts = files.map((file) => ({ file, ...readText(file) }));
    if (print) return texts.forEach(({ yaml }) => terminal.write(yaml));
    const server = findServer({ ...place, environment: terminal.environment });
    for (const { file, yaml, notes } of texts) {
      for (const note of notes) terminal.write(`${file}: ${note}\n`);
      if (yaml.trim() === '') continue;
      const { applyObject } = await askServer<Answer>(server, APPLY, {
        input: { yaml, force: true, fieldManager: 'orrery-import' },
      });
      const { objects, errors, warnings } = applyObject;
      for (const text of warnings) terminal.write(`${file}: warning: ${text}\n`);
      for (const { kind, metadata } of objects) terminal.write(`${kind} ${metadata.name} applied\n`);
      if (errors.length > 0) {
        throw new CliError(errors.map(({ message }) => `${file}: ${message}`).join('\n'), ExitCode.Refused);
      }
    }
  },
};

function readWishes(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { print: { type: 'boolean' }, server: text, kubeconfig: text, cluster: text } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${USAGE}`, ExitCode.Usage);
  }
  const { values, positionals: files } = parsed;
  if (files.length === 0) throw new CliError(`give a file\n\n${USAGE}`, ExitCode.Usage);
  return { ...values, files };
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

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new CliError((error as Error).message, ExitCode.Usage);
  }
}
