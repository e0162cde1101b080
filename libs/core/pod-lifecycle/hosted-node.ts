import type { Node, NodeCondition } from '@orrery/api-types';
import { formatTime, parseTimeMs } from '@orrery/time';
import { AdmittedPods } from './kubelet-admission';
import type { KubeletSettings } from './kubelet-settings';
import { NodeAddresses } from './node-addresses';
import { heartbeatNode } from './node-builder';

const HEARTBEAT_CONDITIONS = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'];

/** A node as its simulated kubelet has it. */
export class HostedNode {
  readonly admitted = new AdmittedPods();
  /** Pods waiting for an address, by uid. */
  readonly withoutAddress = new Set<string>();
  addresses: NodeAddresses | undefined;
  private readonly heldConditions = new Set<string>();
  private readonly images = new Map<string, number>();
  private reportedImageCount: number;
  private lastStatusWriteMs: number;

  constructor(
    private current: Node,
    private readonly settings: KubeletSettings,
  ) {
    for (const image of settings.presentImages) this.images.set(image, settings.imageSizeBytes);
    for (const { names = [], sizeBytes } of current.status?.images ?? []) {
      for (const name of names) this.images.set(name, sizeBytes ?? settings.imageSizeBytes);
    }
    this.reportedImageCount = current.status?.images?.length ?? 0;
    const ready = current.status?.conditions?.find(({ type }) => type === 'Ready');
    this.lastStatusWriteMs = parseTimeMs(ready?.lastHeartbeatTime) ?? Number.NEGATIVE_INFINITY;
    this.update(current);
  }

  get node(): Node {
    return this.current;
  }

  get hostIP(): string | undefined {
    return this.current.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address;
  }

  update(node: Node): void {
    this.current = node;
    const podCIDR = node.spec?.podCIDR;
    if (podCIDR !== undefined && podCIDR !== this.addresses?.podCIDR) this.addresses = new NodeAddresses(podCIDR);
  }

  hasImage(image: string): boolean {
    return this.images.has(image);
  }

  addImage(image: string): void {
    if (!this.images.has(image)) this.images.set(image, this.settings.imageSizeBytes);
  }

  /** The status to write at this sync, or undefined while there is no news and the last report is recent (specification A2). */
  statusToWrite(nowMs: number): Node['status'] | undefined {
    const isDue = nowMs >= this.lastStatusWriteMs + this.settings.nodeStatusReportMs;
    if (!isDue && !this.hasNews()) return undefined;
    this.lastStatusWriteMs = nowMs;
    this.reportedImageCount = this.images.size;
    return heartbeatNode(this.current, nowMs, {
      images: this.images,
      maxImages: this.settings.nodeStatusMaxImages,
      heldConditions: this.heldConditions,
    });
  }

  /** The node's status with conditions that a stage sets; from now on heartbeats leave those conditions alone. */
  withConditions(set: readonly NodeCondition[], nowMs: number): Node['status'] {
    const now = formatTime(nowMs);
    const before = this.current.status?.conditions ?? [];
    const conditions = set.map((condition) => {
      const old = before.find(({ type }) => type === condition.type);
      const lastTransitionTime = (old?.status === condition.status ? old?.lastTransitionTime : undefined) ?? now;
      this.heldConditions.add(condition.type);
      return { ...condition, lastHeartbeatTime: now, lastTransitionTime };
    });
    const kept = before.filter(({ type }) => !this.heldConditions.has(type) || !set.some((each) => each.type === type));
    return { ...this.current.status, conditions: [...kept, ...conditions] };
  }

  private hasNews(): boolean {
    if (this.images.size !== this.reportedImageCount) return true;
    const conditions = this.current.status?.conditions ?? [];
    return HEARTBEAT_CONDITIONS.some((type) => {
      const status = conditions.find((condition) => condition.type === type)?.status;
      return (
        status === undefined ||
        status === 'Unknown' ||
        (type === 'Ready' && status !== 'True' && !this.heldConditions.has(type))
      );
    });
  }
}
