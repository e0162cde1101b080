import type { Container } from '@orrery/api-types';
import type { Machine } from '../machine';
import { FileBudget, type FileStore } from '../files/file-store';
import { absolutePath } from '../files/paths';
import { environmentOf, expand, hostnameOf, kubeletVariables } from '../pods/environment';
import { groupIdsOf, privilegesOf, sysctlsOf, userIdOf } from '../pods/container-user';
import { managedFiles } from '../pods/managed-files';
import {
  emptyVolume,
  isOwnClaim,
  isOwnEmptyVolume,
  mountedVolumes,
  type MountedVolumes,
  type PodVolume,
  type SeenObjects,
  type WrittenVolume,
} from '../pods/pod-volumes';
import { knownServers } from '../servers/known-servers';
import { keptVolumes, refill, type KeptVolumes } from './kept-volumes';
import { HookRun, type HookOutcome } from './hook-run';
import { KnownFiles } from './known-files';
import { isAgnhost } from '../e2e-images/images';
import { ownCommand } from './own-command';
import type { ProbeWindows } from './failed-spans';
import { execProbesOf, execVerdict, ProbeWatch, type AskedProbe } from './probe-windows';
import { isRecorded, NEEDS_POD, recordRun, type KnownRun, type RecordedRun, type RunClock } from './record-run';
import { messagePath, terminationMessage } from './termination-message';

/** Parts of a container's spec that a run depends on. */
interface RunSpec {
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly workingDir?: string;
  readonly stdin?: boolean;
  readonly securityContext?: { readonly runAsUser?: number; readonly readOnlyRootFilesystem?: boolean };
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
}

/** The state that a container finds by its pod and the objects that the pod names. */
export interface RunContext extends SeenObjects {
  /** Start of the container, as cluster time in ms. */
  readonly startedAtMs: number;
  /** Returns the time of the next known change of a volume's contents after a time; infinity for never. */
  readonly nextChangeMs: (atMs: number) => number;
  /** The token of the pod's account; undefined where what depends on it is not known. */
  readonly token?: string | undefined;
  /** Files that the run before left in volumes of this container alone. */
  readonly keptVolumes?: KeptVolumes | undefined;
}

const REFERENCE = /\$\(([-._a-zA-Z0-9]+)\)/g;

/**
 * Returns the run of a container's own command; undefined if it is unknown, and for a container without a command.
 *
 * @param runContext without it the container alone is looked at, and `NEEDS_POD` says that this is not enough
 */
export function containerRun(container: Container, runContext?: RunContext): KnownRun {
  const words = ownCommand(container);
  if (!isRecorded(words, { isAgnhost: isAgnhost(container) })) return undefined;
  const spec = container as RunSpec;
  const machine = runContext ? machineInPod(container, runContext) : machineAlone(container);
  if (machine === NEEDS_POD) return NEEDS_POD;
  if (!runContext && words.some((word) => needsPod(word, machine.references))) return NEEDS_POD;
  const hook = postStartRun(container, machine);
  const watch = watchOf(container, machine, hook);
  const run = recordRun(
    machine,
    words.map((word) => expand(word, machine.references)),
    {
      hasInput: spec.stdin === true,
      clock: machine.clock,
      ...(runContext && { runContext }),
      ...(watch && { onPause: (ranMs: number) => watch.look(ranMs) }),
      hook,
    },
  );
  if (run === NEEDS_POD || run === undefined) return run;
  if ((watch?.needsPod || hook?.needsPod) && !runContext) return NEEDS_POD;
  const message = terminationMessage(run, spec, machine.writtenFiles);
  const volumes = Number.isFinite(run.runMs) ? machine.keepVolumes?.() : undefined;
  return {
    ...run,
    ...(message && { message }),
    ...(watch && { probes: watch.windows }),
    ...(volumes && { volumes }),
    ...(hook?.outcome && { postStart: hook.outcome }),
  };
}

