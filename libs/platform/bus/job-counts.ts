/** The jobs of each cluster that this process put on queues and finished since it started. */
export class JobCounts {
  private readonly clusters = new Map<string, { sent: number; handled: number }>();
  private waiters: (() => void)[] = [];

  sent(cluster: string): void {
    this.of(cluster).sent++;
  }

  handled(cluster: string): void {
    this.of(cluster).handled++;
    const waiters = this.waiters;
    this.waiters = [];
    for (const wake of waiters) wake();
  }

  read(cluster: string): { readonly sent: number; readonly handled: number } {
    return this.of(cluster);
  }

  /** Resolves at the next job that is finished. */
  async changed(): Promise<void> {
    await new Promise<void>((wake) => this.waiters.push(wake));
  }

  forget(cluster: string): void {
    this.clusters.delete(cluster);
  }

  private of(cluster: string): { sent: number; handled: number } {
    let counts = this.clusters.get(cluster);
    if (!counts) this.clusters.set(cluster, (counts = { sent: 0, handled: 0 }));
    return counts;
  }
}
