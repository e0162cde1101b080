import { ArrivingArchive, readTar, writeTar, type ArchiveEntry } from '../files/tar-format';
import { FileError, FileProblem } from '../files/file-error';
import { absolutePath, joinPath, parentOf } from '../files/paths';
import { MAX_HELD_BYTES, OutOfMemory, print, printError, type ProcessStep } from '../process';
import { complain, filesOf, type Call, type Program } from './program';

interface TarOptions {
  readonly action: 'c' | 'x' | 't' | undefined;
  /** `-` or undefined: input or output. */
  readonly archive: string | undefined;
  readonly directory: string;
  readonly isVerbose: boolean;
  readonly names: readonly string[];
}

/** `tar` as kubectl cp uses it: it packs, unpacks and lists archives that are not compressed. */
export const tar: Program = function* (call) {
  const options = optionsIn(call);
  const { action, archive, directory } = options;
  const files = filesOf(call);
  const path = archive === undefined || archive === '-' ? undefined : absolutePath(archive, this.workingDir);
  if (action === undefined) return yield* complain(call, 'You must specify one of the -ctx options', 2);
  if (action === 'c') {
    const packed = writeTar(yield* gather(call, options));
    if (path === undefined) yield { is: 'write', to: 'stdout', bytes: packed };
    else files.write(path, packed);
    return 0;
  }
  const entries = readTar(path === undefined ? yield* readArchive() : files.read(path));
  if (!entries) return yield* complain(call, 'This does not look like a tar archive', 2);
  for (const { name, bytes, mode } of entries) {
    if (action === 't' || options.isVerbose) yield* print(`${name}\n`);
    if (action === 't') continue;
    const target = absolutePath(name.replace(/^\/+/, ''), directory);
    // A path with dots could lead out of the directory; tar does not follow it either.
    if (name.split('/').includes('..')) yield* printError(`tar: ${name}: skipped, it contains '..'\n`);
    else if (bytes === undefined) files.makeDirectories(target);
    else {
      files.makeDirectories(parentOf(target));
      files.write(target, bytes, mode);
    }
  }
  return 0;
};

/** The archive on the input, up to the zero blocks of its end: a client need not close the input behind it. */
function* readArchive(): ProcessStep<Uint8Array> {
  const archive = new ArrivingArchive();
  for (let chunk = yield { is: 'read' }; chunk; chunk = yield { is: 'read' }) {
    archive.take(chunk);
    if (archive.isOver) break;
    if (archive.received().length > MAX_HELD_BYTES) throw new OutOfMemory();
  }
  return archive.received();
}

function* gather(call: Call, { directory, names }: TarOptions): ProcessStep<ArchiveEntry[]> {
  const files = filesOf(call);
  const entries: ArchiveEntry[] = [];
  const add = (path: string, name: string): void => {
    const entry = files.entry(path);
    if (!entry) throw new FileError(name, FileProblem.Missing);
    entries.push({ name, bytes: entry.bytes, mode: entry.mode, modifiedAtMs: entry.modifiedAtMs });
    if (entry.bytes) return;
    for (const each of files.list(path)) add(joinPath(path, each), name === '.' ? each : `${name}/${each}`);
  };
  for (const name of names) {
    const path = absolutePath(name, directory);
    if (name.startsWith('/')) yield* printError(`tar: removing leading '/' from member names\n`);
    // Without the slashes at both ends.
    const plain = name.startsWith('/')
      ? path.slice(1)
      : name
          .split('/')
          .filter((part) => part !== '')
          .join('/');
    add(path, plain === '' ? '.' : plain);
  }
  return entries;
}

/** Its flags may come without a dash, and take their values in their order: `cf -`. */
function optionsIn({ args, shell }: Call): TarOptions {
  let action: TarOptions['action'];
  let archive: string | undefined;
  let directory = shell.workingDir;
  let isVerbose = false;
  const names: string[] = [];
  const left = [...args];
  for (let isFirst = true; left.length > 0; isFirst = false) {
    const arg = left.shift()!;
    if (arg.startsWith('--')) continue;
    if (!arg.startsWith('-') && !isFirst) {
      names.push(arg);
      continue;
    }
    for (const flag of arg === '-' ? '' : arg.replace(/^-/, '')) {
      if (flag === 'c' || flag === 'x' || flag === 't') action = flag;
      else if (flag === 'f') archive = left.shift();
      else if (flag === 'C') directory = absolutePath(left.shift() ?? '', directory);
      else if (flag === 'v') isVerbose = true;
    }
  }
  return { action, archive, directory, isVerbose, names };
}
