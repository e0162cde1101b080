import { writeFileSync } from 'node:fs';
import type { KubeObject } from '@orrery/api-types';
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
import { exportedObject, inOrder } from '../export/exported-object';
import { withProgress } from '../output/progress';
import { findServer } from '../server/find-server';
import { ApiReader } from '../server/read-api';
import { countText } from '../output/count-text';

const DESCRIPTION =
  'Writes the objects of a cluster as YAML that kubectl apply takes to any other cluster, a real one too: without identity, status, addresses and places on nodes. What other clusters make on their own is left out, and counted.';

/** Options for kubectl, which reads YAML 1.1, in which `n` and `on` are booleans. */
const YAML = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;

interface Options extends ServerOptions {
  readonly namespace?: string;
  readonly file?: string;
}

/** `orrery export`. */
export const exportCommand: CliCommand = {
  words: ['export'],
  summary: 'write the objects of a cluster for another one',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .option('-n, --namespace <name>', 'only the objects of a namespace')
      .option('-f, --file <file>', 'else standard output');
    withServerOptions(command)
      .addHelpText('after', exitCodes('done', 'refused'))
      .action((options: Options) => exportObjects(options, terminal));
  },
};

async function exportObjects({ namespace, file, ...place }: Options, terminal: Terminal): Promise<void> {
  const reader = new ApiReader(findServer({ ...place, environment: terminal.environment }).address);
  const kept: KubeObject[] = [];
  const leftOut = new Map<string, Map<string, number>>();
  await withProgress(
    terminal,
    'reading',
    () => ({ text: countText(kept.length, 'object') }),
    async () => {
      for (const resource of await reader.resources()) {
        if (namespace !== undefined && !resource.namespaced) continue;
        for (const object of await reader.objects(resource, namespace)) {
          const exported = exportedObject(object);
          if ('object' in exported) kept.push(exported.object);
          else count(leftOut, exported.reason, object.kind);
        }
      }
    },
  );
  const yaml = inOrder(kept)
    .map((object) => `---\n${stringify(object, YAML)}`)
    .join('');
  if (file === undefined) terminal.write(yaml);
  else write(file, yaml);
  terminal.writeError(`${countText(kept.length, 'object')} written\n`);
  for (const [reason, kinds] of leftOut) {
    const counts = [...kinds].map(([kind, number]) => `${number} ${kind}`).join(', ');
    terminal.writeError(`left out, ${reason}: ${counts}\n`);
  }
}

function count(leftOut: Map<string, Map<string, number>>, reason: string, kind: string): void {
  const kinds = leftOut.get(reason) ?? new Map<string, number>();
  leftOut.set(reason, kinds.set(kind, (kinds.get(kind) ?? 0) + 1));
}

function write(file: string, yaml: string): void {
  try {
    writeFileSync(file, yaml, { mode: 0o600 });
  } catch (error) {
    throw new CliError(`--file: ${(error as Error).message}`, ExitCode.Usage);
  }
}
