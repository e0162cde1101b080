import { find } from './find';
import type { Entry } from '../files/file-store';
import { FileError, FileProblem } from '../files/file-error';
import { baseName, joinPath } from '../files/paths';
import { MAX_HELD_BYTES, OutOfMemory, print, printError, readAll, Unknown } from '../process';
import { complain, filesOf, machineOf, optionsOf, pathOf, type Call, type Program } from './program';

const NOTHING = new Uint8Array(0);
const DIRECTORY_BYTES = 4096;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const RIGHTS = ['---', '--x', '-w-', '-wx', 'r--', 'r-x', 'rw-', 'rwx'];

const ls: Program = function* (call) {
  const { flags, rest } = optionsOf(call.args);
  if (flags.has('l')) requireModes(call);
  const files = filesOf(call);
  let code = 0;
  const named = rest.length === 0 ? ['.'] : rest;
  for (const [index, name] of named.entries()) {
    const path = pathOf(call, name);
    const entry = files.entry(path);
    if (!entry) {
      code = yield* complain(call, new FileError(name, FileProblem.Missing).message);
      continue;
    }
    const isListed = entry.bytes === undefined && !flags.has('d');
    const names = isListed ? files.list(path).filter((each) => flags.has('a') || !each.startsWith('.')) : [name];
    if (named.length > 1 && isListed) yield* print(`${index > 0 ? '\n' : ''}${name}:\n`);
    for (const each of names) {
      const own = isListed ? files.entry(joinPath(path, each)) : entry;
      yield* print(`${flags.has('l') && own ? longLine(own, each) : each}\n`);
    }
  }
  return code;
};

/** Returns the type and the permissions of a file, as `ls -l` and Go print them. */
export function modeText({ bytes, mode }: Pick<Entry, 'bytes' | 'mode'>): string {
  return `${bytes ? '-' : 'd'}${[6, 3, 0].map((shift) => RIGHTS[(mode >> shift) & 7]).join('')}`;
}

/** The pod says which modes volumes have. */
function requireModes(call: Call): void {
  if (machineOf(call).isWithoutPod) throw new Unknown('modes', true);
}

const DEFAULT_STAT = '  File: %n\n  Size: %s\t%F\nAccess: (0%a/%A)';

/** `stat -c FORMAT`: mode, size, name, kind and time of files. */
const stat: Program = function* (call) {
  const { values, rest } = optionsOf(call.args, 'c');
  const format = values.get('c') ?? DEFAULT_STAT;
  if (rest.length === 0) return yield* complain(call, 'missing operand');
  requireModes(call);
  let code = 0;
  for (const name of rest) {
    const entry = filesOf(call).entry(pathOf(call, name));
    if (entry)
      yield* print(`${format.replace(/%(.)/g, (whole, part: string) => statPart(part, name, entry) ?? whole)}\n`);
    else code = yield* complain(call, `can't stat '${name}': No such file or directory`);
  }
  return code;
};

function statPart(letter: string, name: string, entry: Entry): string | undefined {
  const parts: Readonly<Record<string, string>> = {
    a: entry.mode.toString(8),
    A: modeText(entry),
    n: name,
    s: String(entry.bytes?.length ?? DIRECTORY_BYTES),
    F: entry.bytes ? (entry.bytes.length === 0 ? 'regular empty file' : 'regular file') : 'directory',
    Y: String(Math.floor(entry.modifiedAtMs / 1000)),
    '%': '%',
  };
  return parts[letter];
}

