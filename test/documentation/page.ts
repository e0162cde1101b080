/** One thing that a page of the documentation shows, in the order of the page. */
export type Step = CommandStep | FileStep | QueryStep | CopyStep;

interface Place {
  /** Page and line, for messages. */
  readonly at: string;
}

/** A command, with the output that is shown below it; nothing shown means that it has to succeed. */
export interface CommandStep extends Place {
  readonly kind: 'command';
  readonly command: string;
  readonly shown: readonly string[];
}

/** A block that is stored under a name, for the commands of the page. */
export interface FileStep extends Place {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
}

/** A GraphQL operation, with its variables as paths of files; answered without an error. */
export interface QueryStep extends Place {
  readonly kind: 'query';
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** A block that is the text of a file of the project. */
export interface CopyStep extends Place {
  readonly kind: 'copy';
  readonly path: string;
  readonly text: string;
}

/** A block, or a comment for the run, of a page. */
const PIECE = /^```(\w*)\n([\s\S]*?)^```$|^<!-- (run|file|variable|copy of|not run):\s*([\s\S]*?) ?-->$/gm;

/**
 * The steps of a page. Blocks of `sh` and `console` are run; of `graphql` are sent; of `yaml` are files, named by their
 * first line (`# policy.yaml`) or by a comment before them. Comments that a reader does not see:
 *
 * - `<!-- run: COMMANDS -->` does what the page describes in prose, such as waiting;
 * - `<!-- file: NAME -->` names the block that follows; `<!-- copy of: PATH -->` says which file it is a copy of;
 * - `<!-- variable: NAME = FILE -->` gives the next operation the text of a file as a variable;
 * - `<!-- not run: REASON -->` leaves the block that follows out.
 *
 * @throws Error where a block has nothing that could be done with it
 */
export function readPage(page: string, text: string): Step[] {
  const steps: Step[] = [];
  let file: string | undefined;
  let original: string | undefined;
  let isLeftOut = false;
  let variables: Record<string, string> = {};
  for (const match of text.matchAll(PIECE)) {
    const at = `${page}:${text.slice(0, match.index).split('\n').length}`;
    const [, language, block, comment, value = ''] = match;
    if (comment === 'file') file = value;
    if (comment === 'copy of') original = value;
    if (comment === 'not run') isLeftOut = true;
    if (comment === 'variable') variables = { ...variables, ...variableOf(at, value) };
    if (comment === 'run') steps.push({ kind: 'command', at, command: value, shown: [] });
    if (block === undefined) continue;
    if (original !== undefined) steps.push({ kind: 'copy', at, path: original, text: block });
    else if (!isLeftOut) steps.push(...stepsOf({ at, language: language!, block, file, variables }));
    [file, original, isLeftOut, variables] = [undefined, undefined, false, {}];
  }
  return steps;
}

interface Block {
  readonly at: string;
  readonly language: string;
  readonly block: string;
  readonly file: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
}

function stepsOf({ at, language, block, file, variables }: Block): Step[] {
  const name = file ?? /^# (\S+\.\w+)\n/.exec(block)?.[1];
  if (name !== undefined) return [{ kind: 'file', at, name, text: block }];
  if (language === 'graphql') return [{ kind: 'query', at, text: block, variables }];
  if (language === 'sh') return [{ kind: 'command', at, command: block, shown: [] }];
  if (language === 'console') return commandsOf(at, block);
  throw new Error(`${at}: a block of "${language}" that is not run: give it a file name, or the reason`);
}

/**
 * Returns the commands behind `$ `, each with the lines below it; a line that ends in a backslash or in an open quote
 * continues.
 */
function commandsOf(at: string, block: string): CommandStep[] {
  const commands: { command: string; shown: string[] }[] = [];
  for (const line of block.trimEnd().split('\n')) {
    const last = commands.at(-1);
    if (line.startsWith('$ ')) commands.push({ command: line.slice(2), shown: [] });
    else if (last === undefined) throw new Error(`${at}: the block does not begin with a command`);
    else if (last.shown.length === 0 && isOpen(last.command)) last.command += `\n${line}`;
    else last.shown.push(line);
  }
  return commands.map((command) => ({ kind: 'command', at, ...command }));
}

function isOpen(command: string): boolean {
  const heredoc = /<<'?(\w+)'?/.exec(command)?.[1];
  if (heredoc !== undefined) return !command.endsWith(`\n${heredoc}`);
  return command.endsWith('\\') || (command.match(/'/g)?.length ?? 0) % 2 === 1;
}

function variableOf(at: string, text: string): Record<string, string> {
  const [, name, path] = /^(\w+) = (\S+)$/.exec(text) ?? [];
  if (name === undefined || path === undefined) throw new Error(`${at}: write NAME = FILE, not "${text}"`);
  return { [name]: path };
}
