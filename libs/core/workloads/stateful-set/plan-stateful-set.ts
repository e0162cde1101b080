import type { ControllerRevision, PersistentVolumeClaim, Pod, StatefulSet } from '@orrery/api-types';
import { REVISION_HASH, templateOfRevision } from '../history/controller-revision';
import { availableFromMs } from '../pods/pod-state';
import type { NewPod } from '../pods/pod-from-template';
import type { WorkloadKnobs } from '../workload-knobs';
import { claimNamesOf, claimsFor, retainedClaim, type NewClaim } from './set-claims';
import { identityLabels, ordinalOf, ordinalsOf, podNameOf } from './set-identity';
import { setPod } from './set-pod';

export interface StatefulSetInput {
  readonly set: StatefulSet;
  /** The set's pods, those that ended or are going included; each has an ordinal. */
  readonly pods: readonly Pod[];
  /** The revision that the set's pods had before the update; the update's own if there is none under way. */
  readonly current: ControllerRevision;
  /** The revision of the set's present template. */
  readonly update: ControllerRevision;
  /** A claim in the set's namespace by its name. */
  readonly claim: (name: string) => PersistentVolumeClaim | undefined;
  readonly knobs: WorkloadKnobs;
  readonly nowMs: number;
}

/** A pod to be made, once the claims that it needs are there. */
interface PodCreation {
  readonly claims: readonly NewClaim[];
  readonly pod: NewPod;
}

/** A pod that ended and is created again. */
interface StatefulSetNote {
  readonly type: 'Normal' | 'Warning';
  readonly reason: 'RecreatingFailedPod' | 'RecreatingTerminatedPod';
  readonly message: string;
}

/** One step of a set towards its desired state (spec api B3). */
export interface StatefulSetPlan {
  readonly creations: readonly PodCreation[];
  readonly deletions: readonly Pod[];
  /** Pods that do not carry their identity. */
  readonly podUpdates: readonly { readonly seen: Pod; readonly next: Pod }[];
  /** Claims whose owner references must change, so that they are kept or deleted as the retention policy says. */
  readonly claimUpdates: readonly { readonly seen: PersistentVolumeClaim; readonly next: PersistentVolumeClaim }[];
  readonly notes: readonly StatefulSetNote[];
  /** Time at which the next pod counts as available, if one is waiting for that. */
  readonly recheckAtMs: number | undefined;
}

/** Decides one step. A set that is being deleted does nothing any more. */
export function planStatefulSet(input: StatefulSetInput): StatefulSetPlan {
  const step = new SetStep(input);
  if (!input.set.metadata.deletionTimestamp) step.run();
  return step;
}

interface Health {
  readonly isTerminating: boolean;
  readonly isAvailable: boolean;
}

class SetStep implements StatefulSetPlan {
  readonly creations: PodCreation[] = [];
  readonly deletions: Pod[] = [];
  readonly podUpdates: { seen: Pod; next: Pod }[] = [];
  readonly claimUpdates: { seen: PersistentVolumeClaim; next: PersistentVolumeClaim }[] = [];
  readonly notes: StatefulSetNote[] = [];
  recheckAtMs: number | undefined;
  private readonly isOrdered: boolean;
  private readonly byOrdinal = new Map<number, Pod>();
  /** Pods beyond the desired number, the lowest ordinal first. */
  private readonly condemned: Pod[];
  /** First unhealthy pod, which may be deleted before its turn: no rollout waits for it to become ready. */
  private readonly firstUnhealthy: Pod | undefined;

  constructor(private readonly input: StatefulSetInput) {
    const { set, pods } = input;
    this.isOrdered = set.spec.podManagementPolicy !== 'Parallel';
    const { start, count } = ordinalsOf(set);
    const condemned: [number, Pod][] = [];
    for (const pod of pods) {
      const ordinal = ordinalOf(set, pod);
      if (ordinal === undefined) continue;
      if (ordinal >= start && ordinal < start + count) this.byOrdinal.set(ordinal, pod);
      else condemned.push([ordinal, pod]);
    }
    this.condemned = condemned.sort(([a], [b]) => a - b).map(([, pod]) => pod);
    this.firstUnhealthy = this.condemned.find((pod) => !this.isHealthy(pod));
  }

  run(): void {
    this.keepClaims();
    if (this.fill() && this.shrink()) this.roll();
  }

  /** Creates the missing pods, the lowest ordinal first; returns true if the step may continue. */
  private fill(): boolean {
    const { set } = this.input;
    const { start, count } = ordinalsOf(set);
    for (let ordinal = start; ordinal < start + count; ordinal++) {
      const pod = this.byOrdinal.get(ordinal);
      if (!pod) {
        this.create(ordinal);
        if (this.isOrdered) return false;
        continue;
      }
      if (this.hasEnded(pod)) {
        this.recreate(pod);
        if (this.isOrdered) return false;
        continue;
      }
      const { isTerminating, isAvailable } = this.healthOf(pod);
      if (this.isOrdered && (isTerminating || !isAvailable)) return false;
      this.restoreIdentity(pod, ordinal);
    }
    return true;
  }

