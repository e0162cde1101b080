import { claimClassName, type Node, type PersistentVolumeClaim, type Pod } from '@orrery/api-types';
import {
  ActionType,
  claimIn,
  EventResource,
  QueueingHint,
  reasonTexts,
  RuleScope,
  SKIP,
  storageClassIn,
  SUCCESS,
  unschedulable,
  usesClaim,
  volumeIn,
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
import type { AttachLimitsArgs } from './args';
import type { DiskKind } from './disk-kinds';

/** The reason of all rules that count volumes. */
export const MAX_VOLUMES_REASON = reasonTexts('MaxVolumeCount', 'node(s) exceed max volume count');

interface WantedDisks extends StateData {
  readonly disks: ReadonlySet<string>;
}

/** Limits the disks of a kind on a node. */
export class AttachLimits implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  readonly filterScope = RuleScope.Cluster;
  private readonly full: Status;
  private readonly maxVolumes: number;

  constructor(
    readonly name: string,
    private readonly kind: DiskKind,
    { maxVolumes }: AttachLimitsArgs,
    private readonly handle: PluginHandle,
  ) {
    this.maxVolumes = maxVolumes;
    this.full = unschedulable(name, MAX_VOLUMES_REASON[handle.behaviour.messages]);
  }

  preFilter(state: CycleState, { pod }: PodInfo): PreFilterAnswer {
    if (!pod.spec.volumes || pod.spec.volumes.length === 0) return { status: SKIP };
    const disks = new Set<string>();
    this.addDisks(pod, disks);
    if (disks.size === 0) return { status: SKIP };
    const wanted: WantedDisks = { disks };
    state.write(this.name, wanted);
    return { status: SUCCESS };
  }

  filter(state: CycleState, { pod: wanting }: PodInfo, node: NodeInfo): Status {
    if (!wanting.spec.volumes) return SUCCESS;
    const wanted = state.read<WantedDisks>(this.name);
    if (!wanted || !node.node) return SUCCESS;
    const held = new Set<string>();
    for (const { pod } of node.pods.values()) this.addDisks(pod, held);
    let count = held.size;
    for (const disk of wanted.disks) if (!held.has(disk)) count++;
    const addsNone = count === held.size;
    return addsNone || count <= this.limitOf(node.node) ? SUCCESS : this.full;
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      { resource: EventResource.CSINode, actions: ActionType.Add },
      { resource: EventResource.Node, actions: ActionType.Add | ActionType.UpdateNodeAllocatable },
      { resource: EventResource.Pod, actions: ActionType.Delete },
      {
        resource: EventResource.PersistentVolumeClaim,
        actions: ActionType.Add | ActionType.UpdateOther,
        hint: ({ pod }, { after }) =>
          after && usesClaim(pod, (after as PersistentVolumeClaim).metadata) ? QueueingHint.Queue : QueueingHint.Skip,
      },
    ];
  }

  private limitOf(node: Node): number {
    const quantity = (node.status?.allocatable as Record<string, string> | undefined)?.[this.kind.allocatable];
    if (quantity !== undefined) return Number(quantity);
    return this.maxVolumes > 0 ? this.maxVolumes : this.kind.defaultLimit(node);
  }

  /** Adds the pod's disks of this kind: by the disk's identity, or by the claim while its volume is not known. */
  private addDisks(pod: Pod, disks: Set<string>): void {
    const { objects } = this.handle;
    for (const source of pod.spec.volumes ?? []) {
      const inline = this.kind.diskOf(source);
      if (inline !== undefined) disks.add(inline);
      if (inline !== undefined || !source.persistentVolumeClaim) continue;
      const { claimName } = source.persistentVolumeClaim;
      const claim = claimIn(objects, pod.metadata.namespace ?? '', claimName);
      if (!claim) continue;
      const volume = claim.spec?.volumeName ? volumeIn(objects, claim.spec.volumeName) : undefined;
      const disk = volume?.spec ? this.kind.diskOf(volume.spec) : undefined;
      if (disk !== undefined) disks.add(disk);
      else if (!volume && this.makes(claim)) disks.add(`claim ${pod.metadata.namespace ?? ''}/${claimName}`);
    }
  }

  private makes(claim: PersistentVolumeClaim): boolean {
    return storageClassIn(this.handle.objects, claimClassName(claim))?.provisioner === this.kind.provisioner;
  }
}
