import type { Container } from '@orrery/api-types';
import type { Machine } from '../machine';
import { absolutePath } from '../files/paths';
import { environmentOf, expand, hostnameOf, kubeletVariables } from '../pods/environment';
import type { PodObjects } from '../pods/pod-objects';
import { KnownFiles } from './known-files';
import { isRecorded, NEEDS_POD, recordRun, type KnownRun, type RecordedRun } from './record-run';
import { messagePath, terminationMessage } from './termination-message';

/** What a run depends on of a container. */
interface RunSpec {
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly workingDir?: string;
  readonly stdin?: boolean;
  readonly securityContext?: { readonly runAsUser?: number };
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
}

/** What a container finds by its pod and the objects that this names, as they are when it starts. */
export interface RunContext {
  readonly objects: PodObjects;
}

const REFERENCE = /\$\(([-._a-zA-Z0-9]+)\)/g;

/**
 * What a container does by its own command; undefined if nothing known tells, and for one without a command. Arguments
 * count as the command where there is no other: images made to be used so, such as busybox, run them.
 *
 * @param runContext without it the container alone is looked at, and `NEEDS_POD` says that this is not enough
 */
export function containerRun(container: Container, runContext?: RunContext): KnownRun {
  const words = [...(container.command ?? []), ...(container.args ?? [])];
  if (!isRecorded(words)) return undefined;
  const spec = container as RunSpec;
  const machine = runContext ? machineInPod(container, runContext) : machineAlone(spec);
  if (machine === NEEDS_POD) return NEEDS_POD;
  if (!runContext && words.some((word) => needsPod(word, machine.references))) return NEEDS_POD;
  const run = recordRun(
    machine,
    words.map((word) => expand(word, machine.references)),
    spec.stdin === true,
  );
  if (run === NEEDS_POD || run === undefined) return run;
  const message = terminationMessage(run, spec, machine.writtenFiles);
  return message ? { ...run, message } : run;
}

/** The same of a command that is not a container's own, such as that of a hook: nothing is known of where it runs. */
export function commandRun(words: readonly string[]): RecordedRun | undefined {
  if (!isRecorded(words)) return undefined;
  const run = recordRun(partlyKnown({ isWithoutPod: true }, {}), words, false);
  return run === NEEDS_POD ? undefined : run;
}

/** A machine of which nothing but the container is known. */
function machineAlone(spec: RunSpec): PartlyKnown | typeof NEEDS_POD {
  const environment = new Map<string, string>();
  for (const { name, value = '', valueFrom } of spec.env ?? []) {
    if (valueFrom && !value) environment.delete(name);
    else if (needsPod(value, environment)) return NEEDS_POD;
    else environment.set(name, expand(value, environment));
  }
  const userId = spec.securityContext?.runAsUser;
  return partlyKnown(
    { isWithoutPod: true, environment, references: environment, ...(userId === undefined ? {} : { userId }) },
    spec,
  );
}

/** Whether a text refers to what may be a variable of the pod: its services give some that no container names. */
function needsPod(text: string, known: ReadonlyMap<string, string>): boolean {
  return [...text.matchAll(REFERENCE)].some(([, name = '']) => !known.has(name));
}

function machineInPod(container: Container, { objects }: RunContext): PartlyKnown {
  const spec = container as RunSpec;
  const ofPod = objects.pod.spec as RunSpec;
  const userId = spec.securityContext?.runAsUser ?? ofPod.securityContext?.runAsUser;
  return partlyKnown(
    {
      hostname: hostnameOf(objects.pod),
      environment: environmentOf(container, objects),
      references: kubeletVariables(container, objects),
      ...(userId === undefined ? {} : { userId }),
    },
    spec,
  );
}

/** A machine whose files are made when a program asks for them: few do. */
interface PartlyKnown extends Machine {
  readonly writtenFiles: KnownFiles | undefined;
  /** What `$(NAME)` in the command may name. */
  readonly references: ReadonlyMap<string, string>;
}

type KnownParts = Partial<Pick<PartlyKnown, 'hostname' | 'environment' | 'references' | 'userId' | 'isWithoutPod'>>;

const NONE: ReadonlyMap<string, string> = new Map();

function partlyKnown(known: KnownParts, spec: RunSpec): PartlyKnown {
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
    environment: NONE,
    references: NONE,
    workingDir,
    scripted: [],
    mainCommand: '',
    kernel: '',
    userId: undefined,
    nowMs: () => 0,
    isPartlyKnown: true,
    ...known,
  };
}
