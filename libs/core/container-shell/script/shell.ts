import type { Machine, ScriptedCommand } from '../machine';
import { coversCommand } from '../text-pattern';
import { absolutePath } from '../files/paths';
import { FileError, FileProblem } from '../files/file-error';
import {
  Capture,
  decode,
  encode,
  fail,
  Interrupted,
  OutOfMemory,
  redirected,
  Unknown,
  type Effect,
  type Process,
  type ProcessStep,
} from '../process';
import type { ParentShell, Program } from '../programs/program';
import { limitsOf, type ShellLimits } from './limits';
import { readFields } from './read-fields';
import { redirectedBy } from './redirects';
import { runScripted } from './scripted';
import { parseScript } from './parse-script';
import { isPattern, type Command, type Pipeline, type Redirect, type Script, type Word } from './syntax';

/** A shell calls itself no deeper than this. */
const MAX_DEPTH = 20;
const NOT_FOUND = 127;
const KILLED = 137;
const INTERRUPTED = 130;

/** Ends the shell that runs, as `exit` does. */
class Exit extends Error {
  constructor(readonly code: number) {
    super('exit');
  }
}

/** Programs by name. */
export type Programs = Readonly<Record<string, Program>>;

/** A shell that runs: its directory and variables, which `cd` and assignments change. */
export class Shell implements ParentShell {
  workingDir: string;
  private readonly variables: Map<string, string>;
  private readonly limits: ShellLimits;
  private lastCode = 0;
  private endsOnFailure = false;

  constructor(
    readonly machine: Machine,
    private readonly programs: Programs,
    private readonly options: {
      readonly environment?: ReadonlyMap<string, string>;
      readonly workingDir?: string;
      readonly parameters?: readonly string[];
      readonly depth?: number;
    } = {},
  ) {
    this.limits = limitsOf(machine);
    this.workingDir = options.workingDir ?? machine.workingDir;
    this.variables = new Map(options.environment ?? machine.environment);
  }

  /** Runs the text of a script to its end. */
  *runText(text: string, { endsOnFailure = false } = {}): Process {
    this.endsOnFailure = endsOnFailure;
    try {
      return yield* this.runScript(parseScript(text));
    } catch (error) {
      if (error instanceof Exit) return error.code;
      if (error instanceof OutOfMemory) return this.killed(error);
      throw error;
    }
  }

  /** Runs what was typed; says whether that ended the shell. */
  *runLine(text: string): ProcessStep<{ readonly code: number; readonly isOver: boolean }> {
    try {
      return { code: yield* this.runScript(parseScript(text)), isOver: false };
    } catch (error) {
      if (error instanceof Exit) return { code: error.code, isOver: true };
      if (error instanceof Interrupted) return { code: INTERRUPTED, isOver: false };
      if (error instanceof OutOfMemory) return { code: this.killed(error), isOver: true };
      throw error;
    }
  }

  hasProgram(name: string): boolean {
    return this.programOf(name) !== undefined;
  }

  /** Starts one command that is not a script, as `exec` does. Undefined if its program does not exist. */
  startProgram(words: readonly string[]): Process | undefined {
    const scripted = this.scripted(words);
    if (scripted) return runScripted(scripted);
    const program = this.programOf(words[0] ?? '');
    return program && this.guarded(program, words);
  }

  *runScript(script: Script): Process {
    for (const [index, { joint, pipeline, isBackground }] of script.entries()) {
      if ((joint === '&&' && this.lastCode !== 0) || (joint === '||' && this.lastCode === 0)) continue;
      if (isBackground && this.machine.isPartlyKnown) throw new Unknown('&');
      this.lastCode = yield* this.runPipeline(pipeline);
      const isTested = (script[index + 1]?.joint ?? ';') !== ';';
      if (this.endsOnFailure && this.lastCode !== 0 && !isTested && !pipeline.isNegated) throw new Exit(this.lastCode);
    }
    return this.lastCode;
  }

  private *runPipeline({ commands, isNegated }: Pipeline): Process {
    let input: Uint8Array | undefined;
    let code = 0;
    for (const [index, command] of commands.entries()) {
      const shell = commands.length === 1 ? this : this.subshell();
      const process = shell.contained(shell.runCommand(command), shell !== this);
      if (index === commands.length - 1) code = yield* redirected(process, input === undefined ? {} : { input });
      else {
        const output = new Capture(this.limits.heldBytes);
        const take = ({ to, bytes }: Effect & { is: 'write' }): boolean => {
          if (to === 'stdout') output.add(bytes);
          return to === 'stdout';
        };
        yield* redirected(process, { ...(input === undefined ? {} : { input }), take });
        input = output.bytes;
      }
    }
    return isNegated ? Number(code === 0) : code;
  }

