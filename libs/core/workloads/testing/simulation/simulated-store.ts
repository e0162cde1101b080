import { isTerminalPhase, type KubeObject } from '@orrery/api-types';
import { formatTime } from '@orrery/time';

const GRACE_SECONDS = 30;

interface Entry {
  readonly key: string;
  readonly object: KubeObject | undefined;
}

/** Returns the key of an object: its kind and name; everything lives in one namespace. */
function keyOf({ kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>): string {
  return `${kind}/${metadata.name}`;
}

/**
 * A store with a log, and one reader that is behind: what the simulation's controllers see is an older state, never
 * older than what they wrote themselves, as the host of the real ones has it.
 */
export class SimulatedStore {
  nowMs = Date.parse('2026-01-01T12:00:00Z');
  readonly objects = new Map<string, KubeObject>();
  /** Objects as the reader sees them. */
  readonly view = new Map<string, KubeObject>();
  private readonly log: Entry[] = [];
  private seen = 0;
  private count = 0;

  /** Creates an object; undefined if its name is taken. */
  create(input: object): KubeObject | undefined {
    const body = input as KubeObject;
    if (this.objects.has(keyOf(body))) return undefined;
    this.count++;
    const uid = `uid-${this.count}`;
    const creationTimestamp = formatTime(this.nowMs);
    const metadata = { ...body.metadata, uid, creationTimestamp, resourceVersion: '', generation: 1 };
    return this.write({ ...body, metadata });
  }

  /** Replaces an object by a new version, if it has not changed since `seen`. */
  replace(seen: KubeObject, next: KubeObject): boolean {
    const current = this.objects.get(keyOf(seen));
    if (current?.metadata.resourceVersion !== seen.metadata.resourceVersion) return false;
    const isOther = current.spec !== next.spec;
    const generation = (current.metadata.generation ?? 0) + Number(isOther);
    const stored = this.write({ ...next, metadata: { ...next.metadata, generation } });
    const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = stored.metadata;
    if (deletionTimestamp && deletionGracePeriodSeconds === 0 && finalizers.length === 0) this.drop(stored);
    return true;
  }

  writeStatus(seen: KubeObject, status: unknown): void {
    const current = this.objects.get(keyOf(seen));
    if (current?.metadata.uid === seen.metadata.uid) this.write({ ...current, status });
  }

  /** Deletes an object: a pod with a node when its kubelet confirms it, everything else at once, if no finalizer holds it. */
  remove(seen: KubeObject): void {
    const current = this.objects.get(keyOf(seen));
    if (current?.metadata.uid !== seen.metadata.uid || current.metadata.deletionTimestamp) return;
    const isRunning =
      current.kind === 'Pod' &&
      (current.spec as { nodeName?: string }).nodeName !== undefined &&
      !isTerminalPhase((current.status as { phase?: string } | undefined)?.phase);
    if (!isRunning) this.finish(current);
    else {
      const deletionTimestamp = formatTime(this.nowMs + GRACE_SECONDS * 1000);
      const metadata = { ...current.metadata, deletionTimestamp, deletionGracePeriodSeconds: GRACE_SECONDS };
      this.write({ ...current, metadata });
    }
  }

  /** Removes an object that only its finalizers keep. */
  finish(object: KubeObject): void {
    if ((object.metadata.finalizers ?? []).length === 0) {
      this.drop(object);
      return;
    }
    const deletionTimestamp = object.metadata.deletionTimestamp ?? formatTime(this.nowMs);
    this.write({ ...object, metadata: { ...object.metadata, deletionTimestamp, deletionGracePeriodSeconds: 0 } });
  }

  private drop(object: KubeObject): void {
    this.objects.delete(keyOf(object));
    this.log.push({ key: keyOf(object), object: undefined });
  }

  /** Applies some of the entries that the reader has not seen; all of them without a number. */
  catchUp(count = Number.POSITIVE_INFINITY): void {
    for (let i = 0; i < count && this.seen < this.log.length; i++) {
      const { key, object } = this.log[this.seen++]!;
      if (object) this.view.set(key, object);
      else this.view.delete(key);
    }
  }

  /** Returns how many changes the reader must still take up to have seen this revision. */
  behind(revision: number): number {
    return Math.max(0, revision - this.seen);
  }

  get revision(): number {
    return this.log.length;
  }

  list<T>(kind: string, from: ReadonlyMap<string, KubeObject> = this.objects): T[] {
    return [...from.values()].filter((object) => object.kind === kind) as unknown as T[];
  }

  private write(object: KubeObject): KubeObject {
    const resourceVersion = String(this.log.length + 1);
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion } };
    this.objects.set(keyOf(stored), stored);
    this.log.push({ key: keyOf(stored), object: stored });
    return stored;
  }
}