function postStartRun(container: Container, machine: PartlyKnown): HookRun | undefined {
  const command = container.lifecycle?.postStart?.exec?.command;
  return command && command.length > 0 ? new HookRun(machine, command, true) : undefined;
}

/** The watch over the exec probes of a container. A hook of which nothing is known may have written any file. */
function watchOf(container: Container, machine: PartlyKnown, hook: HookRun | undefined): ProbeWatch | undefined {
  const probes = execProbesOf(container);
  if (probes.length === 0) return undefined;
  const isKnown = (): boolean => !hook?.isUnknown;
  const ask = (probe: AskedProbe) => execVerdict(machine, probe);
  const asked = (probe: AskedProbe) => (isKnown() ? machine.files.knowingOwnRun(() => ask(probe)) : ask(probe));
  return new ProbeWatch(machine, probes, { asked, isKnown });
}

/**
 * Returns the time windows in which the exec probes of a container fail whose program is a known server, which writes no files.
 * They follow from its volumes, of which those of claims begin empty. Other containers have no known windows.
 */
export function serverProbes(container: Container, runContext: RunContext): ProbeWindows {
  if (knownServers(container).length === 0) return {};
  const watch = new ProbeWatch(machineInPod(container, runContext, { withClaims: true }), execProbesOf(container));
  watch.look(0);
  return watch.windows;
}

/**
 * Returns the time windows in which the exec probes fail of a container whose own run is not known, from the effect of their
 * commands in any container.
 */
export function probesAlone(container: Container): ProbeWindows {
  const machine = machineAlone(container);
  if (machine === NEEDS_POD) return {};
  const watch = new ProbeWatch(machine, execProbesOf(container));
  watch.look(0);
  return watch.windows;
}

/** The same of a command that is not a container's own, such as that of a hook: nothing is known of where it runs. */
export function commandRun(words: readonly string[]): RecordedRun | undefined {
  if (!isRecorded(words)) return undefined;
  const machine = partlyKnown({ isWithoutPod: true }, {});
  const run = recordRun(machine, words, { hasInput: false, clock: machine.clock });
  return run === NEEDS_POD ? undefined : run;
}

/** Returns the end of a hook that follows from its command alone, with any container; undefined for other hooks. */
export function hookAlone(container: Container, words: readonly string[]): HookOutcome | undefined {
  const machine = machineAlone(container);
  if (machine === NEEDS_POD) return undefined;
  const hook = new HookRun(machine, words, false);
  hook.runTo(Number.POSITIVE_INFINITY, () => undefined);
  return hook.outcome;
}

/** A machine of which nothing but the container is known. */
function machineAlone(container: Container): PartlyKnown | typeof NEEDS_POD {
  const spec = container as RunSpec;
  const environment = new Map<string, string>();
  for (const { name, value = '', valueFrom } of spec.env ?? []) {
    if (valueFrom && !value) environment.delete(name);
    else if (needsPod(value, environment)) return NEEDS_POD;
    else environment.set(name, expand(value, environment));
  }
  const userId = spec.securityContext?.runAsUser;
  return partlyKnown(
    {
      isWithoutPod: true,
      isAgnhost: isAgnhost(container),
      privileges: privilegesOf(container),
      environment,
      references: environment,
      ...(userId === undefined ? {} : { userId }),
    },
    spec,
  );
}

/** Returns whether a text refers to a possible variable of the pod: its services define some that no container names. */
function needsPod(text: string, known: ReadonlyMap<string, string>): boolean {
  return [...text.matchAll(REFERENCE)].some(([, name = '']) => !known.has(name));
}