  /** Runs a process so that `exit` ends a subshell alone. */
  private *contained(process: Process, isSubshell: boolean): Process {
    try {
      return yield* process;
    } catch (error) {
      if (isSubshell && error instanceof Exit) return error.code;
      throw error;
    }
  }

  private subshell(): Shell {
    const depth = (this.options.depth ?? 0) + 1;
    const { parameters } = this.options;
    const shell = new Shell(this.machine, this.programs, {
      environment: this.variables,
      workingDir: this.workingDir,
      depth,
      ...(parameters ? { parameters } : {}),
    });
    shell.lastCode = this.lastCode;
    return shell;
  }

  private *runCommand(command: Command): Process {
    switch (command.is) {
      case 'simple':
        return yield* this.runSimple(command);
      case 'group': {
        const shell = command.isSubshell ? this.subshell() : this;
        const process = shell.contained(shell.runScript(command.body), command.isSubshell);
        return yield* this.withRedirects(process, command.redirects);
      }
      case 'if':
        for (const { test, body } of command.branches) {
          if ((yield* this.tested(test)) === 0) return yield* this.runBody(body);
        }
        return yield* this.runBody(command.otherwise);
      case 'while': {
        let code = 0;
        while (((yield* this.tested(command.test)) === 0) !== command.isUntil) {
          yield { is: 'step', turn: { loop: command, state: () => this.state() } };
          code = yield* this.runBody(command.body);
        }
        return code;
      }
      case 'for': {
        let code = 0;
        for (const value of yield* this.expandAll(command.words)) {
          yield { is: 'step' };
          this.variables.set(command.name, value);
          code = yield* this.runBody(command.body);
        }
        return code;
      }
    }
  }

  private *runBody(body: Script): Process {
    this.lastCode = 0;
    return yield* this.runScript(body);
  }

  /** A condition that fails ends no shell. */
  private *tested(test: Script): Process {
    const before = this.endsOnFailure;
    this.endsOnFailure = false;
    const code = yield* this.runScript(test);
    this.endsOnFailure = before;
    return code;
  }

  private *runSimple({ assignments, words, redirects }: Command & { is: 'simple' }): Process {
    yield { is: 'step' };
    const values = yield* this.expandAll(words);
    const given = new Map<string, string>();
    for (const [name, word] of assignments) given.set(name, (yield* this.expand(word)).join(' '));
    if (values.length === 0) {
      for (const [name, value] of given) this.variables.set(name, value);
      return yield* this.withRedirects(done(), redirects);
    }
    return yield* this.withRedirects(this.invoke(values, given), redirects);
  }

  private *invoke(words: readonly string[], given: ReadonlyMap<string, string>): Process {
    const [name = '', ...args] = words[0] === 'exec' && words.length > 1 ? words.slice(1) : words;
    const scripted = this.scripted([name, ...args]);
    if (scripted) return yield* runScripted(scripted);
    switch (name) {
      case ':':
        return 0;
      case 'exit':
        throw new Exit(args[0] === undefined ? this.lastCode : Number(args[0]) & 255);
      case 'read':
        return yield* this.readVariables(args);
      case 'cd':
        return yield* this.changeDirectory(args[0] ?? '/');
      case 'export':
      case 'set':
      case 'unset':
        return this.setVariables(name, args);
      case 'pwd':
        return yield* this.guarded(function* () {
          yield { is: 'write', to: 'stdout', bytes: encode(`${this.workingDir}\n`) };
          return 0;
        }, words);
      default: {
        const program = this.programOf(name);
        if (!program && this.machine.isPartlyKnown) throw new Unknown(name);
        if (!program) return yield* fail(`sh: ${name}: not found`, NOT_FOUND);
        return yield* this.guarded(program, [name, ...args], given);
      }
    }
  }

  private setVariables(how: string, args: readonly string[]): number {
    for (const arg of args) {
      const end = arg.indexOf('=');
      if (how === 'unset') this.variables.delete(arg);
      else if (how === 'export' && end > 0) this.variables.set(arg.slice(0, end), arg.slice(end + 1));
      else if (how === 'set' && arg.startsWith('-') && arg.includes('e')) this.endsOnFailure = true;
    }
    return 0;
  }

  private *readVariables(args: readonly string[]): Process {
    const { fields, isAtEnd } = yield* readFields(args);
    for (const [name, value] of fields) this.variables.set(name, value);
    return Number(isAtEnd);
  }

  /** Returns the state that a further run depends on. */
  private state(): string {
    return JSON.stringify([[...this.variables], this.workingDir, this.lastCode, this.machine.files.version]);
  }

  private *changeDirectory(to: string): Process {
    const path = absolutePath(to, this.workingDir);
    const { files } = this.machine;
    if (!files.isDirectory(path)) {
      const problem = files.entry(path) ? FileProblem.NotDirectory : FileProblem.Missing;
      return yield* fail(`sh: cd: can't cd to ${to}: ${problem}`, 2);
    }
    this.workingDir = path;
    return 0;
  }

