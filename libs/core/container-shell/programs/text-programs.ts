import { concat, decode, encode, print, readAll, Unknown } from '../process';
import { absolutePath } from '../files/paths';
import { complain, contentsOf, filesOf, linesOf, machineOf, optionsOf, pathOf, type Program } from './program';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', a: '\u0007', '0': '\0' };
const NOTHING = new Uint8Array(0);
/** `seq` refuses to print more numbers. */
const MAX_NUMBERS = 100_000;
/** `printf` refuses to fill up more. */
const MAX_WIDTH = 1000;

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (whole, char: string) => ESCAPES[char] ?? whole);
}

const echo: Program = function* ({ args }) {
  let at = 0;
  let hasEnd = true;
  let isEscaped = false;
  for (; /^-[neE]+$/.test(args[at] ?? ''); at++) {
    if (args[at]!.includes('n')) hasEnd = false;
    if (args[at]!.includes('e')) isEscaped = true;
  }
  const text = args.slice(at).join(' ');
  yield* print((isEscaped ? unescaped(text) : text) + (hasEnd ? '\n' : ''));
  return 0;
};

const printf: Program = function* (call) {
  const [format = '', ...values] = call.args;
  const widest = Math.max(0, ...[...format.matchAll(/%-?(\d+)[sd]/g)].map(([, width]) => Number(width)));
  if (widest > MAX_WIDTH) return yield* complain(call, `a width of ${widest} is more than the ${MAX_WIDTH} simulated`);
  let text = '';
  do {
    text += unescaped(format).replace(/%(-?\d*)([sdb%])/g, (_whole, width: string, kind: string) => {
      if (kind === '%') return '%';
      const value = values.shift() ?? (kind === 'd' ? '0' : '');
      const length = Math.abs(Number(width) || 0);
      return width.startsWith('-') ? value.padEnd(length) : value.padStart(length);
    });
  } while (values.length > 0 && format.includes('%'));
  yield* print(text);
  return 0;
};

const cat: Program = function* (call) {
  const { rest } = optionsOf(call.args);
  if (rest.length === 0 || rest.includes('-')) {
    for (;;) {
      const chunk: Uint8Array | undefined = yield { is: 'read' };
      if (!chunk) return 0;
      yield { is: 'write', to: 'stdout', bytes: chunk };
    }
  }
  for (const name of rest) {
    yield { is: 'write', to: 'stdout', bytes: filesOf(call).read(pathOf(call, name)) };
  }
  return 0;
};

const head: Program = function* (call) {
  const { values, rest } = optionsOf(counted(call.args), 'nc');
  for (const bytes of yield* contentsOf(call, rest)) {
    const count = values.get('c');
    if (count !== undefined) yield { is: 'write', to: 'stdout', bytes: bytes.subarray(0, Number(count) || 0) };
    else yield* print(withEnds(linesOf(bytes).slice(0, Number(values.get('n') ?? 10) || 0)));
  }
  return 0;
};

/** `tail -c +N` is what kubectl continues a broken copy with. */
const tail: Program = function* (call) {
  const { flags, values, rest } = optionsOf(counted(call.args), 'nc');
  for (const bytes of yield* contentsOf(call, rest)) {
    const ofBytes = values.get('c');
    const text = ofBytes ?? values.get('n') ?? '10';
    const number = Math.abs(Number(text) || 0);
    const isFrom = text.startsWith('+');
    if (ofBytes !== undefined) {
      const from = isFrom ? Math.max(0, number - 1) : Math.max(0, bytes.length - number);
      yield { is: 'write', to: 'stdout', bytes: bytes.subarray(from) };
    } else {
      const lines = linesOf(bytes);
      yield* print(withEnds(lines.slice(isFrom ? Math.max(0, number - 1) : Math.max(0, lines.length - number))));
    }
  }
  // Files of a container that is followed do not grow: what else runs in it is not simulated.
  if (flags.has('f') || flags.has('F')) yield { is: 'sleep', ms: Number.POSITIVE_INFINITY };
  return 0;
};

/** `-5` means `-n 5`. */
function counted(args: readonly string[]): string[] {
  return args.flatMap((arg) => (/^-\d+$/.test(arg) ? ['-n', arg.slice(1)] : [arg]));
}