function machineInPod(container: Container, runContext: RunContext, { withClaims = false } = {}): PartlyKnown {
  const { objects, startedAtMs, shownAt } = runContext;
  const spec = container as RunSpec;
  const userId = userIdOf(container, objects.pod);
  const clock = { atMs: startedAtMs };
  const nowMs = (): number => clock.atMs;
  const stores = new Map<string, FileStore>();
  const writable = (volume: PodVolume): WrittenVolume | undefined => {
    const isOwn = isOwnEmptyVolume(volume, objects) || (withClaims && isOwnClaim(volume, objects));
    if (!isOwn) return undefined;
    const store = emptyVolume(new FileBudget(OWN_VOLUME.bytes, OWN_VOLUME.entries), nowMs());
    refill(store, runContext.keptVolumes?.[volume.name], nowMs());
    stores.set(volume.name, store);
    return { store };
  };
  return partlyKnown(
    {
      clock,
      isAgnhost: isAgnhost(container),
      privileges: privilegesOf(container),
      sysctls: sysctlsOf(objects.pod),
      hostname: hostnameOf(objects.pod),
      environment: environmentOf(container, objects),
      references: kubeletVariables(container, objects),
      volumes: () => mountedVolumes(container, { objects, shownAt, nowMs, token: runContext.token, writable }),
      keepVolumes: () => keptVolumes(stores),
      managed: () => managedFiles(objects.pod),
      groupIds: groupIdsOf(container, objects.pod),
      ...(userId === undefined ? {} : { userId }),
    },
    spec,
  );
}

/** A machine whose files are made when a program asks for them: few do. */
interface PartlyKnown extends Machine {
  readonly files: KnownFiles;
  readonly writtenFiles: KnownFiles | undefined;
  /** Returns the files of its own volumes; undefined for a machine without any. */
  readonly keepVolumes?: (() => KeptVolumes | undefined) | undefined;
  /** Variables that `$(NAME)` in the command may name. */
  readonly references: ReadonlyMap<string, string>;
  /** Its time, which the run moves. */
  readonly clock: RunClock;
}

interface KnownParts extends Partial<
  Pick<
    PartlyKnown,
    | 'hostname'
    | 'environment'
    | 'references'
    | 'userId'
    | 'groupIds'
    | 'privileges'
    | 'sysctls'
    | 'isWithoutPod'
    | 'isAgnhost'
    | 'clock'
    | 'keepVolumes'
  >
> {
  readonly volumes?: () => MountedVolumes;
  readonly managed?: () => ReadonlyMap<string, string>;
}

const NONE: ReadonlyMap<string, string> = new Map();
/** Limits on the data that a run may write to a volume of its own. */
const OWN_VOLUME = { bytes: 64 * 1024, entries: 500 };
/** Files that a kubelet writes; their contents follow from the pod. */
const MANAGED = new Set(['/etc/hostname', '/etc/hosts', '/etc/resolv.conf']);

function partlyKnown({ volumes, managed, ...known }: KnownParts, spec: RunSpec): PartlyKnown {
  const workingDir = spec.workingDir || '/';
  const clock = known.clock ?? { atMs: 0 };
  let files: KnownFiles | undefined;
  const makeFiles = (): KnownFiles => {
    const paths = (spec.volumeMounts ?? []).map(({ mountPath }) => absolutePath(mountPath, '/'));
    const mounted = volumes?.() ?? { mounts: [], unknownPaths: paths, unknownDirectories: paths };
    const isMounted = (path: string): boolean => paths.some((at) => path === at || path.startsWith(`${at}/`));
    return new KnownFiles({
      directories: [workingDir, ...mounted.unknownDirectories],
      files: new Map([...(managed?.() ?? []), [messagePath(spec), '']]),
      volumes: mounted,
      isReadOnly: spec.securityContext?.readOnlyRootFilesystem === true,
      isOfPod: (path) => known.isWithoutPod === true && (MANAGED.has(path) || isMounted(path)),
      nowMs: () => clock.atMs,
    });
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
    nowMs: () => clock.atMs,
    isPartlyKnown: true,
    ...known,
    clock,
  };
}
