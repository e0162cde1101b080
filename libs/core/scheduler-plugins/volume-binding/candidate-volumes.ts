import {
  canServe,
  compareVolumes,
  isFreeFor,
  isHeldFor,
  matchesVolumeAffinity,
  type ClaimRequest,
  type Node,
  type PersistentVolume,
  type VolumeIndex,
} from '@orrery/api-types';
import { volumeIn, type AssumedVolumes, type ClusterObjects } from '@orrery/scheduling';

/** Sources for looking up volumes. */
export interface VolumeSources {
  readonly objects: ClusterObjects;
  readonly index: VolumeIndex;
  readonly assumed: AssumedVolumes;
}

/**
 * The volumes that could serve one claim, found once a cycle. Those bound to one value of one node label, which is how
 * local and zonal volumes are written, are kept by that value, so that a node looks only at its own.
 */
export class CandidateVolumes {
  /** Kept for the claim already: the first that is near enough is it, and if the first is not, there is none. */
  private readonly held: readonly PersistentVolume[];
  /** Volumes without node affinity, in order. */
  private readonly anywhere: PersistentVolume[] = [];
  /** Volumes by label and value, each in order. */
  private readonly byLabel = new Map<string, Map<string, PersistentVolume[]>>();
  /** Volumes with any other affinity, in order. */
  private readonly others: PersistentVolume[] = [];

  constructor(request: ClaimRequest, { objects, index, assumed }: VolumeSources) {
    const { claim } = request;
    const held: PersistentVolume[] = [];
    for (const volume of index.heldFor(claim))
      if (isHeldFor(volume, claim) && canServe(volume, request)) held.push(volume);
    for (const name of assumed.volumesHeldFor(claim)) {
      const volume = volumeIn(objects, name);
      const isAssumed = volume && !volume.spec?.claimRef && !assumed.isHeldForAnother(volume, claim);
      if (isAssumed && canServe(volume, request)) held.push(volume);
    }
    this.held = held.sort(compareVolumes);
    if (held.length > 0) return;
    for (const volume of index.freeOfClass(request.className)) {
      if (isFreeFor(volume, request) && !assumed.holder(volume.metadata.name)) this.place(volume);
    }
  }

  /** The volume that the claim gets on a node, not counting those taken by other claims of the pod. */
  bestFor(node: Node, taken: ReadonlySet<string>): PersistentVolume | undefined {
    const [held] = this.held;
    if (held) return matchesVolumeAffinity(held, node) && !taken.has(held.metadata.name) ? held : undefined;
    let best = firstLeft(this.anywhere, taken);
    for (const [label, byValue] of this.byLabel) {
      const value = node.metadata.labels?.[label];
      const volumes = value === undefined ? undefined : byValue.get(value);
      if (volumes) best = smaller(best, firstLeft(volumes, taken));
    }
    for (const volume of this.others) {
      if (best && compareVolumes(best, volume) <= 0) break;
      if (!taken.has(volume.metadata.name) && matchesVolumeAffinity(volume, node)) return volume;
    }
    return best;
  }

  private place(volume: PersistentVolume): void {
    const required = volume.spec?.nodeAffinity?.required;
    if (!required) return void this.anywhere.push(volume);
    const [term, ...moreTerms] = required.nodeSelectorTerms ?? [];
    const [expression, ...moreExpressions] = term?.matchExpressions ?? [];
    const isPlain = moreTerms.length === 0 && moreExpressions.length === 0 && !term?.matchFields?.length;
    const [value, ...moreValues] = expression?.values ?? [];
    if (!isPlain || expression?.operator !== 'In' || value === undefined || moreValues.length > 0) {
      return void this.others.push(volume);
    }
    let byValue = this.byLabel.get(expression.key);
    if (!byValue) this.byLabel.set(expression.key, (byValue = new Map()));
    const volumes = byValue.get(value);
    if (volumes) volumes.push(volume);
    else byValue.set(value, [volume]);
  }
}

function firstLeft(volumes: readonly PersistentVolume[], taken: ReadonlySet<string>): PersistentVolume | undefined {
  if (taken.size === 0) return volumes[0];
  return volumes.find(({ metadata }) => !taken.has(metadata.name));
}

function smaller(a: PersistentVolume | undefined, b: PersistentVolume | undefined): PersistentVolume | undefined {
  if (!a || !b) return a ?? b;
  return compareVolumes(a, b) <= 0 ? a : b;
}
