/** Programs of users outside of the cluster. */
export interface OutsidePort {
  readonly inputs: {
    /**
     * Asks something outside of the cluster, or answers what it answered when that was recorded.
     *
     * @param question all that the answer may follow from, but for what is another one each time. Plain data.
     * @param failed the answer where there is none
     */
    ask<T>(question: unknown, ask: () => Promise<T>, failed: (reason: string) => T): Promise<T>;
  };
}
