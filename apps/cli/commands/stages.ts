import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '@orrery/service';
import { parse } from 'yaml';
import { CliError, ExitCode, type CliCommand } from '../command';

/** The files from which the default stages of the program are made. */
const FOLDER = 'libs/core/pod-lifecycle/stages/defaults';
const SEPARATOR = '---\n';

const DESCRIPTION = `Prints the stages by which kubelets lead pods, as YAML. A stage that is applied replaces the default one of its name in the cluster, until it is deleted:
  orrery stages container-start > slow-start.yaml    then change it
  kubectl apply -f slow-start.yaml`;

/** `orrery stages`. */
export const stagesCommand: CliCommand = {
  words: ['stages'],
  summary: 'print the default stages of pods, to be changed and applied',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .argument('[name...]', 'stages such as container-start; all if none is given')
      .action((names: readonly string[]) => terminal.write(stagesText(names)));
  },
};

/** Returns the stages of the names, or all, as they are in their files. */
function stagesText(names: readonly string[]): string {
  const folder = join(packageFolder(), FOLDER);
  const texts = readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/^---\n/m));
  if (names.length === 0) return texts.join(SEPARATOR);
  const byName = new Map(texts.map((text) => [(parse(text) as { metadata: { name: string } }).metadata.name, text]));
  const unknown = names.filter((name) => !byName.has(name));
  if (unknown.length > 0) {
    const known = [...byName.keys()].sort().join(', ');
    throw new CliError(`there is no default stage ${unknown.join(', ')}; there are ${known}`, ExitCode.Refused);
  }
  return names.map((name) => byName.get(name)!).join(SEPARATOR);
}
