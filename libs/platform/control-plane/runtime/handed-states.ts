import type { EventCorrelator } from '@orrery/events';

/** What a component of a cluster knows beside its objects. */
export interface ComponentState {
  readonly component: string;
  /** Which part of the work it does. */
  readonly shard: number;
  /** As plain data. */
  readonly state: unknown;
}

/** What a fork is to know besides its objects, until its components have taken it. */
export class HandedStates {
  private readonly states = new Map<string, unknown>();

  /** @param correlator What was said so far; a new one for a cluster that begins. */
  constructor(
    states: readonly ComponentState[] = [],
    readonly correlator?: EventCorrelator,
  ) {
    for (const { component, shard, state } of states) this.states.set(`${component}/${shard}`, state);
  }

  /** What was not taken yet. */
  remaining(): readonly ComponentState[] {
    return [...this.states].map(([unit, state]) => {
      const slash = unit.lastIndexOf('/');
      return { component: unit.slice(0, slash), shard: Number(unit.slice(slash + 1)), state };
    });
  }

  /** For the component that goes on from there, once; undefined if none is known. */
  take(component: string, shard: number): unknown {
    const unit = `${component}/${shard}`;
    const state = this.states.get(unit);
    this.states.delete(unit);
    return state;
  }
}
