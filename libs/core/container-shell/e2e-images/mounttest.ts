import { FileError } from '../files/file-error';
import { decode, encode, print, Unknown, type ProcessStep } from '../process';
import { modeText } from '../programs/file-programs';
import { filesOf, machineOf, pathOf, type Call, type Program } from '../programs/program';

const NEW_FILE = 'mount-tester new file\n';
const NEW_FILE_MODES = { new_file_0644: 0o644, new_file_0666: 0o666, new_file_0660: 0o660, new_file_0777: 0o777 };
const FLAGS: ReadonlySet<string> = new Set([
  'fs_type',
  ...Object.keys(NEW_FILE_MODES),
  ...['file_mode', 'file_perm', 'file_owner', 'file_content', 'file_content_in_loop'],
  ...['retry_time', 'break_on_expected_content'],
]);
const RETRY_SECONDS = 180;
const LOOP_PAUSE_MS = 2000;
/** The disks of nodes have ext4. */
const EXT4_MAGIC = 61267;

/** An error, with the text that Go prints; the programs continue after it. */
class Failed extends Error {}

/**
 * `agnhost mounttest` of upstream's test images (`test/images/agnhost/mounttest`): says what it finds at paths, in the order
 * that the program has. The owner of a file is not simulated.
 */
export const mounttest: Program = function* (call) {
  const flags = flagsIn(call.args);
  if (typeof flags === 'string') {
    yield* print(`Error: unknown flag: ${flags}\n`);
    return 1;
  }
  if (machineOf(call).isWithoutPod) throw new Unknown('volumes', true);
  let hasFailed = false;
  for (const check of CHECKS) {
    const path = flags.get(check.flag) ?? '';
    if (path === '') continue;
    try {
      yield* check.run(call, path, flags);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      hasFailed = true;
    }
  }
  return Number(hasFailed);
};

type Flags = ReadonlyMap<string, string>;

function flagsIn(args: readonly string[]): Flags | string {
  const flags = new Map<string, string>();
  for (let index = 0; index < args.length; index++) {
    const [name = '', ...rest] = args[index]!.replace(/^--?/, '').split('=');
    if (!FLAGS.has(name)) return args[index]!;
    const isBare = rest.length === 0;
    if (!isBare) flags.set(name, rest.join('='));
    else flags.set(name, name === 'break_on_expected_content' ? 'true' : (args[++index] ?? ''));
  }
  return flags;
}

interface Check {
  readonly flag: string;
  readonly run: (call: Call, path: string, flags: Flags) => ProcessStep<void>;
}

const CHECKS: readonly Check[] = [
  { flag: 'fs_type', run: fsType },
  ...Object.entries(NEW_FILE_MODES).map(([flag, mode]): Check => ({
    flag,
    run: (call, path) => newFile(call, path, mode),
  })),
  { flag: 'file_mode', run: fileMode },
  { flag: 'file_perm', run: filePerm },
  {
    flag: 'file_owner',
    *run(call, path) {
      if (machineOf(call).isPartlyKnown) throw new Unknown(path);
      yield* failed(`error from stat(${JSON.stringify(path)}): not simulated`);
    },
  },
  { flag: 'file_content', run: (call, path) => content(call, path, 'error reading file content for') },
  { flag: 'file_content_in_loop', run: contentInLoop },
];

function* failed(text: string): ProcessStep<never> {
  yield* print(`${text}\n`);
  throw new Failed();
}

function* fsType(call: Call, path: string): ProcessStep<void> {
  const quoted = JSON.stringify(path);
  if (!filesOf(call).entry(pathOf(call, path)))
    yield* failed(`error from statfs(${quoted}): no such file or directory`);
  const isInMemory = filesOf(call).isInMemory(pathOf(call, path));
  yield* print(`mount type of ${quoted}: ${isInMemory ? 'tmpfs' : EXT4_MAGIC}\n`);
}

function* newFile(call: Call, path: string, mode: number): ProcessStep<void> {
  try {
    filesOf(call).write(pathOf(call, path), encode(NEW_FILE), mode);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    yield* failed(`error writing new file ${JSON.stringify(path)}: open ${path}: ${error.problem.toLowerCase()}`);
  }
  yield* content(call, path, 'error reading file content for');
}

function* modeOf(call: Call, path: string): ProcessStep<string> {
  const entry = filesOf(call).entry(pathOf(call, path));
  if (!entry) return yield* failed(`error from Stat(${JSON.stringify(path)}): stat ${path}: no such file or directory`);
  return modeText(entry);
}

function* fileMode(call: Call, path: string): ProcessStep<void> {
  yield* print(`mode of file ${JSON.stringify(path)}: ${yield* modeOf(call, path)}\n`);
}

function* filePerm(call: Call, path: string): ProcessStep<void> {
  yield* print(`perms of file ${JSON.stringify(path)}: -${(yield* modeOf(call, path)).slice(1)}\n`);
}

/** The text of a file; undefined where it cannot be read, which is why. */
function textAt(call: Call, path: string): { readonly text: string } | { readonly problem: string } {
  try {
    return { text: decode(filesOf(call).read(pathOf(call, path))) };
  } catch (error) {
    if (error instanceof FileError) return { problem: `open ${path}: ${error.problem.toLowerCase()}` };
    throw error;
  }
}

function* content(call: Call, path: string, complaint: string): ProcessStep<void> {
  const found = textAt(call, path);
  if ('problem' in found) yield* failed(`${complaint} ${JSON.stringify(path)}: ${found.problem}`);
  else yield* print(`content of file ${JSON.stringify(path)}: ${found.text}\n`);
}

/** Reads a file again and again, every two seconds, until it has what is expected or the time is over. */
function* contentInLoop(call: Call, path: string, flags: Flags): ProcessStep<void> {
  const limitMs = 1000 * Number(flags.get('retry_time') ?? RETRY_SECONDS);
  const ends = flags.get('break_on_expected_content') !== 'false';
  let hasFailed = false;
  for (let ms = 0; ms < limitMs; ms += LOOP_PAUSE_MS) {
    const found = textAt(call, path);
    hasFailed = 'problem' in found;
    if ('problem' in found) yield* print(`Error reading file ${path}: ${found.problem}, retrying\n`);
    else {
      yield* print(`content of file ${JSON.stringify(path)}: ${found.text}\n`);
      if (ends && found.text === NEW_FILE) break;
      if (ends) yield* print(`Unexpected content. Expected: ${NEW_FILE}. Retrying`);
    }
    yield { is: 'sleep', ms: LOOP_PAUSE_MS };
  }
  if (hasFailed) throw new Failed();
}