function withEnds(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

const wc: Program = function* (call) {
  const { flags, rest } = optionsOf(call.args);
  for (const [index, bytes] of (yield* contentsOf(call, rest)).entries()) {
    const text = decode(bytes);
    const counts = [
      ...(flags.size === 0 || flags.has('l') ? [text.split('\n').length - 1] : []),
      ...(flags.size === 0 || flags.has('w') ? [text.split(/\s+/).filter((word) => word !== '').length] : []),
      ...(flags.size === 0 || flags.has('c') ? [bytes.length] : []),
    ];
    const name = rest[index];
    yield* print(`${counts.join(' ')}${name === undefined ? '' : ` ${name}`}\n`);
  }
  return 0;
};

/** Characters that make a text a pattern. */
const PATTERN = /[.*+?[\]\\^$|(){}]/;

/** Searches for a text, which `^` and `$` may anchor to the begin and the end of a line; other patterns are not supported. */
const grep: Program = function* (call) {
  const { flags, rest } = optionsOf(call.args, 'e');
  const [given = '', ...names] = rest;
  const ignoresCase = flags.has('i');
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const isFromStart = !flags.has('F') && given.startsWith('^');
  const isToEnd = !flags.has('F') && given.endsWith('$');
  const plain = given.slice(isFromStart ? 1 : 0, isToEnd ? -1 : undefined);
  if (machineOf(call).isPartlyKnown && !flags.has('F') && PATTERN.test(plain)) throw new Unknown(given);
  const wanted = fold(plain);
  const fits = (line: string): boolean => {
    const text = fold(line);
    if (isFromStart) return isToEnd ? text === wanted : text.startsWith(wanted);
    return isToEnd ? text.endsWith(wanted) : text.includes(wanted);
  };
  const lines = (yield* contentsOf(call, names)).flatMap(linesOf);
  const found = lines.filter((line) => fits(line) !== flags.has('v'));
  if (flags.has('c')) yield* print(`${found.length}\n`);
  else if (!flags.has('q')) yield* print(withEnds(found));
  return found.length > 0 ? 0 : 1;
};

const tee: Program = function* (call) {
  const { flags, rest } = optionsOf(call.args);
  const bytes = yield* readAll();
  yield { is: 'write', to: 'stdout', bytes };
  const { files } = call.shell.machine;
  for (const name of rest) {
    const path = absolutePath(name, call.shell.workingDir);
    const before = flags.has('a') && files.present(path) ? files.read(path) : NOTHING;
    files.write(path, concat([before, bytes]));
  }
  return 0;
};

const seq: Program = function* (call) {
  const numbers = call.args.map(Number);
  const [first = 1, last = Number.NaN] = numbers.length === 1 ? [1, numbers[0]] : [numbers[0], numbers.at(-1)];
  const step = numbers.length === 3 ? numbers[1]! : 1;
  if ([first, last, step].some(Number.isNaN) || step === 0) return yield* complain(call, 'invalid number');
  const count = Math.floor((last - first) / step) + 1;
  if (count > MAX_NUMBERS) return yield* complain(call, `${count} numbers are more than the ${MAX_NUMBERS} simulated`);
  const lines: string[] = [];
  for (let n = first; step > 0 ? n <= last : n >= last; n += step) lines.push(String(n));
  yield { is: 'write', to: 'stdout', bytes: encode(withEnds(lines)) };
  return 0;
};

const LINE_BYTES = 16;

/** `hexdump -C`: sixteen bytes a line, with their place and as text. */
const hexdump: Program = function* (call) {
  const { flags, rest } = optionsOf(call.args);
  if (!flags.has('C')) return yield* complain(call, 'only -C is simulated');
  const bytes = concat(yield* contentsOf(call, rest));
  const place = (at: number): string => at.toString(16).padStart(8, '0');
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const line = [...bytes.subarray(at, at + LINE_BYTES)];
    const pairs = Array.from({ length: LINE_BYTES }, (_, index) => line[index]?.toString(16).padStart(2, '0') ?? '  ');
    const text = line.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    yield* print(`${place(at)}  ${pairs.slice(0, 8).join(' ')}  ${pairs.slice(8).join(' ')}  |${text}|\n`);
  }
  if (bytes.length > 0) yield* print(`${place(bytes.length)}\n`);
  return 0;
};

/** Programs that read and print text. */
export const TEXT_PROGRAMS = { echo, printf, cat, head, tail, wc, grep, tee, seq, hexdump } as const;
