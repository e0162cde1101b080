import type { FileSystem } from '../files/file-system';
import { absolutePath } from '../files/paths';
import { decode, encode } from '../process';
import type { RecordedRun } from './record-run';

/** Fields of a container's spec about termination messages. */
interface MessageSpec {
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
}

/** Limits of upstream's `pkg/kubelet/container/runtime.go`. */
const MAX_FILE_BYTES = 4096;
const MAX_LOG_BYTES = 2048;
const MAX_LOG_LINES = 80;

/** The file that a container writes its message to. */
export function messagePath({ terminationMessagePath }: MessageSpec): string {
  return absolutePath(terminationMessagePath || '/dev/termination-log', '/');
}

/**
 * Returns the termination message that a kubelet reports: the text that the container wrote to its file, or the end of its log
 * where it failed and the policy says so (`getTerminationMessage` upstream); empty for none, and for a run without an end.
 */
export function terminationMessage(run: RecordedRun, spec: MessageSpec, files: FileSystem | undefined): string {
  if (run.runMs === Number.POSITIVE_INFINITY) return '';
  const bytes = files?.present(messagePath(spec))?.bytes;
  if (bytes && bytes.length > 0) return decode(bytes.subarray(0, MAX_FILE_BYTES));
  if (spec.terminationMessagePolicy !== 'FallbackToLogsOnError' || run.exitCode === 0) return '';
  const lines = run.output.slice(-MAX_LOG_LINES).map(({ text }) => text);
  const text = lines.join('\n') + (run.hasOpenLine || lines.length === 0 ? '' : '\n');
  return decode(encode(text).slice(-MAX_LOG_BYTES));
}
