import type { Node } from '@orrery/api-types';
import type { KubeletSettings } from '../shard/kubelet-settings';

/** The images of a node as plain data, oldest first: name, size in bytes, and when it came if it was not there before. */
export type NodeImagesState = readonly (readonly [image: string, bytes: number, sinceMs?: number])[];

/** Conditions for the removal of images. */
export interface ImageRemoval {
  readonly isUsed: (image: string) => boolean;
  /** Only images that came before this instant go. */
  readonly cameBeforeMs: number;
}

/** The images that are on a node. */
export class NodeImages {
  private readonly sizes = new Map<string, number>();
  /** Arrival times of images; those that were there before are old. */
  private readonly sinceMs = new Map<string, number>();

  constructor(
    node: Node,
    private readonly settings: KubeletSettings,
  ) {
    for (const image of settings.presentImages) this.sizes.set(image, settings.imageSizeBytes);
    for (const { names = [], sizeBytes } of node.status?.images ?? []) {
      for (const name of names) this.sizes.set(name, sizeBytes ?? settings.imageSizeBytes);
    }
  }

  /** Sizes by name, oldest first. */
  get bySize(): ReadonlyMap<string, number> {
    return this.sizes;
  }

  /** Size of all images. */
  get bytes(): number {
    let total = 0;
    for (const bytes of this.sizes.values()) total += bytes;
    return total;
  }

  /** Returns whether it was not there before. */
  add(image: string, nowMs: number, sizeBytes = this.settings.imageSizeBytes): boolean {
    if (this.sizes.has(image)) return false;
    this.sizes.set(image, sizeBytes);
    this.sinceMs.set(image, nowMs);
    return true;
  }

  /** Removes unused images, oldest first, until the given number of bytes is free; returns the bytes freed. */
  remove(wantedBytes: number, { isUsed, cameBeforeMs }: ImageRemoval): number {
    let freed = 0;
    for (const [image, bytes] of [...this.sizes]) {
      if (freed >= wantedBytes) break;
      if (isUsed(image) || (this.sinceMs.get(image) ?? Number.NEGATIVE_INFINITY) > cameBeforeMs) continue;
      this.sizes.delete(image);
      this.sinceMs.delete(image);
      freed += bytes;
    }
    return freed;
  }

  toState(): NodeImagesState {
    return [...this.sizes].map(([image, bytes]) => {
      const sinceMs = this.sinceMs.get(image);
      return sinceMs === undefined ? [image, bytes] : [image, bytes, sinceMs];
    });
  }

  /** Replaces the state with the one that {@link toState} returned. */
  restore(state: NodeImagesState): void {
    this.sizes.clear();
    this.sinceMs.clear();
    for (const [image, bytes, sinceMs] of state) {
      this.sizes.set(image, bytes);
      if (sinceMs !== undefined) this.sinceMs.set(image, sinceMs);
    }
  }
}