  /** Deletes surplus pods, the highest ordinal first; returns true if the step may continue. */
  private shrink(): boolean {
    for (const pod of [...this.condemned].reverse()) {
      const { isTerminating, isAvailable } = this.healthOf(pod);
      if (isTerminating) {
        if (this.isOrdered) return false;
        continue;
      }
      if (this.isOrdered && !isAvailable && !this.hasEnded(pod) && pod !== this.firstUnhealthy) return false;
      this.deletions.push(pod);
      if (this.isOrdered) return false;
    }
    return true;
  }

  /** Deletes one pod of an earlier template, from the highest ordinal down to the partition. */
  private roll(): void {
    const { set, update } = this.input;
    const { type = 'RollingUpdate', rollingUpdate } = set.spec.updateStrategy ?? {};
    if (type !== 'RollingUpdate') return;
    const { start, count } = ordinalsOf(set);
    const lowest = Math.max(start, rollingUpdate?.partition ?? 0);
    for (let ordinal = start + count - 1; ordinal >= lowest; ordinal--) {
      const pod = this.byOrdinal.get(ordinal);
      if (!pod || this.deletions.includes(pod)) return;
      const { isTerminating } = this.healthOf(pod);
      if (pod.metadata.labels?.[REVISION_HASH] !== update.metadata.name && !isTerminating) {
        this.deletions.push(pod);
        return;
      }
      if (!this.isHealthy(pod)) return;
    }
  }

  private create(ordinal: number): void {
    const { set, claim, knobs } = this.input;
    const revision = this.revisionFor(ordinal);
    const template = templateOfRevision(revision) ?? set.spec.template;
    const from = { name: revision.metadata.name, template, hasIndex: knobs.labelsPodIndex };
    const claims = claimsFor(set, podNameOf(set, ordinal)).filter(({ metadata }) => !claim(metadata.name));
    this.creations.push({ claims, pod: setPod(set, ordinal, from) });
  }

  /**
   * Returns the revision of an ordinal. Below the partition of a rolling update pods keep the earlier template, also
   * when they are recreated.
   */
  private revisionFor(ordinal: number): ControllerRevision {
    const { set, current, update } = this.input;
    const { type = 'RollingUpdate', rollingUpdate } = set.spec.updateStrategy ?? {};
    return type === 'RollingUpdate' && ordinal < (rollingUpdate?.partition ?? 0) ? current : update;
  }

  private recreate(pod: Pod): void {
    if (pod.metadata.deletionTimestamp) return;
    const { namespace = '', name } = this.input.set.metadata;
    const isFailed = pod.status?.phase === 'Failed';
    const word = isFailed ? 'failed' : 'terminated';
    this.notes.push({
      type: isFailed ? 'Warning' : 'Normal',
      reason: isFailed ? 'RecreatingFailedPod' : 'RecreatingTerminatedPod',
      message: `StatefulSet ${namespace}/${name} is recreating ${word} Pod ${pod.metadata.name}`,
    });
    this.deletions.push(pod);
  }

  private restoreIdentity(pod: Pod, ordinal: number): void {
    const wanted = identityLabels(pod.metadata.name, ordinal, this.input.knobs.labelsPodIndex);
    const { labels = {} } = pod.metadata;
    if (Object.entries(wanted).every(([key, value]) => labels[key] === value)) return;
    this.podUpdates.push({
      seen: pod,
      next: { ...pod, metadata: { ...pod.metadata, labels: { ...labels, ...wanted } } },
    });
  }

  /** Claims get their owners before their pods go. */
  private keepClaims(): void {
    const { set, claim } = this.input;
    if (!set.spec.volumeClaimTemplates?.length) return;
    const keep = (pod: Pod, isCondemned: boolean): void => {
      for (const name of claimNamesOf(set, pod.metadata.name)) {
        const seen = claim(name);
        const next = seen && retainedClaim(set, pod, { claim: seen, isCondemned });
        if (seen && next) this.claimUpdates.push({ seen, next });
      }
    };
    for (const pod of this.byOrdinal.values()) keep(pod, false);
    for (const pod of this.condemned) keep(pod, true);
  }

  private hasEnded({ status }: Pod): boolean {
    return status?.phase === 'Failed' || status?.phase === 'Succeeded';
  }

  private isHealthy(pod: Pod): boolean {
    const { isTerminating, isAvailable } = this.healthOf(pod);
    return !isTerminating && isAvailable;
  }

  private healthOf(pod: Pod): Health {
    const isRunning = pod.status?.phase === 'Running';
    const fromMs = isRunning ? availableFromMs(pod, this.input.set.spec.minReadySeconds ?? 0) : undefined;
    const isAvailable = fromMs !== undefined && fromMs <= this.input.nowMs;
    if (fromMs !== undefined && !isAvailable) this.recheckAtMs = Math.min(this.recheckAtMs ?? fromMs, fromMs);
    return {
      isTerminating: pod.metadata.deletionTimestamp !== undefined,
      isAvailable,
    };
  }
}
