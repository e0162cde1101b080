import { ClusterCache, clustersBeingMade, completeAuthorities, listClusters, readCluster } from '@orrery/store';
import { clusterSecrets } from './cluster-certificates';
import { ClusterRuntime } from './cluster-runtime';
import { endAbandoned, type OpenedRecord } from '../../inputs/recording-life';
import type { ClusterServices } from './cluster-services';
import type { Host } from '../process/component-host';
import type { WrittenFork } from '../transfer/forks';
import { newSecret, type Installation } from '../process/installation';
import { Turns } from '../time/turns';

/** Hosts and signer of the clusters of a process. */
export interface MemoryContext {
  readonly hosts: readonly Host[];
  readonly installation: Installation;
  /** Returns the state that this process holds for a fork that was not loaded yet. */
  readonly known: (name: string) => Promise<WrittenFork['memory']>;
}

/** Clusters that one process has in its memory, and those whose components it runs. */
export class ClusterMemory {
  private readonly runtimes = new Map<string, Promise<ClusterRuntime | undefined>>();
  private readonly lookedAfter = new Set<string>();
  /** The latest time that each cluster was loaded again. */
  private readonly reloads = new Map<string, Promise<void>>();
  /** Serializes reads of the table of clusters with deletions and rewinds. */
  private readonly turns = new Turns();

  constructor(
    private readonly services: ClusterServices,
    private readonly context: MemoryContext,
  ) {}

  /** Clusters whose components this process runs. */
  get known(): readonly string[] {
    return [...this.lookedAfter];
  }

  /** Names of all clusters that were requested. */
  get names(): Iterable<string> {
    return this.runtimes.keys();
  }

  /** The clusters that are there. */
  async loaded(): Promise<ClusterRuntime[]> {
    return (await Promise.all(this.runtimes.values())).filter((runtime) => runtime !== undefined);
  }

  /** Takes up all clusters that are stored, before any component runs. */
  async loadAll(): Promise<void> {
    const { database, isAlone } = this.services;
    for (const record of await listClusters(database)) {
      this.lookedAfter.add(record.id);
      // Work is about to change hands, and who takes it over knows no more than the objects.
      if (!isAlone) await endAbandoned(database, record, 'a process was started');
    }
    await Promise.all(this.known.map((cluster) => this.cluster(cluster)));
  }

  /** Ends the recordings of clusters that no longer follow from their inputs, from here on. */
  async breakOffRecordings(reason: string): Promise<void> {
    for (const { recording } of await this.loaded()) recording.breakOff(reason);
  }

  /** Returns the cluster, loaded on first use; undefined if there is none of that name. */
  cluster(name: string): Promise<ClusterRuntime | undefined> {
    let runtime = this.runtimes.get(name);
    if (!runtime) {
      runtime = this.load(name);
      this.runtimes.set(name, runtime);
      const forget = (): void => {
        if (this.runtimes.get(name) === runtime) this.runtimes.delete(name);
      };
      runtime.then((loaded) => loaded ?? forget(), forget);
    }
    return runtime;
  }

  /** The memory of a cluster that was just made: there is nothing to be loaded. */
  async opened(record: OpenedRecord, memory?: WrittenFork['memory']): Promise<ClusterRuntime> {
    // A request during its creation loads it, or has found nothing yet.
    for (let asked = this.runtimes.get(record.id); asked; asked = this.runtimes.get(record.id)) {
      const loaded = await asked.catch(() => undefined);
      if (loaded) return loaded;
    }
    const { cache = new ClusterCache(record.revision, []), states } = memory ?? {};
    const runtime = ClusterRuntime.open(this.services, record, cache, states);
    this.runtimes.set(record.id, Promise.resolve(runtime));
    return runtime;
  }

  /** Adds a cluster whose components this process runs from now on. */
  async added(cluster: string): Promise<void> {
    if (this.lookedAfter.has(cluster)) return;
    this.lookedAfter.add(cluster);
    await Promise.all(this.context.hosts.map((host) => host.clusterAdded(cluster)));
    (await this.cluster(cluster))?.states.close();
  }

  /** Forgets a cluster and removes it from wherever it is stored. */
  removing<T>(name: string, remove: () => Promise<T>): Promise<T> {
    return this.turns.take(async () => {
      const runtime = await this.deleted(name);
      try {
        return await remove();
      } finally {
        runtime?.streams.closeAll();
      }
    });
  }

  /** Forgets a cluster while `change` makes another one of it, and takes it up again as it is then. */
  reloading<T>(name: string, change: () => Promise<T>): Promise<T> {
    return this.turns.take(() => this.replaced(name, change));
  }

  /** The log of a cluster could not be continued: its components start over from the cache that was loaded. */
  reloaded(cluster: string, cache: ClusterCache): Promise<void> {
    const reload = (async () => {
      const runtime = await this.runtimes.get(cluster);
      if (runtime?.cache !== cache) return;
      // The clock waits: components that do not run yet have no timers to say when it advances.
      await runtime.activity.track(() => this.turns.take(() => this.restarted(cluster, runtime)));
    })();
    this.reloads.set(cluster, reload);
    return reload;
  }

