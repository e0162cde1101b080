import { badRequest, expired, type ApiError } from '@orrery/api-types';
import { parseMoment, type Moment } from '@orrery/history';
import {
  CompactedError,
  loadMoment,
  timeOfRevision,
  type ClusterCache,
  type Database,
  type HistoryMoment,
} from '@orrery/store';
import { formatTime } from '@orrery/time';
import { ClusterKinds, Turns, type ClusterRuntime, type ControlPlane } from '@orrery/control-plane';
import { runtimeAt } from './runtime-at';

/** Accepted forms of a moment. */
export const MOMENT_FORMS = 'a revision, a time such as 2025-01-01T00:10:00Z, or how long ago, such as -10m';
/** Moments in memory at most. */
const KEPT_MOMENTS = 16;
/** Maximum bytes of stored objects that moments in memory may have of their own; the last requested one stays in any case. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** A state of a cluster in memory. */
export interface State {
  readonly cache: ClusterCache;
  readonly kinds: ClusterKinds;
  readonly ownBytes: number;
}

/** Position in a cluster's history that a text names. */
interface Place {
  readonly revision: number;
  /** Clock time of the position, in ms since the Unix epoch. */
  readonly atMs: number;
  /** Place for incidents besides the log. */
  readonly place: HistoryMoment;
}

const ofPlanes = new WeakMap<ControlPlane, Moments>();

/** Returns the past states of the clusters of a process. */
export function momentsOf(plane: ControlPlane): Moments {
  let moments = ofPlanes.get(plane);
  if (!moments) ofPlanes.set(plane, (moments = new Moments(plane.database)));
  return moments;
}

/**
 * Moments of clusters: each is served by the same code as the present, from the state after its changes. The last used
 * ones stay in memory, within bounds; states are read one after the other, so that a client with many requests delays
 * others by no more than one of them.
 */
export class Moments {
  /** States by cluster and revision, the last used one last. */
  private readonly states = new Map<string, State>();
  private readonly turns = new Turns();
  /** Numbers by the record: requests have views of a runtime of their own. */
  private readonly numbers = new WeakMap<ClusterRuntime['record'], number>();
  private lastNumber = 0;

  constructor(
    private readonly database: Database,
    private readonly limits = { moments: KEPT_MOMENTS, bytes: KEPT_BYTES },
  ) {}

  /**
   * The cluster as it was at a moment, read only. Throws 400 for a text that names none, or one that has not come yet, and 410
   * for one that is not kept any more.
   */
  async at(runtime: ClusterRuntime, text: string): Promise<ClusterRuntime> {
    const place = await this.placeOf(runtime, text);
    const state = await this.stateAt(runtime, place.revision);
    return runtimeAt(runtime, { ...place, ...state });
  }

  /** Returns the revision that a text names and the clock time at it. Throws as {@link at} does. */
  async placeOf(runtime: ClusterRuntime, text: string): Promise<Place> {
    const moment = parseMoment(text);
    if (!moment) throw badRequest(`${JSON.stringify(text)} is not a moment of a cluster: give ${MOMENT_FORMS}`);
    await runtime.caughtUp();
    return moment.kind === 'revision' ? this.ofRevision(runtime, moment) : this.ofTime(runtime, moment);
  }

  private async ofRevision(runtime: ClusterRuntime, { revision }: { readonly revision: number }): Promise<Place> {
    const { revision: head } = runtime.cache;
    if (revision > head) {
      throw badRequest(`revision ${revision} of cluster "${runtime.id}" has not come yet: the last one is ${head}`);
    }
    const extent = await runtime.records.history.extent();
    const atMs = await timeOfRevision(this.database, runtime.id, revision);
    if (!extent || revision < extent.compacted || atMs === undefined)
      throw await tooOld(runtime, `revision ${revision}`);
    return { revision, atMs, place: { revision } };
  }

  private async ofTime(runtime: ClusterRuntime, moment: Exclude<Moment, { kind: 'revision' }>): Promise<Place> {
    const nowMs = runtime.clock.now();
    const atMs = moment.kind === 'time' ? moment.atMs : nowMs - moment.ms;
    if (atMs > nowMs) {
      const times = `${formatTime(atMs)} has not come yet in cluster "${runtime.id}": it is ${formatTime(nowMs)}`;
      throw badRequest(times);
    }
    const revision = await runtime.records.history.revisionAt(atMs);
    if (revision === 0) throw await tooOld(runtime, formatTime(atMs));
    const reached = Math.min(revision, runtime.cache.revision);
    return { revision: reached, atMs, place: { revision: reached, atMs } };
  }

  private async stateAt(runtime: ClusterRuntime, revision: number): Promise<State> {
    const key = `${this.numberOf(runtime)} ${revision}`;
    const known = this.used(key);
    if (known) return known;
    return this.turns.take(async () => {
      const found = this.used(key);
      if (found) return found;
      const state = await this.load(runtime, revision);
      this.states.set(key, state);
      this.forget();
      return state;
    });
  }

  /** A cluster of the same name that is made later is another one. */
  private numberOf(runtime: ClusterRuntime): number {
    let number = this.numbers.get(runtime.record);
    if (number === undefined) this.numbers.set(runtime.record, (number = ++this.lastNumber));
    return number;
  }

  private used(key: string): State | undefined {
    const state = this.states.get(key);
    if (!state) return undefined;
    this.states.delete(key);
    this.states.set(key, state);
    return state;
  }

  private async load(runtime: ClusterRuntime, revision: number): Promise<State> {
    const { id, cache: present, release } = runtime;
    try {
      const { cache, ownBytes } = await loadMoment(this.database, id, { present, revision });
      const kinds = new ClusterKinds({ cache, release, onCacheReplaced: () => () => undefined });
      return { cache, kinds, ownBytes };
    } catch (error) {
      if (error instanceof CompactedError) throw await tooOld(runtime, `revision ${revision}`);
      throw error;
    }
  }

  private forget(): void {
    const { moments, bytes } = this.limits;
    let kept = [...this.states.values()].reduce((sum, { ownBytes }) => sum + ownBytes, 0);
    for (const [key, { ownBytes }] of this.states) {
      if (this.states.size === 1 || (this.states.size <= moments && kept <= bytes)) return;
      this.states.delete(key);
      kept -= ownBytes;
    }
  }
}

/** 410, with what is still there. */
async function tooOld(runtime: ClusterRuntime, moment: string): Promise<ApiError> {
  const extent = await runtime.records.history.extent();
  const { compacted = 0, head = 0, sinceMs } = extent ?? {};
  const first = Math.min(head, compacted + 1);
  const since = sinceMs === undefined ? '' : `, of ${formatTime(sinceMs)}`;
  return expired(
    `what cluster "${runtime.id}" was at ${moment} is not kept: its history begins with revision ${first}${since}`,
  );
}
