import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { buildSchema, parse, validate, type GraphQLSchema } from 'graphql';
import { programFor } from '../../../apps/cli/main';
import { clientBinary } from '../../../libs/testing/services/clients/binaries';

const SCHEMA_FILE = 'libs/api/graphql/schema.graphql';
let schema: GraphQLSchema | undefined;

/**
 * Returns the error of a command that the console shows; undefined if its program accepts it: our command line,
 * kubectl, or the schema of GraphQL.
 */
export function wrongWith(command: string): string | undefined {
  const [program] = command.split(' ');
  if (program === 'orrery') return wrongForOrrery(shellWords(command).slice(1));
  if (program === 'kubectl') return wrongForKubectl(shellWords(withoutShell(command)).slice(1));
  try {
    schema ??= buildSchema(readFileSync(SCHEMA_FILE, 'utf8'));
    return validate(schema, parse(command))[0]?.message;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Parses as our command line does; nothing is done. */
function wrongForOrrery(words: readonly string[]): string | undefined {
  const program = programFor({
    write: () => undefined,
    writeError: () => undefined,
    columns: 100,
    isColoured: false,
    environment: {},
  });
  withoutActions(program);
  try {
    program.parse(words, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
}

function withoutActions(command: Command): void {
  if (command.commands.length === 0) command.action(() => undefined);
  command.commands.forEach((each) => withoutActions(each));
}

/** kubectl reads the options of a command before it shows its help. */
function wrongForKubectl(words: readonly string[]): string | undefined {
  const kubectl = clientBinary('kubectl');
  if (kubectl === undefined) return undefined;
  // What follows `--` is of another program.
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const { status, stderr } = spawnSync(kubectl, words.toSpliced(end, 0, '--help'), { encoding: 'utf8' });
  return status === 0 ? undefined : stderr;
}

/** Returns a command without substitutions, redirections and texts of the shell. */
function withoutShell(command: string): string {
  return command.replace(/\$\([^)]*\)/, 'pods').replace(/ (>|<<).*$/s, '');
}

/** The words of a command line, without a comment at its end; quotes hold one together. */
function shellWords(line: string): readonly string[] {
  return [...line.replace(/ # .*$/, '').matchAll(/(?:'[^']*'|\\.|[^\s'])+/g)].map(([text]) =>
    text.replace(/'([^']*)'|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? ''),
  );
}
