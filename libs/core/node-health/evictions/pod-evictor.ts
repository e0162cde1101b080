import type { NodeLifecycleAction } from '../actions';
import type { EvictionZone } from '../zones/eviction-zone';
import type { KnownNode } from '../monitor/known-nodes';
import type { NodeEvictor } from './node-evictor';
import type { NodeHealthSettings } from '../settings/settings';

const NOTHING: readonly NodeLifecycleAction[] = [];

/**
 * The mode without a taint manager: the pods of a node that was lost for long enough are deleted, one node at a time
 * (spec nodes A14). A node is unmarked, to be evicted (queued), or evicted; when ready again it is unmarked.
 */
export class PodEvictor implements NodeEvictor {
  private nowMs = 0;

  constructor(
    private readonly settings: NodeHealthSettings,
    private readonly zoneOf: (known: KnownNode) => EvictionZone | undefined,
  ) {}

  beginPass(nowMs: number): void {
    this.nowMs = nowMs;
  }

  lost(known: KnownNode, observed: string): readonly NodeLifecycleAction[] {
    const { record, isEvicted } = known.memory;
    if (!record) return NOTHING;
    const sinceMs = observed === 'False' ? record.readyTransitionAtMs : record.probeAtMs;
    if (this.nowMs <= sinceMs + this.settings.podEvictionTimeoutMs) return NOTHING;
    const { name, uid } = known.node.metadata;
    // Pods that came after the node's turn go without the limiter.
    if (isEvicted) return [{ kind: 'evictPods', nodeName: name, uid }];
    this.zoneOf(known)!.queue.add(name, uid, this.nowMs);
    return NOTHING;
  }

  /** Time alone brings its turn. */
  isSettled(): boolean {
    return false;
  }

  recovered(known: KnownNode): readonly NodeLifecycleAction[] {
    known.memory.isEvicted = false;
    this.zoneOf(known)?.queue.remove(known.node.metadata.name);
    return NOTHING;
  }

  evict({ node, memory }: KnownNode): readonly NodeLifecycleAction[] {
    memory.isEvicted = true;
    return [{ kind: 'evictPods', nodeName: node.metadata.name, uid: node.metadata.uid }];
  }
}
