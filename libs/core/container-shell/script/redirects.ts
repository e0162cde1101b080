import { FileError } from '../files/file-error';
import type { FileSystem } from '../files/file-system';
import { absolutePath } from '../files/paths';
import { Capture, concat, fail, redirected, type Effect, type Process, type ProcessStep } from '../process';
import type { Redirect, Word } from './syntax';

const NOTHING = new Uint8Array(0);

/** Context in which redirections find their files. */
export interface RedirectPlace {
  readonly files: FileSystem;
  /** The name by which the shell was started, for complaints. */
  readonly shell: string;
  readonly workingDir: string;
  /** Most bytes of output that are held. */
  readonly maxHeldBytes: number;
  /** A word after expansion. */
  readonly textOf: (word: Word) => ProcessStep<string>;
}

/** Targets of output; a stream without a target keeps its former one. */
interface Targets {
  stdout?: Capture;
  stderr?: Capture;
  /** The one of both that goes where the other goes. */
  crossing?: 'stdout' | 'stderr';
}

/** The current operation, for error messages. */
interface Doing {
  is: 'open' | 'create';
}

interface FileTarget {
  readonly path: string;
  readonly capture: Capture;
  readonly before: Uint8Array;
}

interface Opened {
  readonly targets: Targets;
  readonly writes: readonly FileTarget[];
  readonly input: Uint8Array | undefined;
}

/** Runs a process with its input and output redirected; files are written when it has ended. */
export function* redirectedBy(process: Process, redirects: readonly Redirect[], place: RedirectPlace): Process {
  let opened: Opened;
  const doing: Doing = { is: 'open' };
  try {
    opened = yield* open(redirects, place, doing);
  } catch (error) {
    if (error instanceof FileError) return yield* fail(`${place.shell}: can't ${doing.is} ${error.message}`, 1);
    throw error;
  }
  const { targets, writes, input } = opened;
  const take = ({ to, bytes }: Effect & { is: 'write' }): boolean => {
    targets[to]?.add(bytes);
    return targets[to] !== undefined;
  };
  const code = yield* crossed(redirected(process, { ...(input ? { input } : {}), take }), targets.crossing);
  try {
    for (const { path, capture, before } of writes) place.files.write(path, concat([before, capture.bytes]));
  } catch (error) {
    if (error instanceof FileError) return yield* fail(`${place.shell}: ${error.message}`, 1);
    throw error;
  }
  return code;
}

function* open(
  redirects: readonly Redirect[],
  { files, workingDir, maxHeldBytes, textOf }: RedirectPlace,
  doing: Doing,
): ProcessStep<Opened> {
  const targets: Targets = {};
  const writes: FileTarget[] = [];
  let input: Uint8Array | undefined;
  for (const { descriptor, operator, target } of redirects) {
    const name = yield* textOf(target);
    const path = absolutePath(name, workingDir);
    doing.is = operator === '<' ? 'open' : 'create';
    if (operator === '<') input = files.read(path);
    else if (operator === '>&') copyTarget(targets, descriptor, name);
    else {
      const capture = new Capture(maxHeldBytes);
      targets[descriptor === 2 ? 'stderr' : 'stdout'] = capture;
      const before = operator === '>>' && files.appended(path) ? files.read(path) : NOTHING;
      files.write(path, before);
      writes.push({ path, capture, before });
    }
  }
  return { targets, writes, input };
}

function copyTarget(targets: Targets, descriptor: number, name: string): void {
  const from = descriptor === 2 ? 'stderr' : 'stdout';
  const to = name === '1' ? 'stdout' : name === '2' ? 'stderr' : undefined;
  if (to === undefined || to === from) return;
  const target = targets[to];
  if (target) targets[from] = target;
  else targets.crossing = from;
}

/** `>&2` and `2>&1` where the other one goes nowhere special. */
function* crossed(process: Process, from: Targets['crossing']): Process {
  if (!from) return yield* process;
  const to = from === 'stdout' ? 'stderr' : 'stdout';
  let answer: Uint8Array | undefined;
  for (;;) {
    const { done, value } = process.next(answer);
    if (done) return value;
    answer = yield value.is === 'write' && value.to === from ? { ...value, to } : value;
  }
}
