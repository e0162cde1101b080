import type { ProbeWindows, RecordedRun } from '@orrery/container-shell';
import type { ResourcesByContainer } from '../resizing/allocations';
import type { KubeletSettings } from '../shard/kubelet-settings';

/**
 * State that a kubelet keeps of a pod beside its status, as a real one does: it is lost when the kubelet restarts, and is then
 * rebuilt from the status. Container keys are container names.
 */
export interface PodMemory {
  /** Time at which the deletion was first seen. */
  deletionSeenAtMs: number | undefined;
  /** Grace that the kubelet itself gives the pod, instead of the pod's own. */
  killGraceMs?: number;
  /** Flags set by stages. */
  remembered: Readonly<Record<string, true>>;
  readonly containers: Map<string, ContainerMemory>;
  /** Resources allocated to containers, once the pod was resized; before, those of the spec. */
  allocated?: ResourcesByContainer;
}

export interface ContainerMemory {
  /** Exact instants of the last start and end; the status has whole seconds only. */
  startedAtMs?: number;
  finishedAtMs?: number;
  /** Restarts since the back-off began. */
  backOffRestarts?: number;
  /** A probe gave it up: it has to stop. */
  mustStop?: true;
  /** The probe that gave it up: it may give a grace period of its own. */
  givenUpBy?: 'startup' | 'liveness' | undefined;
  /** Its postStart hook failed: the reason why it waits after its end. */
  hookError?: { readonly reason: string; readonly message: string };
  /** Time up to which warnings about its probes were reported, in milliseconds since its start. */
  warningsReportedMs?: number;
  /** Time of the last change of its readiness. */
  readinessAtMs?: number;
  /** Failed pulls in a row. */
  pullFailures?: number;
  lastPullFailureMs?: number;
  /** The node exceeds its registry's rate limit: the pull fails. */
  isPullRefused?: true;
  /** End of the pull that is under way. */
  pullEndsAtMs?: number;
  /** Its image has been pulled for the start to come. */
  isPulled?: true;
  /** Windows in which the exec probes of a known server fail by the contents of its volumes, in the run with this ID. */
  serverProbes?: { readonly containerID: string; readonly windows: ProbeWindows; readonly seenAt?: string };
  /** Run of its command, in the run with this ID, where it depends on the state of the pod at the start. */
  ownRun?: {
    readonly containerID: string;
    readonly run: RecordedRun | undefined;
    /** Files that the run before left in the volumes of the container. */
    readonly keptVolumes?: RecordedRun['volumes'];
    /** It depends on volumes as well, and was found with this version of the pod. */
    readonly seenAt?: string;
  };
}

export function newPodMemory(): PodMemory {
  return { deletionSeenAtMs: undefined, remembered: {}, containers: new Map() };
}

export function containerMemory(memory: PodMemory, container: string): ContainerMemory {
  let found = memory.containers.get(container);
  if (!found) memory.containers.set(container, (found = {}));
  return found;
}

/** Wait before the next try after `failures` of them: none, then doubling from the initial wait to the maximum. */
export function backOffMs(
  failures: number,
  { backOffInitialMs, backOffMaxMs }: Pick<KubeletSettings, 'backOffInitialMs' | 'backOffMaxMs'>,
): number {
  return failures <= 0 ? 0 : Math.min(backOffInitialMs * 2 ** (failures - 1), backOffMaxMs);
}
