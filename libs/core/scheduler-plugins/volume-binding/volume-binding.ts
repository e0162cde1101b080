import { VolumeAnnotation, VolumeIndex, type ClaimRequest, type PersistentVolume } from '@orrery/api-types';
import {
  errorStatus,
  objectKey,
  RuleScope,
  SKIP,
  SUCCESS,
  unresolvable,
  type ClaimKey,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type MessageGeneration,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PreBindPlugin,
  type PreBindWait,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type PreScorePlugin,
  type ReservePlugin,
  type SchedulingEffect,
  type ScorePlugin,
  type StateData,
  type Status,
} from '@orrery/scheduling';
import { VolumeSearch, type NodeVolumes, type SearchSources, type VolumeShortage } from './node-volumes';
import { podClaimsOf } from './pod-claims';
import { StorageRoom } from './provisioning';
import { utilizationScorer, type UtilizationScorer } from './utilization-score';
import type { VolumeBindingArgs } from './args';
import { VOLUME_BINDING_EVENTS } from './volume-hints';
import { VolumeWait } from './volume-wait';

interface Reasons {
  readonly boundElsewhere: string;
  readonly volumeMissing: string;
  readonly timedOut: string;
}

const OLD: Reasons = {
  boundElsewhere: 'node(s) had volume node affinity conflict',
  volumeMissing: 'pvc(s) bound to non-existent pv(s)',
  timedOut: 'binding volumes: timed out waiting for the condition',
};
const REASONS: Readonly<Record<MessageGeneration, Reasons>> = {
  '1.8': OLD,
  '1.11': OLD,
  '1.20': OLD,
  '1.32': {
    boundElsewhere: "node(s) didn't match PersistentVolume's node affinity",
    volumeMissing: 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)',
    timedOut: 'binding volumes: context deadline exceeded',
  },
};
const NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
const NO_ROOM = 'node(s) did not have enough free storage';
const KEY = 'VolumeBinding';

/** The search of one cycle with what it found by node. */
interface SearchState extends StateData {
  readonly search: VolumeSearch;
  readonly byNode: Map<string, NodeVolumes>;
}

/** Finds volumes for a pod's claims together with its node, and waits until they are bound (spec scheduler 4.14). */
export class VolumeBinding
  implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, ReservePlugin, PreBindPlugin, EnqueueExtensions
{
  readonly name = 'VolumeBinding';
  readonly filterScope = RuleScope.Cluster;
  readonly scoreScope = RuleScope.Cluster;
  private readonly sources: SearchSources;
  private readonly bindTimeoutMs: number;
  private readonly scorer: UtilizationScorer | undefined;
  private readonly reasons: Reasons;

  constructor(
    { bindTimeoutSeconds, shape }: VolumeBindingArgs,
    private readonly handle: PluginHandle,
  ) {
    const { objects, assumedVolumes, behaviour } = handle;
    this.bindTimeoutMs = bindTimeoutSeconds * 1000;
    this.scorer = shape && utilizationScorer(shape, behaviour.score.scale);
    this.reasons = REASONS[behaviour.messages];
    const index = new VolumeIndex();
    objects.observe('PersistentVolume', (before, after) =>
      index.changed(before as PersistentVolume | undefined, after as PersistentVolume | undefined),
    );
    this.sources = { objects, assumed: assumedVolumes, index, room: new StorageRoom(objects) };
  }

  preFilter(state: CycleState, { pod }: PodInfo): PreFilterAnswer {
    if (!pod.spec.volumes || pod.spec.volumes.length === 0) return { status: SKIP };
    const claims = podClaimsOf(this.handle.objects, pod);
    if (!claims) return { status: SKIP };
    if ('error' in claims) return { status: unresolvable(this.name, claims.error) };
    if (claims.hasUnboundImmediate) {
      return { status: unresolvable(this.name, 'pod has unbound immediate PersistentVolumeClaims') };
    }
    const search = new VolumeSearch(claims, this.sources);
    const found: SearchState = { search, byNode: new Map() };
    state.write(KEY, found);
    return { status: SUCCESS };
  }

  filter(state: CycleState, { pod }: PodInfo, { node, name }: NodeInfo): Status {
    if (!pod.spec.volumes) return SUCCESS;
    const found = state.read<SearchState>(KEY);
    if (!found || !node) return SUCCESS;
    const volumes = found.search.on(node);
    if (!('bindings' in volumes)) return this.shortage(volumes);
    if (found.search.claims.delayed.length > 0) found.byNode.set(name, volumes);
    return SUCCESS;
  }

