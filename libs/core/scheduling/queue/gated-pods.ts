import type { QueuedPod } from './queued-pod';

/** Gate that keeps a pod out of the active queue. */
export interface Gate {
  /** Keys (`objectKey`) of objects whose changes may let it in; a change of the pod may in any case. */
  readonly waitsFor: readonly string[];
}

/** Pods that PreEnqueue keeps out, with what they wait for. */
export class GatedPods {
  private readonly entries = new Map<string, { readonly entry: QueuedPod; readonly gate: Gate }>();
  private readonly waiting = new Map<string, Set<QueuedPod>>();

  has(uid: string): boolean {
    return this.entries.has(uid);
  }

  add(entry: QueuedPod, gate: Gate): void {
    this.entries.set(entry.info.uid, { entry, gate });
    for (const key of gate.waitsFor) {
      const waiting = this.waiting.get(key);
      if (waiting) waiting.add(entry);
      else this.waiting.set(key, new Set([entry]));
    }
  }

  remove({ info: { uid } }: QueuedPod): void {
    const known = this.entries.get(uid);
    if (!known) return;
    this.entries.delete(uid);
    for (const key of known.gate.waitsFor) {
      const waiting = this.waiting.get(key);
      waiting?.delete(known.entry);
      if (waiting?.size === 0) this.waiting.delete(key);
    }
  }

  /** The pods that wait for the object. */
  waitingFor(key: string): readonly QueuedPod[] {
    return this.waiting.size === 0 ? [] : [...(this.waiting.get(key) ?? [])];
  }
}
