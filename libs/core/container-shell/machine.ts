import type { FileSystem } from './files/file-system';
import type { HttpAnswer, HttpRequest, NoAnswer } from './servers/http-answer';
import type { Network } from './servers/network';

/** A behaviour's rule for a command: its output and its exit. */
export interface ScriptedCommand {
  /** The command with its arguments, separated by blanks; `*` matches any text. */
  readonly command: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** Run time of the command, in milliseconds. */
  readonly afterMs?: number;
}

/** Rights that the security context of a container gives its processes. */
export interface Privileges {
  /** It may make network devices: privileged, or with the capability NET_ADMIN. */
  readonly administersNetwork: boolean;
  /** Programs of root may be run as root. */
  readonly gainsPrivileges: boolean;
}

/** The environment that programs see in a container. */
export interface Machine {
  readonly hostname: string;
  readonly files: FileSystem;
  readonly environment: ReadonlyMap<string, string>;
  readonly workingDir: string;
  /** The first that matches applies. */
  readonly scripted: readonly ScriptedCommand[];
  /** The command line of the container's own process. */
  readonly mainCommand: string;
  readonly kernel: string;
  /** The user that processes have; undefined where the machine is partly known and the image says it. */
  readonly userId: number | undefined;
  /** Its groups, its own one first; undefined where they are not known, which is those of root. */
  readonly groupIds?: readonly number[];
  /** Rights of its processes beyond those of their user; none if left out. */
  readonly privileges?: Privileges;
  /** Kernel parameters that the pod sets, by name; undefined where the pod is not known. */
  readonly sysctls?: ReadonlyMap<string, string>;
  /** Asks a server of the cluster; undefined where none can be reached. */
  readonly request?: (request: HttpRequest) => HttpAnswer | NoAnswer;
  /** The network that it reaches; undefined where there is none. */
  readonly network?: Pick<Network, 'connect' | 'send' | 'lookup'>;
  /** Time of the cluster. */
  readonly nowMs: () => number;
  /** True if a missing file may exist all the same: asking for it throws `Unknown`. */
  readonly isPartlyKnown?: boolean;
  /** True if only the container itself is known, without the data of its pod. */
  readonly isWithoutPod?: boolean;
  /** Its image is upstream's test image, and has the program of that name. */
  readonly isAgnhost?: boolean;
}
