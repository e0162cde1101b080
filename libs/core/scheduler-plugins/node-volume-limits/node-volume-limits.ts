import {
  claimClassName,
  type CSINode,
  type KubeObject,
  type PersistentVolumeClaim,
  type Pod,
  type Volume,
  type VolumeAttachment,
} from '@orrery/api-types';
import {
  ActionType,
  claimIn,
  claimNameOf,
  csiNodeIn,
  errorStatus,
  EventResource,
  foreignClaimError,
  notFoundText,
  QueueingHint,
  RuleScope,
  SKIP,
  storageClassIn,
  SUCCESS,
  unresolvable,
  unschedulable,
  usesClaim,
  volumeIn,
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
  type Status,
} from '@orrery/scheduling';
import { MAX_VOLUMES_REASON } from '../attach-limits/attach-limits';
import { driverOf, mayBeMigrated, migratedDiskOf, type DriverVolume } from './migrated-disks';

/** Limits the volumes that a driver attaches to a node. */
export class NodeVolumeLimits implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  readonly name = 'NodeVolumeLimits';
  readonly filterScope = RuleScope.Cluster;
  private readonly full: Status;
  /** Attachments by node name. */
  private readonly attachments = new Map<string, Map<string, VolumeAttachment>>();

  constructor(private readonly handle: PluginHandle) {
    this.full = unschedulable(this.name, MAX_VOLUMES_REASON[handle.behaviour.messages]);
    if (!handle.behaviour.volumes.countsUnusedAttachments) return;
    handle.objects.observe('VolumeAttachment', (before, after) => this.attachmentChanged(before, after));
  }

  preFilter(_state: CycleState, { pod }: PodInfo): PreFilterAnswer {
    const counts = pod.spec.volumes?.some((volume) => claimNameOf(pod, volume) !== undefined || mayBeMigrated(volume));
    return { status: counts ? SUCCESS : SKIP };
  }

  filter(_state: CycleState, { pod }: PodInfo, node: NodeInfo): Status {
    if (!pod.spec.volumes || pod.spec.volumes.length === 0) return SUCCESS;
    const csiNode = csiNodeIn(this.handle.objects, node.name);
    const wanted = new Map<string, string>();
    const failure = this.addVolumes(pod, { csiNode, volumes: wanted, isNew: true });
    if (failure) return failure;
    const limits = limitsOf(csiNode);
    if (wanted.size === 0 || limits.size === 0) return SUCCESS;
    const held = this.heldVolumes(node, csiNode);
    if ('code' in held) return held;
    for (const [driver, limit] of limits) {
      let added = 0;
      for (const [id, itsDriver] of wanted) if (itsDriver === driver && !held.has(id)) added++;
      if (added === 0) continue;
      let count = added;
      for (const itsDriver of held.values()) if (itsDriver === driver) count++;
      if (count > limit) return this.full;
    }
    return SUCCESS;
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      { resource: EventResource.CSINode, actions: ActionType.Add | ActionType.UpdateOther },
      { resource: EventResource.Pod, actions: ActionType.Delete, hint: (_pod, event) => podHadClaim(event) },
      {
        resource: EventResource.PersistentVolumeClaim,
        actions: ActionType.Add | ActionType.UpdateOther,
        hint: ({ pod }, { after }) =>
          after && usesClaim(pod, (after as KubeObject).metadata) ? QueueingHint.Queue : QueueingHint.Skip,
      },
      { resource: EventResource.VolumeAttachment, actions: ActionType.Delete },
    ];
  }

  /** Driver by volume id: volumes of the node's pods, and volumes attached to it without a pod. */
  private heldVolumes(node: NodeInfo, csiNode: CSINode | undefined): ReadonlyMap<string, string> | Status {
    const volumes = new Map<string, string>();
    for (const { pod } of node.pods.values()) {
      const failure = pod.spec.volumes && this.addVolumes(pod, { csiNode, volumes, isNew: false });
      if (failure) return failure;
    }
    for (const { spec } of this.attachments.get(node.name)?.values() ?? []) {
      const volume =
        spec.source.persistentVolumeName && volumeIn(this.handle.objects, spec.source.persistentVolumeName);
      if (volume && volume.spec?.csi) volumes.set(idOf(spec.attacher, volume.spec.csi.volumeHandle), spec.attacher);
    }
    return volumes;
  }

  private addVolumes(
    pod: Pod,
    into: { readonly csiNode: CSINode | undefined; readonly volumes: Map<string, string>; readonly isNew: boolean },
  ): Status | undefined {
    for (const volume of pod.spec.volumes ?? []) {
      const found = this.driverVolume(pod, volume, into);
      if (!found) continue;
      if ('code' in found) return found;
      into.volumes.set(idOf(found.driver, found.handle), found.driver);
    }
    return undefined;
  }

  private driverVolume(
    pod: Pod,
    volume: Volume,
    { csiNode, isNew }: { readonly csiNode: CSINode | undefined; readonly isNew: boolean },
  ): DriverVolume | Status | undefined {
    const named = claimNameOf(pod, volume);
    if (!named) return migratedDiskOf(volume, csiNode);
    const namespace = pod.metadata.namespace ?? '';
    const claim = claimIn(this.handle.objects, namespace, named.name);
    if (!claim) {
      if (!isNew || !this.handle.behaviour.volumes.limitsNeedClaims) return undefined;
      const text = notFoundText('persistentvolumeclaim', named.name);
      return unresolvable(this.name, `looking up PVC ${namespace}/${named.name}: ${text}`);
    }
    const foreign = named.isEphemeral ? foreignClaimError(pod, claim) : undefined;
    if (foreign !== undefined) return errorStatus(this.name, foreign);
    return this.volumeBehind(claim, csiNode);
  }

  /** The claim's volume, or the one that would be made for it. */
  private volumeBehind(claim: PersistentVolumeClaim, csiNode: CSINode | undefined): DriverVolume | undefined {
    const { objects } = this.handle;
    const volume = claim.spec?.volumeName ? volumeIn(objects, claim.spec.volumeName) : undefined;
    if (volume?.spec) {
      const { csi } = volume.spec;
      return csi ? { driver: csi.driver, handle: csi.volumeHandle } : migratedDiskOf(volume.spec, csiNode);
    }
    const provisioner = storageClassIn(objects, claimClassName(claim))?.provisioner;
    const driver = provisioner && driverOf(provisioner, csiNode);
    const { namespace = '', name } = claim.metadata;
    return driver ? { driver, handle: `claim ${namespace}/${name}` } : undefined;
  }

  private attachmentChanged(before: KubeObject | undefined, after: KubeObject | undefined): void {
    if (before) this.attachments.get(nodeNameOf(before))?.delete(before.metadata.name);
    if (!after) return;
    const nodeName = nodeNameOf(after);
    let ofNode = this.attachments.get(nodeName);
    if (!ofNode) this.attachments.set(nodeName, (ofNode = new Map()));
    ofNode.set(after.metadata.name, after as VolumeAttachment);
  }
}

function nodeNameOf(attachment: KubeObject): string {
  return (attachment as VolumeAttachment).spec.nodeName;
}

function idOf(driver: string, handle: string): string {
  return `${driver}/${handle}`;
}

function limitsOf(csiNode: CSINode | undefined): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  for (const { name, allocatable } of csiNode?.spec?.drivers ?? []) {
    if (allocatable?.count !== undefined) limits.set(name, allocatable.count);
  }
  return limits;
}

function podHadClaim({ before }: ClusterEvent): QueueingHint {
  const pod = before as Pod;
  const helps = pod.spec.nodeName && pod.spec.volumes?.some((volume) => claimNameOf(pod, volume) !== undefined);
  return helps ? QueueingHint.Queue : QueueingHint.Skip;
}