  /** Lets the components of a cluster start over; those of one that was taken back meanwhile have other work to do. */
  private async restarted(cluster: string, runtime: ClusterRuntime): Promise<void> {
    if ((await this.runtimes.get(cluster)) !== runtime) return;
    const stored = await readCluster(this.services.database, cluster);
    if (stored && stored.log !== runtime.record.log) return this.replaced(cluster, async () => undefined);
    // All stop before one starts: the order in the log does not depend on which of them stopped first.
    const { hosts } = this.context;
    await Promise.all(hosts.map((host) => host.clusterRemoved(cluster)));
    await Promise.all(hosts.map((host) => host.clusterAdded(cluster)));
  }

  /** Resolves when the latest {@link reloaded} of a cluster is done. */
  async reloadOf(cluster: string): Promise<void> {
    await this.reloads.get(cluster);
  }

  /**
   * Takes up the clusters that are stored and drops those that are not. A cluster that is created here while the list
   * is read is not in it: only those known before are dropped. One that writes to another log was rewound, or is
   * another one. One that another process makes is ignored until that process announces it.
   */
  follow(): Promise<void> {
    return this.turns.take(async () => {
      const before = new Map(
        await Promise.all(this.known.map(async (id) => [id, (await this.runtimes.get(id))?.record.log] as const)),
      );
      const { database } = this.services;
      const stored = new Map((await listClusters(database)).map(({ id, log }) => [id, log]));
      // Later than the list: none of those that were being made then can be missing here.
      const beingMade = await clustersBeingMade(database);
      for (const [cluster, log] of stored) {
        const former = before.get(cluster);
        if (former !== undefined && former !== log) await this.replaced(cluster, async () => undefined);
        else if (!beingMade.has(cluster)) await this.added(cluster);
      }
      for (const cluster of before.keys()) if (!stored.has(cluster)) (await this.deleted(cluster))?.streams.closeAll();
    });
  }

  private async replaced<T>(name: string, change: () => Promise<T>): Promise<T> {
    const former = await this.cluster(name);
    await former?.writeHeartbeats();
    await this.removed(name);
    try {
      return await change();
    } finally {
      await this.forgetEarlyLoad(name);
      await this.added(name).finally(() => this.succeed(name, former));
    }
  }

  /** Lets those who wait for the former memory of a cluster continue with the present one: jobs wait for revisions, watches end. */
  private async succeed(name: string, former: ClusterRuntime | undefined): Promise<void> {
    const runtime = await this.cluster(name);
    if (!former) return;
    if (!runtime) return former.cache.end();
    former.cache.succeededBy(runtime.cache);
    former.replaceCache(runtime.cache);
  }

  /** Drops what a request loaded while the cluster was being changed: it may be what was there before. */
  private async forgetEarlyLoad(name: string): Promise<void> {
    const early = await this.runtimes.get(name);
    if (!early) return;
    const stored = await readCluster(this.services.database, name);
    if (stored?.log !== early.record.log) await this.removed(name);
  }

  private async deleted(cluster: string): Promise<ClusterRuntime | undefined> {
    // Jobs and questions of rounds that wait for its next change hold up nothing else.
    (await this.runtimes.get(cluster))?.cache.end();
    const runtime = await this.removed(cluster);
    // Not for one that is taken up again: jobs that others have sent or handled meanwhile are counted with those of before.
    this.services.bus.counts.forget(cluster);
    return runtime;
  }

  private async removed(cluster: string): Promise<ClusterRuntime | undefined> {
    this.lookedAfter.delete(cluster);
    this.reloads.delete(cluster);
    const runtime = await this.runtimes.get(cluster);
    this.runtimes.delete(cluster);
    await Promise.all(this.context.hosts.map((host) => host.clusterRemoved(cluster)));
    runtime?.stop();
    return runtime;
  }

  private async load(name: string): Promise<ClusterRuntime | undefined> {
    const record = await readCluster(this.services.database, name);
    // What a process before recorded comes to its end here.
    if (record && this.services.isAlone) await endAbandoned(this.services.database, record, 'the server ended');
    if (!record) return undefined;
    // A cluster of an earlier release has none yet.
    const authorities = record.authorities ?? (await this.completed(name));
    if (!authorities) return undefined;
    const opened = { ...record, authorities };
    const known = await this.context.known(name);
    const runtime = known
      ? ClusterRuntime.open(this.services, opened, known.cache, known.states)
      : await ClusterRuntime.load(this.services, opened);
    if (!this.services.isAlone) await runtime?.recording.follow();
    return runtime;
  }

  private async completed(name: string): Promise<OpenedRecord['authorities'] | undefined> {
    const { authorities } = clusterSecrets(this.context.installation.secret, newSecret());
    return completeAuthorities(this.services.database, name, authorities);
  }
}
