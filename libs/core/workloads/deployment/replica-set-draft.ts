import type { Deployment, ReplicaSet } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { DeploymentAnnotation } from './deployment-constants';
import type { RolloutLimits } from './rollout-limits';

/** A ReplicaSet in the course of one step: as it was seen and as it shall be. */
export class ReplicaSetDraft {
  private next: ReplicaSet;

  constructor(
    /** Undefined for one that this step creates. */
    readonly seen: ReplicaSet | undefined,
    object: ReplicaSet,
  ) {
    this.next = object;
  }

  static of(seen: ReplicaSet): ReplicaSetDraft {
    return new ReplicaSetDraft(seen, seen);
  }

  get object(): ReplicaSet {
    return this.next;
  }

  get isChanged(): boolean {
    return this.next !== this.seen;
  }

  get name(): string {
    return this.next.metadata.name;
  }

  get replicas(): number {
    return this.next.spec.replicas ?? 1;
  }

  get availableReplicas(): number {
    return this.next.status?.availableReplicas ?? 0;
  }

  /** Time of creation; one that is about to be created is the youngest. */
  get createdMs(): number {
    return parseTimeMs(this.seen?.metadata.creationTimestamp) ?? Infinity;
  }

  annotation(name: string): string | undefined {
    return this.next.metadata.annotations?.[name];
  }

  /** The number in an annotation; undefined if there is none. */
  annotatedNumber(name: string): number | undefined {
    const text = this.annotation(name);
    return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
  }

  annotate(annotations: Readonly<Record<string, string>>): void {
    const { metadata } = this.next;
    const current = metadata.annotations;
    if (Object.entries(annotations).every(([name, value]) => current?.[name] === value)) return;
    this.next = { ...this.next, metadata: { ...metadata, annotations: { ...current, ...annotations } } };
  }

  scale(replicas: number): void {
    if (replicas !== this.replicas) this.next = { ...this.next, spec: { ...this.next.spec, replicas } };
  }

  setMinReadySeconds(minReadySeconds: number | undefined): void {
    if ((this.next.spec.minReadySeconds ?? 0) === (minReadySeconds ?? 0)) return;
    const { minReadySeconds: _before, ...spec } = this.next.spec;
    this.next = { ...this.next, spec: { ...spec, ...(minReadySeconds ? { minReadySeconds } : {}) } };
  }

  /** Notes how large the Deployment was when this ReplicaSet was last scaled. */
  annotateSize({ replicas, surge }: RolloutLimits): void {
    this.annotate({
      [DeploymentAnnotation.DesiredReplicas]: String(replicas),
      [DeploymentAnnotation.MaxReplicas]: String(replicas + surge),
    });
  }
}

export function isActiveSet(draft: ReplicaSetDraft): boolean {
  return draft.replicas > 0;
}

/** Desired pods. */
export function sumReplicas(drafts: readonly ReplicaSetDraft[]): number {
  return drafts.reduce((sum, { replicas }) => sum + replicas, 0);
}

export function sumAvailable(drafts: readonly ReplicaSetDraft[]): number {
  return drafts.reduce((sum, { availableReplicas }) => sum + availableReplicas, 0);
}

/** Oldest first, then by name. */
export function byCreation(a: ReplicaSetDraft, b: ReplicaSetDraft): number {
  if (a.createdMs !== b.createdMs) return a.createdMs < b.createdMs ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Returns the number of a ReplicaSet's rollout, an int64; 0 for one that was never rolled out by a Deployment, and if
 * the annotation is not such a number.
 */
export function revisionOf(object: { readonly metadata: Deployment['metadata'] }): bigint {
  const text = object.metadata.annotations?.[DeploymentAnnotation.Revision];
  if (text === undefined || !/^\d{1,19}$/.test(text)) return 0n;
  const revision = BigInt(text);
  return revision <= MAX_INT64 ? revision : 0n;
}

/** The lower revision first. */
export function byRevision(a: Parameters<typeof revisionOf>[0], b: Parameters<typeof revisionOf>[0]): number {
  const [first, second] = [revisionOf(a), revisionOf(b)];
  return first === second ? 0 : first < second ? -1 : 1;
}
