import type { Container } from '@orrery/api-types';
import type { Machine } from '../machine';
import { absolutePath } from '../files/paths';
import { expand } from '../pods/environment';
import { KnownFiles } from './known-files';
import { isRecorded, recordRun, type RecordedRun } from './record-run';
import { messagePath, terminationMessage } from './termination-message';

/** What a run depends on of a container. */
interface RunSpec {
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly envFrom?: readonly object[];
  readonly workingDir?: string;
  readonly stdin?: boolean;
  readonly securityContext?: { readonly runAsUser?: number };
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
}

const REFERENCE = /\$\(([^()$]+)\)/g;
const NAME = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/**
 * What a container does by its own command; undefined if its specification does not tell, and for one without a command.
 * Arguments count as the command where there is no other: images made to be used so, such as busybox, run them.
 */
export function containerRun(container: Container): RecordedRun | undefined {
  const words = [...(container.command ?? []), ...(container.args ?? [])];
  if (!isRecorded(words)) return undefined;
  const spec = container as RunSpec;
  const environment = knownEnvironment(spec);
  if (!environment || words.some((word) => refersToUnknown(word, spec, environment))) return undefined;
  const machine = partlyKnown(environment, spec);
  const run = recordRun(
    machine,
    words.map((word) => expand(word, environment)),
    spec.stdin === true,
  );
  const message = run && terminationMessage(run, spec, machine.writtenFiles);
  return message ? { ...run, message } : run;
}

/** The same of a command that is not a container's own, such as that of a hook: nothing is known of where it runs. */
export function commandRun(words: readonly string[]): RecordedRun | undefined {
  return !isRecorded(words) ? undefined : recordRun(partlyKnown(new Map(), {}), words, false);
}

/** The variables that have a value of their own; undefined where one is made from what is not known. */
function knownEnvironment(spec: RunSpec): Map<string, string> | undefined {
  const environment = new Map<string, string>();
  for (const { name, value = '', valueFrom } of spec.env ?? []) {
    if (valueFrom) environment.delete(name);
    else if (refersToUnknown(value, spec, environment)) return undefined;
    else environment.set(name, expand(value, environment));
  }
  return environment;
}

/** Whether a text has `$(NAME)` of a variable whose value is not known. What is no variable stays as it is. */
function refersToUnknown(
  text: string,
  { env = [], envFrom = [] }: RunSpec,
  known: ReadonlyMap<string, string>,
): boolean {
  return [...text.matchAll(REFERENCE)].some(
    ([, name = '']) =>
      NAME.test(name) && !known.has(name) && (envFrom.length > 0 || env.some((each) => each.name === name)),
  );
}

/** A machine whose files are made when a program asks for them: few do. */
interface PartlyKnown extends Machine {
  readonly writtenFiles: KnownFiles | undefined;
}

function partlyKnown(environment: ReadonlyMap<string, string>, spec: RunSpec): PartlyKnown {
  const workingDir = spec.workingDir || '/';
  let files: KnownFiles | undefined;
  const makeFiles = (): KnownFiles => {
    const mounted = (spec.volumeMounts ?? []).map(({ mountPath }) => absolutePath(mountPath, '/'));
    return new KnownFiles([workingDir, ...mounted], [messagePath(spec)], () => 0);
  };
  return {
    get writtenFiles() {
      return files;
    },
    get files() {
      return (files ??= makeFiles());
    },
    hostname: '',
    environment,
    workingDir,
    scripted: [],
    mainCommand: '',
    kernel: '',
    userId: spec.securityContext?.runAsUser,
    nowMs: () => 0,
    isPartlyKnown: true,
  };
}
