import type { EventCorrelator } from '@orrery/events';
import type { ClusterCache, ComponentPart, HandedState } from '@orrery/store';

/** State of a fork besides its objects, until its components have taken it. */
export class HandedStates {
  private readonly states = new Map<string, HandedState>();

  /**
   * @param correlator events so far; a new one for a cluster that begins
   * @param elsewhere requests the states that components of other processes have left
   */
  constructor(
    states: readonly HandedState[] = [],
    readonly correlator?: EventCorrelator,
    private elsewhere?: (part: ComponentPart) => Promise<HandedState | undefined>,
  ) {
    for (const state of states) this.states.set(nameOf(state), state);
  }

  /** Returns the states in the memory of this process that were not taken yet. */
  remaining(): readonly HandedState[] {
    return [...this.states.values()];
  }

  /** Returns the state for the component that continues from it, once; undefined if there is none. */
  async take(part: ComponentPart): Promise<HandedState | undefined> {
    const name = nameOf(part);
    const state = this.states.get(name);
    this.states.delete(name);
    return state ?? this.elsewhere?.(part);
  }

  /** The cluster has begun: components that start from now on go by its objects. */
  close(): void {
    this.elsewhere = undefined;
  }
}

/** Position of a cluster at its capture, and the state captured there. */
export interface Captured {
  readonly revision: number;
  readonly atMs: number;
  readonly states: HandedStates;
  /** Copy of the cache, independent of the original. */
  readonly cache: ClusterCache;
}

function nameOf({ component, shard, shards }: ComponentPart): string {
  return `${component}/${shard} of ${shards}`;
}
