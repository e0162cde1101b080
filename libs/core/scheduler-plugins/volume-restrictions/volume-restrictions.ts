import type { KubeObject, Pod } from '@orrery/api-types';
import {
  ActionType,
  claimIn,
  claimsOf,
  EventResource,
  notFoundText,
  QueueingHint,
  reasonTexts,
  RuleScope,
  SKIP,
  SUCCESS,
  unresolvable,
  unschedulable,
  usesClaim,
  type ClusterEvent,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type StateData,
  type Status,
} from '@orrery/scheduling';
import { isExclusiveKind, podsConflict } from './disk-conflict';

const DISK_REASON = reasonTexts('NoDiskConflict', 'node(s) had no available disk');
const CLAIM_REASON =
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';
const KEY = 'VolumeRestrictions';

/**
 * The pod's claims that only one pod may use, by name without namespace, and how many of them are in use. Simulations
 * change the count, by the name alone: upstream's `conflictingPVCRefCountForPod` ignores the namespace.
 */
class ExclusiveClaims implements StateData {
  constructor(
    readonly claims: ReadonlySet<string>,
    public inUse: number,
  ) {}

  clone(): ExclusiveClaims {
    return new ExclusiveClaims(this.claims, this.inUse);
  }

  count(pod: Pod, sign: 1 | -1): void {
    for (const { persistentVolumeClaim } of pod.spec.volumes ?? []) {
      if (persistentVolumeClaim && this.claims.has(persistentVolumeClaim.claimName)) this.inUse += sign;
    }
  }
}

/** Disks that pods of a node cannot share, and claims that only one pod may use at a time. */
export class VolumeRestrictions implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  readonly name = 'VolumeRestrictions';
  readonly filterScope = RuleScope.Cluster;
  private readonly diskConflict: Status;
  private readonly claimInUse: Status;
  /** Nodes with pods that use a claim, by `<namespace>/<claim>`. */
  private readonly users = new Map<string, Set<NodeInfo>>();

  constructor(private readonly handle: PluginHandle) {
    this.diskConflict = unschedulable(this.name, DISK_REASON[handle.behaviour.messages]);
    this.claimInUse = unschedulable(this.name, CLAIM_REASON);
    if (!handle.behaviour.volumes.readWriteOncePod) return;
    handle.observe({
      podAdded: ({ pod }, node) => this.claimsUsed(pod, node),
      podRemoved: ({ pod }, node) => this.claimsLeft(pod, node),
    });
  }

  preFilter(state: CycleState, { pod }: PodInfo): PreFilterAnswer {
    const { volumes } = pod.spec;
    if (!volumes || volumes.length === 0) return { status: SKIP };
    const exclusive = this.exclusiveClaims(pod);
    if (!(exclusive instanceof Set)) return { status: exclusive as Status };
    let inUse = 0;
    for (const claim of exclusive) if (this.isInUse(claim)) inUse++;
    if (inUse === 0 && !volumes.some(isExclusiveKind)) return { status: SKIP };
    const names = [...exclusive].map((claim) => claim.slice(claim.indexOf('/') + 1));
    state.write(KEY, new ExclusiveClaims(new Set(names), inUse));
    return { status: SUCCESS };
  }

  addPod(state: CycleState, _pod: PodInfo, { pod }: PodInfo): Status {
    state.read<ExclusiveClaims>(KEY)?.count(pod, 1);
    return SUCCESS;
  }

  removePod(state: CycleState, _pod: PodInfo, { pod }: PodInfo): Status {
    state.read<ExclusiveClaims>(KEY)?.count(pod, -1);
    return SUCCESS;
  }

  filter(state: CycleState, { pod }: PodInfo, node: NodeInfo): Status {
    if (!pod.spec.volumes) return SUCCESS;
    const exclusive = state.read<ExclusiveClaims>(KEY);
    if (!exclusive) return SUCCESS;
    if (pod.spec.volumes?.some(isExclusiveKind)) {
      for (const other of node.pods.values()) if (podsConflict(pod, other.pod)) return this.diskConflict;
    }
    return exclusive.inUse > 0 ? this.claimInUse : SUCCESS;
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      { resource: EventResource.Pod, actions: ActionType.Delete, hint: (pod, event) => this.freedVolume(pod, event) },
      { resource: EventResource.Node, actions: ActionType.Add },
      {
        resource: EventResource.PersistentVolumeClaim,
        actions: ActionType.Add | ActionType.UpdateOther,
        hint: ({ pod }, { after }) =>
          after && usesClaim(pod, (after as KubeObject).metadata) ? QueueingHint.Queue : QueueingHint.Skip,
      },
    ];
  }

  private freedVolume({ pod }: PodInfo, event: ClusterEvent): QueueingHint {
    const deleted = event.before as Pod;
    if (!deleted.spec.nodeName) return QueueingHint.Skip;
    if (podsConflict(pod, deleted)) return QueueingHint.Queue;
    const exclusive = this.exclusiveClaims(pod);
    const sharesClaim = exclusive instanceof Set && claimsOf(deleted).some((claim) => exclusive.has(claim));
    return sharesClaim ? QueueingHint.Queue : QueueingHint.Skip;
  }

  /** The pod's claims with access mode ReadWriteOncePod, or the verdict that one does not exist. */
  private exclusiveClaims(pod: Pod): ReadonlySet<string> | Status {
    if (!this.handle.behaviour.volumes.readWriteOncePod) return NO_CLAIMS;
    const namespace = pod.metadata.namespace ?? '';
    let exclusive: Set<string> | undefined;
    for (const { persistentVolumeClaim } of pod.spec.volumes ?? []) {
      if (!persistentVolumeClaim) continue;
      const { claimName } = persistentVolumeClaim;
      const claim = claimIn(this.handle.objects, namespace, claimName);
      if (!claim) return unresolvable(this.name, notFoundText('persistentvolumeclaim', claimName));
      if (claim.spec?.accessModes?.includes('ReadWriteOncePod')) {
        (exclusive ??= new Set()).add(`${namespace}/${claimName}`);
      }
    }
    return exclusive ?? NO_CLAIMS;
  }

  private isInUse(claim: string): boolean {
    for (const node of this.users.get(claim) ?? []) if (node.node) return true;
    return false;
  }

  private claimsUsed(pod: Pod, node: NodeInfo): void {
    for (const claim of claimsOf(pod)) {
      const nodes = this.users.get(claim);
      if (nodes) nodes.add(node);
      else this.users.set(claim, new Set([node]));
    }
  }

  private claimsLeft(pod: Pod, node: NodeInfo): void {
    for (const claim of claimsOf(pod)) {
      if (node.claimUsers.has(claim)) continue;
      const nodes = this.users.get(claim);
      nodes?.delete(node);
      if (nodes?.size === 0) this.users.delete(claim);
    }
  }
}

const NO_CLAIMS: ReadonlySet<string> = new Set();
