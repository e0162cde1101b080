import { DONE, type Bus, type Consumer, type Delivery, type Ending, type QueueJobs, type QueueName } from '@orrery/bus';
import { isLeftOut } from '@orrery/cluster-state';
import type { CorrelatorState } from '@orrery/events';
import type { ControlMessage } from '@orrery/messaging';
import type { Logger } from '@orrery/service';
import {
  ClusterGoneError,
  FencedError,
  Ownership,
  type ComponentPart,
  type Database,
  type Fence,
  type OwnershipRounds,
} from '@orrery/store';
import type { Component, ComponentKind } from '../../ports/component';
import type { ClusterPorts } from '../../ports/cluster-ports';
import { isSameJson } from '../../settings/settings-change';
import type { ClusterSettings } from '../../settings/settings-shape';
import { shardOf } from './sharding';

/** Delay until a component that did not start is started again. */
const RETRY_MS = 500;

/** Services that a host uses of its process. */
export interface HostServices {
  readonly processId: string;
  readonly isAlone: boolean;
  readonly database: Database;
  readonly bus: Bus;
  /** Renew the claims of all hosts of the process. */
  readonly ownershipRounds: OwnershipRounds;
  readonly logger: Logger;
  /** Sets the units of a control plane apart from those of others on the same database. */
  readonly unitPrefix: string;
  /** The clusters whose components the process runs. */
  knownClusters(): readonly string[];
  /** The cluster in the memory of the process; undefined if there is none of that name. */
  cluster(name: string): Promise<ClusterPorts | undefined>;
  /** Notifies that other components take over some of the work, with no state but the objects. */
  workChangesHands(): void;
  /** Sends a message to the other processes. */
  broadcast(message: ControlMessage): Promise<void>;
}

interface Running {
  readonly component: Component;
  readonly started: Promise<void>;
  stop(): Promise<void>;
}

/** Replacement of a component that a cluster is without: its jobs need no work here. */
const NOTHING_RUNS: Component = {
  start: async () => undefined,
  stop: async () => undefined,
  handle: async () => DONE,
};

interface DeliveredJob {
  readonly queue: QueueName;
  readonly number: number;
  readonly job: QueueJobs[QueueName];
  readonly delivery: Delivery;
}

interface Shard {
  readonly fence: Fence;
  readonly components: Map<string, Promise<Running | undefined>>;
  consumers: Consumer[];
}

interface Launch {
  readonly number: number;
  readonly shard: Shard;
  readonly captured: unknown;
}

/** A unit of the work of one cluster. */
export interface KnownUnit extends ComponentPart {
  /** Its name. */
  readonly unit: string;
  /** Returns the state of its component besides the objects; absent if it never has any. */
  capture?(): unknown;
}

/** The units of a cluster that a process works on. */
export async function unitsOf(hosts: readonly Host[], cluster: string): Promise<KnownUnit[]> {
  return (await Promise.all(hosts.map((host) => host.unitsOf(cluster)))).flat();
}

/** Captured state of one cluster's components of a kind, by shard. */
export type CapturedShards = ReadonlyMap<number, unknown>;
const NOTHING_CAPTURED: CapturedShards = new Map();

/** Runs one kind of component in one process: for the shards it owns, one component a cluster. */
export class Host {
  private readonly shards = new Map<number, Shard>();
  private readonly ownership: Ownership;
  private readonly closing = new Set<Promise<void>>();

  constructor(
    private readonly services: HostServices,
    private readonly kind: ComponentKind,
  ) {
    const { database, processId, isAlone, ownershipRounds: rounds } = services;
    this.ownership = new Ownership({
      database,
      processId,
      role: kind.name,
      units: Array.from({ length: kind.shards }, (_, shard) => this.unitOf(shard)),
      isAlone,
      rounds,
      gained: (fence) => this.gained(fence),
      lost: (unit) => void this.lost(unit),
      vacated: () => services.broadcast({ type: 'vacated' }),
    });
  }

  /** Name of the component. */
  get name(): string {
    return this.kind.name;
  }

  /** Claims a fair share of the work that another process released. */
  async claim(): Promise<void> {
    await this.ownership.claimNow();
  }

  /** Resolves when no claim is pending: the components of claimed work are being started. */
  claimed(): Promise<void> {
    return this.ownership.claimed();
  }

  /** Resolves when the first claims were made and what they cover has started. */
  async start(): Promise<void> {
    await this.ownership.start();
    for (const shard of this.shards.values()) {
      for (const running of await Promise.all(shard.components.values())) await running?.started;
    }
  }

  /** Releases the claims first: their next owner is notified before the clock can advance without this one. */
  async stop(): Promise<void> {
    await this.ownership.stop();
    await Promise.all([...this.shards.keys()].map((shard) => this.lost(this.unitOf(shard))));
    await Promise.all(this.closing);
  }

