import { deviceId, type AllocationResult, type KubeObject, type ResourceClaim } from '@orrery/api-types';
import type { ClusterObjects } from './cluster-objects';

/**
 * Allocated devices: by claims as the log shows them, and by claims of pods between their placement and their binding.
 * Other pods of the scheduler see both at once.
 */
export class DeviceLedger {
  /** Number of claims by device; access of administrators takes nothing. */
  private readonly allocated = new Map<string, number>();
  private readonly pending = new Map<string, AllocationResult>();
  private readonly held = new Map<string, number>();
  private changes = 0;

  constructor(objects: ClusterObjects) {
    objects.observe('ResourceClaim', (before, after) => this.claimChanged(before, after));
  }

  /** Grows when a device is taken or becomes free. */
  get version(): number {
    return this.changes;
  }

  /** Returns whether some claim has the device (`driver/pool/device`). */
  isTaken(id: string): boolean {
    return this.allocated.has(id) || this.held.has(id);
  }

  /** Returns whether the claim is about to be allocated. */
  isPending(claimUid: string): boolean {
    return this.pending.has(claimUid);
  }

  /** Takes the devices for a claim that is not allocated yet. */
  hold(claimUid: string, allocation: AllocationResult): void {
    this.release(claimUid);
    this.pending.set(claimUid, allocation);
    this.count(this.held, allocation, 1);
  }

  /** Ends the hold of a claim: the log alone decides about it from then on. Does nothing if it holds nothing. */
  release(claimUid: string): void {
    const allocation = this.pending.get(claimUid);
    if (!allocation) return;
    this.pending.delete(claimUid);
    this.count(this.held, allocation, -1);
  }

  private claimChanged(before: KubeObject | undefined, after: KubeObject | undefined): void {
    const [old, now] = [allocationOf(before), allocationOf(after)];
    if (old === now) return;
    if (old) this.count(this.allocated, old, -1);
    if (now) this.count(this.allocated, now, 1);
  }

  private count(counts: Map<string, number>, { devices }: AllocationResult, by: 1 | -1): void {
    this.changes++;
    for (const result of devices?.results ?? []) {
      if (result.adminAccess) continue;
      const id = deviceId(result);
      const count = (counts.get(id) ?? 0) + by;
      if (count > 0) counts.set(id, count);
      else counts.delete(id);
    }
  }
}

function allocationOf(claim: KubeObject | undefined): AllocationResult | undefined {
  return (claim as ResourceClaim | undefined)?.status?.allocation;
}