  private programOf(name: string): Program | undefined {
    const plain = name.startsWith('/') ? name.slice(name.lastIndexOf('/') + 1) : name;
    return Object.hasOwn(this.programs, plain) ? this.programs[plain] : undefined;
  }

  private scripted(words: readonly string[]): ScriptedCommand | undefined {
    const line = words.join(' ');
    return this.machine.scripted.find(({ command }) => coversCommand(command, line));
  }

  /** A program that complains about a path in its own name, and ends when it needs too much memory. */
  private *guarded(program: Program, words: readonly string[], given?: ReadonlyMap<string, string>): Process {
    const [name = '', ...args] = words;
    const depth = (this.options.depth ?? 0) + 1;
    if (depth > MAX_DEPTH) return yield* fail(`${name}: Resource temporarily unavailable`, 1);
    const environment = given ? new Map([...this.variables, ...given]) : this.variables;
    try {
      return yield* program.call(this, { name, args, shell: this, environment, depth });
    } catch (error) {
      if (error instanceof FileError) return yield* fail(`${name}: ${error.message}`);
      if (error instanceof OutOfMemory) return this.killed(error);
      throw error;
    }
  }

  /** A shell of its own, as `sh` starts it. */
  child(environment: ReadonlyMap<string, string>, depth: number, parameters: readonly string[] = []): Shell {
    return new Shell(this.machine, this.programs, { environment, workingDir: this.workingDir, parameters, depth });
  }

  private withRedirects(process: Process, redirects: readonly Redirect[]): Process {
    if (redirects.length === 0) return process;
    const textOf = (word: Word): ProcessStep<string> => this.fallback(word);
    return redirectedBy(process, redirects, {
      files: this.machine.files,
      shell: this.options.parameters?.[0] ?? 'sh',
      workingDir: this.workingDir,
      maxHeldBytes: this.limits.heldBytes,
      textOf,
    });
  }

  private *expandAll(words: readonly Word[]): ProcessStep<string[]> {
    const all: string[] = [];
    for (const word of words) all.push(...(yield* this.expand(word)));
    return all;
  }

  /** The words that a word becomes: variables and output without quotes are split at blanks. */
  private *expand(word: Word): ProcessStep<string[]> {
    const { parts, isQuoted } = word;
    if (this.machine.isPartlyKnown && isPattern(word)) throw new Unknown('files');
    const words: string[] = [];
    let current: string | undefined = isQuoted ? '' : undefined;
    for (const part of parts) {
      if (part.is === 'text') {
        current = (current ?? '') + part.text;
        continue;
      }
      const value: string =
        part.is === 'output'
          ? yield* this.outputOf(part.script)
          : this.valueOf(part.name) || (yield* this.fallback(part.fallback));
      if (part.isQuoted) {
        current = (current ?? '') + value;
        continue;
      }
      const fields = value.split(/\s+/).filter((field) => field !== '');
      if (fields.length === 0) continue;
      if (current !== undefined && /^\s/.test(value)) words.push(current);
      else fields[0] = (current ?? '') + fields[0]!;
      current = fields.pop();
      words.push(...fields);
    }
    if (current !== undefined) words.push(current);
    if (words.reduce((total, { length }) => total + length, 0) > this.limits.wordLength) throw new OutOfMemory();
    return words;
  }

  /** The end of a process that needs too much memory. A recorded run has less of it than a container. */
  private killed(error: OutOfMemory): number {
    if (this.machine.isPartlyKnown) throw error;
    return KILLED;
  }

  private *fallback(word: Word | undefined): ProcessStep<string> {
    return word ? (yield* this.expand(word)).join(' ') : '';
  }

  private *outputOf(script: Script): ProcessStep<string> {
    const output = new Capture(this.limits.heldBytes);
    const shell = this.subshell();
    const take = ({ to, bytes }: Effect & { is: 'write' }): boolean => {
      if (to === 'stdout') output.add(bytes);
      return to === 'stdout';
    };
    this.lastCode = yield* redirected(shell.contained(shell.runScript(script), true), { take });
    return withoutLastLineEnds(decode(output.bytes));
  }

  private valueOf(name: string): string {
    const { parameters = [] } = this.options;
    if (name === '?') return String(this.lastCode);
    if (name === '$') return '1';
    if (name === '#') return String(Math.max(0, parameters.length - 1));
    if (name === '@' || name === '*') return parameters.slice(1).join(' ');
    if (/^\d$/.test(name)) return parameters[Number(name)] ?? (name === '0' ? 'sh' : '');
    if (this.machine.isPartlyKnown && !this.variables.has(name)) throw new Unknown(name, this.machine.isWithoutPod);
    return this.variables.get(name) ?? '';
  }
}

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

function* done(): Process {
  return 0;
}
