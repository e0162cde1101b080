import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliCommand } from '../../command';
import { packageFolder } from '@orrery/service';

const DESCRIPTION = `Writes the JSON Schema of scenarios, by which editors complete and check them. A file names it in its first line:
  # yaml-language-server: $schema=node_modules/@orrery-dev/orrery/schemas/scenario.schema.json`;

/** `orrery scenario schema`. */
export const scenarioSchemaCommand: CliCommand = {
  words: ['scenario', 'schema'],
  summary: 'write the JSON Schema of scenarios, for editors',
  declare: (command, terminal) => {
    command
      .description(DESCRIPTION)
      .action(() => terminal.write(readFileSync(join(packageFolder(), 'schemas/scenario.schema.json'), 'utf8')));
  },
};
