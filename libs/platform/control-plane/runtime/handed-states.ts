import type { ComponentState } from '@orrery/store';

/** The events of a cluster are correlated by its process, not by a component. */
export const EVENTS = 'events';

/** What components of a cluster knew when it was forked or restored, until those that go on from there have taken it. */
export class HandedStates {
  private readonly states = new Map<string, unknown>();

  constructor(states: readonly ComponentState[] = []) {
    for (const { component, shard, state } of states) this.states.set(`${component}/${shard}`, state);
  }

  /** For the component that goes on from there, once; undefined if none is known. */
  take(component: string, shard: number): unknown {
    const unit = `${component}/${shard}`;
    const state = this.states.get(unit);
    this.states.delete(unit);
    return state;
  }
}
