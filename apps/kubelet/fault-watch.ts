import type { ComponentContext, ClockPort, RecordsPort, FaultsPort } from '@orrery/control-plane';
import { isHog, type DeclaredFault, type FaultsOfNode, type NodeFaultKind } from '@orrery/pod-lifecycle';
import type { NodeFaultRecord } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';

/** Receives the current faults of a node. */
export type FaultSink = (node: string, faults: FaultsOfNode) => void;

/** Faults that NodeBehaviors and nodes themselves declare, by node. */
export interface FaultWatchCapture {
  readonly declared: readonly (readonly [node: string, faults: readonly NodeFaultRecord[]])[];
}

/** Keeps the kubelets informed about the faults of their nodes; faults begin and end to the millisecond of cluster time. */
export class FaultWatch {
  /** Recorded faults, and those that NodeBehaviors declare; the record wins between faults of one kind. */
  private readonly records = new Map<string, readonly NodeFaultRecord[]>();
  private readonly declared = new Map<string, readonly NodeFaultRecord[]>();
  private timer: Timer | undefined;
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly context: ComponentContext<ClockPort & RecordsPort & FaultsPort>,
    private readonly sink: FaultSink,
  ) {}

  /** @param captured the state of a former instance (see {@link capture}): the kubelets know the present faults already */
  async start(captured?: FaultWatchCapture): Promise<void> {
    const { cluster } = this.context;
    this.unsubscribe = cluster.onFaultsChanged(() => this.reload());
    if (!captured) return this.reload();
    for (const [node, records] of byNode(await cluster.records.nodeFaults.read())) this.records.set(node, records);
    for (const [node, declared] of captured.declared) this.declared.set(node, declared);
    this.arm(cluster.clock.now());
  }

  /** Returns the state beside the recorded faults, as plain data. */
  capture(): FaultWatchCapture {
    return { declared: [...this.declared] };
  }

  stop(): void {
    this.unsubscribe();
    this.timer?.cancel();
  }

  /** Declares the faults that the behaviour of a node schedules for it. */
  declare(node: string, faults: readonly DeclaredFault[]): void {
    if (faults.length === 0 && !this.declared.has(node)) return;
    const now = this.context.cluster.clock.now();
    const declared = faults.map((fault) => ({ node, ...fault }));
    if (JSON.stringify(declared) === JSON.stringify(this.declared.get(node) ?? [])) return;
    if (declared.length > 0) this.declared.set(node, declared);
    else this.declared.delete(node);
    this.report(node, now);
    this.arm(now);
  }

  private recordsOf(node: string): readonly NodeFaultRecord[] {
    const [recorded, declared] = [this.records.get(node) ?? [], this.declared.get(node) ?? []];
    return [...recorded, ...declared.filter(({ kind }) => !recorded.some((each) => each.kind === kind))];
  }

  private get nodes(): string[] {
    return [...new Set([...this.records.keys(), ...this.declared.keys()])].sort();
  }

  /** Reads the present faults; only nodes whose faults changed are notified. */
  private async reload(): Promise<void> {
    const { cluster } = this.context;
    const now = cluster.clock.now();
    const read = byNode(await cluster.records.nodeFaults.read());
    const touched = new Set<string>();
    for (const [node, records] of this.records) {
      if (!read.has(node)) touched.add(node);
      else if (inForce(records, now).size > 0) touched.add(node);
    }
    for (const node of this.records.keys()) if (!read.has(node)) this.records.delete(node);
    for (const [node, records] of read) {
      this.records.set(node, records);
      if (inForce(records, now).size > 0) touched.add(node);
    }
    for (const node of [...touched].sort()) this.report(node, now);
    this.arm(now);
  }

  private report(node: string, now: number): void {
    this.sink(node, inForce(this.recordsOf(node), now));
  }

  /** Waits for the next beginning or end of a fault. */
  private arm(now: number): void {
    this.timer?.cancel();
    this.timer = undefined;
    let nextMs = Infinity;
    for (const node of this.nodes) {
      for (const { sinceMs, untilMs = Infinity } of this.recordsOf(node)) {
        if (sinceMs > now) nextMs = Math.min(nextMs, sinceMs);
        else if (untilMs > now) nextMs = Math.min(nextMs, untilMs);
      }
    }
    if (nextMs === Infinity) return;
    this.timer = this.context.cluster.clock.setTimer(nextMs, TimerPhase.Fault, 'kubelet (faults)', () =>
      this.turn(nextMs),
    );
  }

  private turn(now: number): void {
    for (const node of this.nodes) {
      if (this.recordsOf(node).some(({ sinceMs, untilMs }) => sinceMs === now || untilMs === now))
        this.report(node, now);
    }
    this.arm(now);
  }
}

/** The faults that hold at an instant; their ends are outside. */
function inForce(records: readonly NodeFaultRecord[], now: number): FaultsOfNode {
  // What hogs take is said by the node itself.
  const held = records.filter(
    ({ kind, sinceMs, untilMs = Infinity }) => sinceMs <= now && untilMs > now && !isHog(kind),
  );
  return new Map(held.map(({ kind, sinceMs, amount }) => [kind as NodeFaultKind, { sinceMs, amount }]));
}

function byNode(records: readonly NodeFaultRecord[]): Map<string, NodeFaultRecord[]> {
  const grouped = new Map<string, NodeFaultRecord[]>();
  for (const record of records) {
    const own = grouped.get(record.node);
    if (own) own.push(record);
    else grouped.set(record.node, [record]);
  }
  return grouped;
}