function longLine(entry: Entry, name: string): string {
  const { bytes, modifiedAtMs } = entry;
  const at = new Date(modifiedAtMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  const when = `${MONTHS[at.getUTCMonth()]} ${two(at.getUTCDate())} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  return `${modeText(entry)} 1 root root ${String(bytes?.length ?? DIRECTORY_BYTES).padStart(8)} ${when} ${name}`;
}

const mkdir: Program = function* (call) {
  const { flags, rest } = optionsOf(call.args, 'm');
  if (rest.length === 0) return yield* complain(call, 'missing operand');
  for (const name of rest) {
    if (flags.has('p')) filesOf(call).makeDirectories(pathOf(call, name));
    else filesOf(call).makeDirectory(pathOf(call, name));
  }
  return 0;
};

const rm: Program = function* (call) {
  const { flags, rest } = optionsOf(call.args);
  const files = filesOf(call);
  for (const name of rest) {
    const path = pathOf(call, name);
    const present = files.present(path);
    if (flags.has('f') && !present) continue;
    if (present && !present.bytes && !flags.has('r') && !flags.has('R')) {
      throw new FileError(name, FileProblem.IsDirectory);
    }
    files.remove(path);
  }
  return 0;
};

const rmdir: Program = function* (call) {
  const files = filesOf(call);
  for (const name of optionsOf(call.args).rest) {
    const path = pathOf(call, name);
    if (files.list(path).length > 0) throw new FileError(name, FileProblem.NotEmpty);
    files.remove(path);
  }
  return 0;
};

const touch: Program = function* (call) {
  const files = filesOf(call);
  for (const name of optionsOf(call.args).rest) {
    const path = pathOf(call, name);
    const present = files.present(path);
    if (!present || present.bytes) files.write(path, present?.bytes ?? NOTHING);
  }
  return 0;
};

const cp: Program = function* (call) {
  const { flags, rest } = optionsOf(call.args);
  const to = rest.at(-1);
  if (to === undefined || rest.length < 2) return yield* complain(call, 'missing file operand');
  for (const from of rest.slice(0, -1)) {
    const source = pathOf(call, from);
    if (filesOf(call).isDirectory(source) && !['r', 'R', 'a'].some((flag) => flags.has(flag))) {
      throw new FileError(from, FileProblem.IsDirectory);
    }
    copy(call, source, placeIn(call, to, from));
  }
  return 0;
};

const mv: Program = function* (call) {
  const { flags, rest } = optionsOf(call.args);
  const to = rest.at(-1);
  if (to === undefined || rest.length < 2) return yield* complain(call, 'missing file operand');
  for (const from of rest.slice(0, -1)) {
    const source = pathOf(call, from);
    const target = placeIn(call, to, from);
    if (source === target) continue;
    copy(call, source, target);
    filesOf(call).remove(source);
    if (flags.has('v')) yield* print(`'${from}' -> '${target}'\n`);
  }
  return 0;
};

const UNITS: Readonly<Record<string, number>> = { '': 1, c: 1, b: 512, k: 1024, K: 1024, M: 1024 * 1024 };

/** `dd if=FILE of=FILE bs=N count=N`: copies so many bytes; `/dev/zero` and `/dev/urandom` give zeros. */
const dd: Program = function* (call) {
  const given = new Map(call.args.map((arg) => arg.split('=', 2) as [string, string]));
  const block = bytesIn(given.get('bs') ?? '512');
  const count = given.has('count') ? Number(given.get('count')) : Number.POSITIVE_INFINITY;
  if (block === undefined || Number.isNaN(count)) return yield* complain(call, 'invalid number');
  const limit = block * count;
  const source = given.get('if');
  const isEndless = source === '/dev/zero' || source === '/dev/urandom';
  if (isEndless && limit > MAX_HELD_BYTES) throw new OutOfMemory();
  const all =
    source === undefined
      ? yield* readAll()
      : isEndless
        ? new Uint8Array(limit)
        : filesOf(call).read(pathOf(call, source));
  const bytes = all.slice(0, Math.min(limit, all.length));
  const target = given.get('of');
  if (target === undefined) yield { is: 'write', to: 'stdout', bytes };
  else filesOf(call).write(pathOf(call, target), bytes);
  const blocks = `${Math.floor(bytes.length / block)}+${Number(bytes.length % block > 0)}`;
  yield* printError(`${blocks} records in\n${blocks} records out\n${bytes.length} bytes copied\n`);
  return 0;
};

function bytesIn(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+)([cbkKM]?)$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * UNITS[unit]!;
}

/** Returns the target path of a copied or moved file: under its own name if the target is a directory. */
function placeIn(call: Call, to: string, from: string): string {
  const target = pathOf(call, to);
  const present = filesOf(call).present(target);
  return present && !present.bytes ? joinPath(target, baseName(from)) : target;
}

function copy(call: Call, source: string, target: string): void {
  const files = filesOf(call);
  if (!files.isDirectory(source)) {
    files.write(target, files.read(source), files.entry(source)!.mode);
    return;
  }
  if (target === source || target.startsWith(`${source}/`)) throw new FileError(target, FileProblem.Busy);
  files.makeDirectories(target);
  for (const name of files.list(source)) copy(call, joinPath(source, name), joinPath(target, name));
}

/** `test`, also as `[`: files, texts and whole numbers. */
const test: Program = function* (call) {
  const { name } = call;
  const args = name === '[' ? call.args.slice(0, -1) : [...call.args];
  if (name === '[' && call.args.at(-1) !== ']') return yield* complain(call, "missing ']'", 2);
  const isNegated = args[0] === '!';
  const verdict = evaluateTest(call, isNegated ? args.slice(1) : args);
  if (verdict === undefined) return yield* complain(call, 'unknown operand', 2);
  return verdict !== isNegated ? 0 : 1;
};

function evaluateTest(call: Call, args: readonly string[]): boolean | undefined {
  const [first = '', second = '', third = ''] = args;
  if (args.length <= 1) return first !== '';
  if (args.length === 2) return evaluateOperator(call, first, second);
  const numbers: Readonly<Record<string, (a: number, b: number) => boolean>> = {
    '-eq': (a, b) => a === b,
    '-ne': (a, b) => a !== b,
    '-lt': (a, b) => a < b,
    '-le': (a, b) => a <= b,
    '-gt': (a, b) => a > b,
    '-ge': (a, b) => a >= b,
  };
  if (second === '=' || second === '==') return first === third;
  if (second === '!=') return first !== third;
  return Object.hasOwn(numbers, second) ? numbers[second]!(Number(first), Number(third)) : undefined;
}

function evaluateOperator(call: Call, operator: string, operand: string): boolean | undefined {
  const entry = filesOf(call).entry(pathOf(call, operand));
  switch (operator) {
    case '-n':
      return operand !== '';
    case '-z':
      return operand === '';
    case '-d':
      return entry !== undefined && entry.bytes === undefined;
    case '-f':
      return entry?.bytes !== undefined;
    case '-s':
      return (entry?.bytes?.length ?? 0) > 0;
    case '-e':
    case '-r':
    case '-w':
      return entry !== undefined;
    // There are no devices, links, pipes and sockets.
    case '-b':
    case '-c':
    case '-h':
    case '-L':
    case '-p':
    case '-S':
      return false;
    case '-x':
      return entry !== undefined && (entry.mode & 0o111) !== 0;
    default:
      return undefined;
  }
}

/** Programs that work on files. */
export const FILE_PROGRAMS = { ls, find, stat, mkdir, rm, rmdir, touch, cp, mv, dd, test, '[': test } as const;
