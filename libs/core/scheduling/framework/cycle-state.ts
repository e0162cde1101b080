/** Data that a plugin keeps between its extension points of one cycle. */
export interface StateData {
  /** A copy that simulations may change. Absent: the data never changes and is shared. */
  clone?(): StateData;
}

const NOTHING_SKIPPED: ReadonlySet<string> = new Set();

/** The notes of one scheduling cycle: each plugin writes under keys of its own. Simulations work on a clone. */
export class CycleState {
  private readonly data = new Map<string, StateData>();
  /** Plugins whose PreFilter answered Skip: their Filter, AddPod and RemovePod are not called. */
  skippedFilters: ReadonlySet<string> = NOTHING_SKIPPED;
  /** Plugins whose PreScore answered Skip: their Score is not called. */
  skippedScores: ReadonlySet<string> = NOTHING_SKIPPED;

  write(key: string, data: StateData): void {
    this.data.set(key, data);
  }

  /** Returns the data under `key`; the plugin knows its own type. Undefined before it is written. */
  read<T extends StateData>(key: string): T | undefined {
    return this.data.get(key) as T | undefined;
  }

  delete(key: string): void {
    this.data.delete(key);
  }

  clone(): CycleState {
    const copy = new CycleState();
    for (const [key, value] of this.data) copy.data.set(key, value.clone ? value.clone() : value);
    copy.skippedFilters = this.skippedFilters;
    copy.skippedScores = this.skippedScores;
    return copy;
  }
}