  /**
   * Starts the component for a new cluster in every owned shard that covers it, with what it is to know; resolves when it
   * runs.
   */
  async clusterAdded(cluster: string, captured: CapturedShards = NOTHING_CAPTURED): Promise<void> {
    const numbers = [...this.shards.keys()];
    await Promise.all(numbers.map(async (number) => (await this.componentFor(cluster, number, captured))?.started));
  }

  /** The units of work of a cluster that this process does. */
  async unitsOf(cluster: string): Promise<KnownUnit[]> {
    const running = [...(await this.componentsOf(cluster))];
    return running.map(([number, component]) => ({
      ...this.partOf(number),
      unit: this.unitOf(number),
      ...(component.capture ? { capture: () => component.capture!() } : {}),
    }));
  }

  /** Returns the state of a cluster's components besides its objects. */
  async capture(cluster: string): Promise<CapturedShards> {
    const captured = new Map<number, unknown>();
    for (const [number, component] of await this.componentsOf(cluster)) {
      if (component.capture) captured.set(number, component.capture());
    }
    return captured;
  }

  async clusterRemoved(cluster: string): Promise<void> {
    for (const shard of this.shards.values()) await this.remove(cluster, shard);
  }

  /** Starts over for a cluster whose cache had to be reloaded. */
  async clusterReloaded(cluster: string): Promise<void> {
    await this.clusterRemoved(cluster);
    await this.clusterAdded(cluster);
  }

  /** The components of a cluster that this process runs, by shard. */
  async componentsOf(cluster: string): Promise<ReadonlyMap<number, Component>> {
    const found = new Map<number, Component>();
    for (const [number, { components }] of this.shards) {
      const running = await components.get(cluster);
      if (running) found.set(number, running.component);
    }
    return found;
  }

  private async remove(cluster: string, shard: Shard): Promise<void> {
    const running = shard.components.get(cluster);
    shard.components.delete(cluster);
    await (await running?.catch(() => undefined))?.stop();
  }

  private unitOf(shard: number): string {
    return `${this.services.unitPrefix}${this.kind.name}/${shard}`;
  }

  /** The part of a cluster's work that a shard does: all of it, whichever shard its name leads to, unless it is split within clusters. */
  private partOf(shard: number): ComponentPart {
    const { name: component, shards, split } = this.kind;
    return split === 'within-clusters' ? { component, shard, shards } : { component, shard: 0, shards: 1 };
  }

  private gained(fence: Fence): void {
    const number = Number(fence.unit.slice(fence.unit.lastIndexOf('/') + 1));
    this.services.workChangesHands();
    const shard: Shard = { fence, components: new Map(), consumers: [] };
    this.shards.set(number, shard);
    for (const cluster of this.services.knownClusters()) void this.componentFor(cluster, number).catch(() => undefined);
    shard.consumers = this.kind.queues.map((queue) =>
      this.services.bus.consume(queue, number, (job, delivery) => this.take({ queue, number, job, delivery })),
    );
  }

  private async lost(unit: string): Promise<void> {
    const number = Number(unit.slice(unit.lastIndexOf('/') + 1));
    const shard = this.shards.get(number);
    if (!shard) return;
    this.services.workChangesHands();
    this.shards.delete(number);
    const closing = this.close(shard);
    this.closing.add(closing);
    await closing.finally(() => this.closing.delete(closing));
  }

  private async close(shard: Shard): Promise<void> {
    const stopped = [...shard.components.values()].map(async (running) => (await running)?.stop());
    // What could not be started needs no stopping.
    await Promise.allSettled(stopped);
    await Promise.all(shard.consumers.map((consumer) => consumer.close()));
  }

  private componentFor(cluster: string, number: number, captured = NOTHING_CAPTURED): Promise<Running | undefined> {
    const shard = this.shards.get(number);
    if (!shard || !this.covers(cluster, number)) return Promise.resolve(undefined);
    let running = shard.components.get(cluster);
    if (!running) {
      running = this.launch(cluster, { number, shard, captured: captured.get(number) });
      shard.components.set(cluster, running);
      running
        .then((launched) => launched?.started)
        .catch((err: unknown) => {
          if (this.report(err, cluster)) void this.tryAgain(cluster, number, shard);
        });
    }
    return running;
  }

  private covers(cluster: string, shard: number): boolean {
    return this.kind.split === 'within-clusters' || shardOf(cluster, this.kind.shards) === shard;
  }

  private async launch(cluster: string, launch: Launch): Promise<Running | undefined> {
    const ports = await this.services.cluster(cluster);
    // The clock waits from here on: a component that does not run yet has no timers to say when it advances.
    return ports?.activity.track(() => this.begin(ports, launch));
  }

