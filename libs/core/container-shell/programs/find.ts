import { FileError, FileProblem } from '../files/file-error';
import { baseName, joinPath } from '../files/paths';
import { print, type ProcessStep } from '../process';
import { coversCommand } from '../text-pattern';
import { complain, filesOf, pathOf, type Call, type Program } from './program';

/** Conditions that a found file must meet. */
interface Wanted {
  /** A text in which `*` matches any text. */
  readonly name: string | undefined;
  readonly type: string | undefined;
}

/** `find [PATH…] [-name PATTERN] [-type f|d]`: the files below directories, as busybox prints them. */
export const find: Program = function* (call) {
  const first = call.args.findIndex((arg) => arg.startsWith('-'));
  const paths = first < 0 ? call.args : call.args.slice(0, first);
  const tests = first < 0 ? [] : call.args.slice(first);
  const given: Record<string, string> = {};
  for (let index = 0; index < tests.length; index += 2) {
    const [test = '', value] = tests.slice(index, index + 2);
    if (!['-name', '-type'].includes(test)) return yield* complain(call, `unrecognized: ${test}`);
    if (value === undefined) return yield* complain(call, `${test} requires an argument`);
    given[test] = value;
  }
  const wanted: Wanted = { name: given['-name'], type: given['-type'] };
  let code = 0;
  for (const path of paths.length === 0 ? ['.'] : paths) {
    if (filesOf(call).entry(pathOf(call, path))) yield* below(call, path, wanted);
    else code = yield* complain(call, new FileError(path, FileProblem.Missing).message);
  }
  return code;
};

function* below(call: Call, path: string, wanted: Wanted): ProcessStep<void> {
  const files = filesOf(call);
  const at = pathOf(call, path);
  const isDirectory = files.entry(at)?.bytes === undefined;
  const name = baseName(path);
  const isOfType = wanted.type === undefined || wanted.type === (isDirectory ? 'd' : 'f');
  if (isOfType && (wanted.name === undefined || coversCommand(wanted.name, name))) yield* print(`${path}\n`);
  yield { is: 'step' };
  if (!isDirectory) return;
  for (const each of files.list(at)) yield* below(call, joinPath(path, each), wanted);
}