  preScore(state: CycleState): Status {
    const hasDelayed = (state.read<SearchState>(KEY)?.search.claims.delayed.length ?? 0) > 0;
    return this.scorer && hasDelayed ? SUCCESS : SKIP;
  }

  score(state: CycleState, _pod: PodInfo, { name }: NodeInfo): number {
    const volumes = state.read<SearchState>(KEY)?.byNode.get(name);
    return this.scorer && volumes ? this.scorer(volumes.bindings) : 0;
  }

  reserve(state: CycleState, _pod: PodInfo, nodeName: string): Status {
    const volumes = state.read<SearchState>(KEY)?.byNode.get(nodeName);
    if (!volumes) return SUCCESS;
    const { assumedVolumes } = this.handle;
    for (const { volume, request } of volumes.bindings) assumedVolumes.hold(volume.metadata.name, keyOf(request));
    for (const request of volumes.provisions) assumedVolumes.selectNode(keyOf(request), nodeName);
    return SUCCESS;
  }

  unreserve(state: CycleState, _pod: PodInfo, nodeName: string): void {
    const volumes = state.read<SearchState>(KEY)?.byNode.get(nodeName);
    if (volumes) this.forget(volumes, nodeName);
  }

  preBind(state: CycleState, _pod: PodInfo, nodeName: string): Status | PreBindWait {
    const volumes = state.read<SearchState>(KEY)?.byNode.get(nodeName);
    if (!volumes) return SUCCESS;
    const get = () => this.handle.snapshot().get(nodeName)?.node;
    const wait = new VolumeWait(volumes, { name: nodeName, get }, this.handle.objects);
    return {
      kind: 'PreBindWait',
      effects: effectsOf(volumes, nodeName),
      deadlineMs: this.handle.now() + this.bindTimeoutMs,
      timedOut: errorStatus(this.name, this.reasons.timedOut),
      watched: watchedBy(volumes),
      check: () => {
        const progress = wait.progress();
        if (progress === 'pending') return undefined;
        if (typeof progress === 'object') return errorStatus(this.name, `binding volumes: ${progress.error}`);
        this.forget(volumes, nodeName);
        return SUCCESS;
      },
    };
  }

  eventsToRegister(): readonly EventRegistration[] {
    return VOLUME_BINDING_EVENTS;
  }

  /** Ends the holds: the log alone decides about them from then on. */
  private forget({ bindings, provisions }: NodeVolumes, nodeName: string): void {
    const { assumedVolumes } = this.handle;
    for (const { volume, request } of bindings) assumedVolumes.release(volume.metadata.name, keyOf(request));
    for (const request of provisions) assumedVolumes.unselectNode(keyOf(request), nodeName);
  }

  private shortage({ boundElsewhere, noVolume, noRoom, volumeMissing }: VolumeShortage): Status {
    const reasons: string[] = [];
    if (boundElsewhere) reasons.push(this.reasons.boundElsewhere);
    if (noVolume) reasons.push(NO_VOLUME);
    if (noRoom) reasons.push(NO_ROOM);
    if (volumeMissing) reasons.push(this.reasons.volumeMissing);
    return unresolvable(this.name, ...reasons);
  }
}

function keyOf({ claim: { metadata } }: ClaimRequest): ClaimKey {
  return { namespace: metadata.namespace ?? '', name: metadata.name, uid: metadata.uid };
}

/** Returns the effects to write, leaving out those already written. */
function effectsOf({ bindings, provisions }: NodeVolumes, nodeName: string): SchedulingEffect[] {
  const effects: SchedulingEffect[] = [];
  for (const { volume, request } of bindings) {
    if (volume.spec?.claimRef?.uid) continue;
    effects.push({ kind: 'holdVolume', volumeName: volume.metadata.name, claim: keyOf(request) });
  }
  for (const request of provisions) {
    if (request.claim.metadata.annotations?.[VolumeAnnotation.SelectedNode] === nodeName) continue;
    effects.push({ kind: 'selectNode', claim: keyOf(request), nodeName });
  }
  return effects;
}

function watchedBy({ bindings, provisions }: NodeVolumes): string[] {
  const watched: string[] = [];
  for (const { volume, request } of bindings) {
    watched.push(objectKey('PersistentVolume', '', volume.metadata.name), claimKey(request));
  }
  for (const request of provisions) watched.push(claimKey(request));
  return watched;
}

function claimKey({ claim: { metadata } }: ClaimRequest): string {
  return objectKey('PersistentVolumeClaim', metadata.namespace, metadata.name);
}