  private async begin(ports: ClusterPorts, { number, shard, captured }: Launch): Promise<Running> {
    const { fence } = shard;
    const { shards } = this.kind;
    const known = captured ?? (await ports.activity.outside(() => this.handed(ports, { number, shard })));
    const component = isLeftOut(ports.settings, this.name)
      ? NOTHING_RUNS
      : this.kind.create({ cluster: ports, fence, shard: number, shards, captured: known });
    const unfollow = this.restartOnChange(ports, number, shard);
    const stop = (): Promise<void> => {
      unfollow();
      return component.stop();
    };
    const started = ports.activity.track(() => component.start());
    started.catch(() => void stop());
    return { component, started, stop };
  }

  /** Returns the captured state for a component of a fork or restored cluster. */
  private async handed(ports: ClusterPorts, { number, shard }: Pick<Launch, 'number' | 'shard'>): Promise<unknown> {
    const handed = await ports.states.take(this.partOf(number));
    if (handed?.events !== undefined) ports.events.restore(shard.fence.unit, handed.events as CorrelatorState);
    return handed?.state;
  }

  /** Restarts the component when the settings change that it was created with. Returns a function that stops that. */
  private restartOnChange(ports: ClusterPorts, number: number, shard: Shard): () => void {
    const inForce = this.settingsAtStart(ports.settings);
    let isStopped = false;
    const unsubscribe = ports.onSettingsChanged(async () => {
      // A change that came while an earlier one was acted on: the component that was started for that one has it.
      if (isStopped || isSameJson(this.settingsAtStart(ports.settings), inForce)) return;
      await this.remove(ports.id, shard);
      if (this.shards.get(number) === shard) await (await this.componentFor(ports.id, number))?.started;
    });
    return () => {
      isStopped = true;
      unsubscribe();
    };
  }

  /** Returns the settings that the component was created with: its presence in the cluster, and the values that it reads once. */
  private settingsAtStart(settings: ClusterSettings): unknown {
    return [isLeftOut(settings, this.name), this.kind.settingsAtStart?.(settings) ?? null];
  }

  /** Starts a component again that could not start, for example because the database was unreachable. */
  private async tryAgain(cluster: string, number: number, shard: Shard): Promise<void> {
    shard.components.delete(cluster);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    if (this.shards.get(number) !== shard || !this.services.knownClusters().includes(cluster)) return;
    await this.componentFor(cluster, number);
  }

  /** Takes a job. One with a place waits for it outside its queue, which continues with other clusters; one that fails is queued again. */
  private async take(delivered: DeliveredJob): Promise<Ending> {
    const { place, ...job } = delivered.job;
    const cluster = place && (await this.services.cluster(job.cluster));
    if (!cluster) return this.handle(delivered);
    const { queue, number } = delivered;
    cluster.placedJobs.take(`${queue}.${number}`, place, async () => {
      const ending = await this.handle({ ...delivered, job });
      // Without the place it is a job like any other.
      if (ending.kind !== 'done') await this.services.bus.send(queue, number, job);
    });
    return DONE;
  }

  private async handle({ queue, number: shard, job, delivery }: DeliveredJob): Promise<Ending> {
    // Its next owner gets it: no other process can do the work.
    if (!this.shards.has(shard)) return { kind: 'retry', error: new Error(`${this.unitOf(shard)} changes hands`) };
    try {
      const running = await this.componentFor(job.cluster, shard);
      const cluster = running && (await this.services.cluster(job.cluster));
      if (!cluster || !running?.component.handle) {
        // A cluster that is gone, or looked after elsewhere by now, has left its repetition behind.
        const id = delivery.repetition;
        if (id !== undefined) await this.services.bus.repetitions.remove({ queue, shard, id });
        return DONE;
      }
      await running.started;
      const ending = await cluster.activity.track(() => running.component.handle!(job, delivery));
      // Who took its place may have looked at the state before the work was there.
      const isReplaced = (await this.shards.get(shard)?.components.get(job.cluster)) !== running;
      return isReplaced ? { kind: 'retry', error: new Error(`${this.unitOf(shard)} was replaced`) } : ending;
    } catch (error) {
      if (error instanceof FencedError || error instanceof ClusterGoneError) return DONE;
      return { kind: 'retry', error };
    }
  }

  /** A component that lost its unit, or whose cluster is gone, has nothing left to do; anything else is worth a line. */
  private report(err: unknown, cluster: string): boolean {
    if (err instanceof FencedError || err instanceof ClusterGoneError) return false;
    this.services.logger.error({ err, cluster, component: this.kind.name }, 'component did not start');
    return true;
  }
}
