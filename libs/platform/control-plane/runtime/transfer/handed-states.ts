import type { EventCorrelator } from '@orrery/events';
import type { ClusterCache, ComponentPart, HandedState } from '@orrery/store';

/** What a fork is to know besides its objects, until its components have taken it. */
export class HandedStates {
  private readonly states = new Map<string, HandedState>();

  /**
   * @param correlator What was said so far; a new one for a cluster that begins.
   * @param elsewhere Asks for what components of other processes have left.
   */
  constructor(
    states: readonly HandedState[] = [],
    readonly correlator?: EventCorrelator,
    private elsewhere?: (part: ComponentPart) => Promise<HandedState | undefined>,
  ) {
    for (const state of states) this.states.set(nameOf(state), state);
  }

  /** What is in the memory of this process and was not taken yet. */
  remaining(): readonly HandedState[] {
    return [...this.states.values()];
  }

  /** For the component that goes on from there, once; undefined if none is known. */
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

/** Where a cluster was when it was captured, and what was known there. */
export interface Captured {
  readonly revision: number;
  readonly atMs: number;
  readonly states: HandedStates;
  /** A copy, which goes on by itself. */
  readonly cache: ClusterCache;
}

function nameOf({ component, shard, shards }: ComponentPart): string {
  return `${component}/${shard} of ${shards}`;
}
