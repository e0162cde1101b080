import { matchesVolumeAffinity, type ClaimRequest, type Node, type PersistentVolume } from '@orrery/api-types';
import type { ClusterObjects } from '@orrery/scheduling';
import { CandidateVolumes, type VolumeSources } from './candidate-volumes';
import type { PodClaims } from './pod-claims';
import { checkProvisioning, type StorageRoom } from './provisioning';

/** A free volume that a claim would get. */
export interface VolumeChoice {
  readonly request: ClaimRequest;
  readonly volume: PersistentVolume;
}

/** Volumes that a pod's unbound claims would get on one node. */
export interface NodeVolumes {
  readonly bindings: readonly VolumeChoice[];
  /** Claims whose volume would be made. */
  readonly provisions: readonly ClaimRequest[];
}

/** Problems of a node with a pod's claims; all that apply. */
export interface VolumeShortage {
  readonly boundElsewhere: boolean;
  readonly noVolume: boolean;
  readonly noRoom: boolean;
  readonly volumeMissing: boolean;
}

/** Sources of the search. */
export interface SearchSources extends VolumeSources {
  readonly objects: ClusterObjects;
  readonly room: StorageRoom;
}

const NOTHING: NodeVolumes = { bindings: [], provisions: [] };
const NONE_TAKEN: ReadonlySet<string> = new Set();

/** The search for a pod's volumes in one cycle: what does not depend on the node is found once. */
export class VolumeSearch {
  private readonly candidates: readonly CandidateVolumes[];

  constructor(
    readonly claims: PodClaims,
    private readonly sources: SearchSources,
  ) {
    this.candidates = claims.delayed.map((request) => new CandidateVolumes(request, sources));
  }

  /** Returns the volumes of the claims on a node, or the node's problems (spec scheduler 4.14). */
  on(node: Node): NodeVolumes | VolumeShortage {
    const { bound, delayed } = this.claims;
    let boundElsewhere = false;
    let volumeMissing = false;
    for (const volume of bound) {
      // The first problem of the bound volumes is the one that is reported.
      if (!volume) volumeMissing = true;
      else if (!matchesVolumeAffinity(volume, node)) boundElsewhere = true;
      else continue;
      break;
    }
    const found = delayed.length === 0 ? NOTHING : this.findDelayed(node);
    if ('bindings' in found && !boundElsewhere && !volumeMissing) return found;
    const noVolume = 'noVolume' in found && found.noVolume;
    const noRoom = 'noRoom' in found && found.noRoom;
    return { boundElsewhere, volumeMissing, noVolume, noRoom };
  }

  private findDelayed(node: Node): NodeVolumes | Pick<VolumeShortage, 'noVolume' | 'noRoom'> {
    const { assumed } = this.sources;
    const { delayed } = this.claims;
    const provisions: ClaimRequest[] = [];
    for (const request of delayed) {
      const selected = assumed.selectedNode(request.claim);
      if (selected === undefined) continue;
      if (selected !== node.metadata.name) return { noVolume: true, noRoom: false };
      provisions.push(request);
    }
    const bindings: VolumeChoice[] = [];
    let taken: Set<string> | undefined;
    for (let i = 0; i < delayed.length; i++) {
      const request = delayed[i]!;
      if (assumed.selectedNode(request.claim) !== undefined) continue;
      const volume = this.candidates[i]!.bestFor(node, taken ?? NONE_TAKEN);
      if (!volume) provisions.push(request);
      else {
        bindings.push({ request, volume });
        (taken ??= new Set()).add(volume.metadata.name);
      }
    }
    for (const request of provisions) {
      const verdict = checkProvisioning(request, node, this.sources);
      if (verdict !== 'possible') return { noVolume: verdict === 'impossible', noRoom: verdict === 'noRoom' };
    }
    return { bindings, provisions };
  }
}
