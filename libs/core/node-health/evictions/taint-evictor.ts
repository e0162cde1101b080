import { WellKnownTaint, type Node } from '@orrery/api-types';
import type { NodeLifecycleAction, SetNodeTaints } from '../actions';
import type { EvictionZone } from '../zones/eviction-zone';
import type { KnownNode } from '../monitor/known-nodes';
import type { NodeEvictor } from './node-evictor';
import { RequeueMode, type NodeHealthSettings } from '../settings/settings';
import { swapTaints, taintAction } from '../tainting/taint-actions';
import { applyTaintChange, hasTaint, NO_EXECUTE_TAINTS } from '../tainting/taints';

const NOTHING: readonly NodeLifecycleAction[] = [];

/** Lost nodes get a NoExecute taint; the taint manager does the rest (spec nodes A6, A9). */
export class TaintEvictor implements NodeEvictor {
  private nowMs = 0;
  /** Nodes whose taints this pass has changed, as they will be. */
  private readonly retainted = new Map<string, Node>();

  constructor(
    private readonly settings: NodeHealthSettings,
    private readonly zoneOf: (known: KnownNode) => EvictionZone | undefined,
  ) {}

  beginPass(nowMs: number): void {
    this.nowMs = nowMs;
    this.retainted.clear();
  }

  lost(known: KnownNode, observed: string): readonly NodeLifecycleAction[] {
    const { wanted, opposite } = taintsFor(observed);
    if (hasTaint(known.node, opposite, 'NoExecute')) {
      const swap = swapTaints(known.node, wanted, this.nowMs);
      this.noteRetainted(known.node, swap);
      return swap;
    }
    this.enqueue(known, hasTaint(known.node, wanted, 'NoExecute'));
    return NOTHING;
  }

  isSettled(known: KnownNode): boolean {
    if (!known.ready) return false;
    const { wanted, opposite } = taintsFor(known.ready.status);
    const { node } = known;
    return (
      hasTaint(node, wanted, 'NoExecute') &&
      !hasTaint(node, opposite, 'NoExecute') &&
      this.zoneOf(known)?.queue.isKnown(node.metadata.name) === true
    );
  }

  recovered(known: KnownNode): readonly NodeLifecycleAction[] {
    const { name } = known.node.metadata;
    this.zoneOf(known)?.queue.remove(name);
    let node = this.retainted.size === 0 ? known.node : (this.retainted.get(name) ?? known.node);
    if (node === known.node && !known.hasNoExecute) return NOTHING;
    const actions: SetNodeTaints[] = [];
    for (const key of NO_EXECUTE_TAINTS) {
      if (!hasTaint(node, key, 'NoExecute')) continue;
      const action = taintAction(node, { add: [], remove: [{ key, effect: 'NoExecute' }] });
      this.noteRetainted(node, [action]);
      actions.push(action);
      node = this.retainted.get(name)!;
    }
    return actions;
  }

  evict({ node, ready }: KnownNode, nowMs: number): readonly NodeLifecycleAction[] | undefined {
    if (!ready) return undefined;
    if (ready.status === 'True') return NOTHING;
    return swapTaints(node, taintsFor(ready.status).wanted, nowMs);
  }

  private enqueue(known: KnownNode, isTainted: boolean): void {
    const { queue } = this.zoneOf(known)!;
    const { name, uid } = known.node.metadata;
    if (!isTainted && this.settings.requeue === RequeueMode.Refresh) queue.remove(name);
    else if (!isTainted) queue.forget(name);
    queue.add(name, uid, this.nowMs);
  }

  private noteRetainted(node: Node, changes: readonly SetNodeTaints[]): void {
    const { name } = node.metadata;
    const before = this.retainted.get(name) ?? node;
    const taints = changes.reduce<NonNullable<Node['spec']['taints']>>(applyTaintChange, before.spec.taints ?? []);
    this.retainted.set(name, { ...before, spec: { ...before.spec, taints } });
  }
}

/** The taint of a node by the status of its Ready condition, and the one that it must not have then. */
function taintsFor(status: string): { readonly wanted: WellKnownTaint; readonly opposite: WellKnownTaint } {
  const [wanted, opposite] = [WellKnownTaint.Unreachable, WellKnownTaint.NotReady];
  return status === 'False' ? { wanted: opposite, opposite: wanted } : { wanted, opposite };
}
