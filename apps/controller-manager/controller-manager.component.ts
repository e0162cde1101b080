import { DONE, type Ending, type QueueJobs } from '@orrery/bus';
import type { Component, ComponentContext, ComponentKind } from '@orrery/control-plane';
import { ClusterGoneError, FencedError, type Change } from '@orrery/store';
import { DisruptionController } from './disruption-controller';
import { EventExpiry } from './event-expiry';
import { NamespaceController } from './namespace-controller';
import { NodeIpamController } from './node-ipam-controller';
import { PodGarbageCollector } from './pod-garbage-collector';

/** One control loop of the controller manager. */
export interface Controller {
  /** Takes up the state of the cluster. */
  start(): void;
  stop(): void;
  /** Follows the log. */
  follow(changes: readonly Change[]): void;
  /** Brings these objects (`namespace/name` or `name`) to what they should be. */
  reconcile?(keys: readonly string[]): Promise<void>;
}

/** Runs background work of a controller as activity of the cluster; faults are logged, the next trigger tries again. */
export function runLoop(context: ComponentContext, controller: string, work: () => Promise<void>): void {
  const { runtime } = context;
  void runtime.activity.track(work).catch((err: unknown) => {
    if (err instanceof FencedError || err instanceof ClusterGoneError) return;
    runtime.plane.logger.error({ err, cluster: runtime.id, controller }, 'control loop failed');
  });
}

/** The controllers of one cluster. */
class ControllerManager implements Component<'reconcile'> {
  private readonly controllers: ReadonlyMap<string, Controller>;
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly context: ComponentContext) {
    this.controllers = new Map<string, Controller>([
      ['namespace', new NamespaceController(context)],
      ['disruption', new DisruptionController(context)],
      ['node-ipam', new NodeIpamController(context)],
      ['pod-garbage-collector', new PodGarbageCollector(context)],
      ['event-expiry', new EventExpiry(context)],
    ]);
  }

  async start(): Promise<void> {
    this.unsubscribe = this.context.runtime.cache.subscribe((changes) => {
      for (const controller of this.controllers.values()) controller.follow(changes);
    });
    for (const controller of this.controllers.values()) controller.start();
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    for (const controller of this.controllers.values()) controller.stop();
  }

  async handle(job: QueueJobs['reconcile']): Promise<Ending> {
    await this.context.runtime.cache.reached(job.revision);
    await this.controllers.get(job.controller)?.reconcile?.(job.keys);
    return DONE;
  }
}

/** The component as a process announces it. */
export function controllerManagerKind(shards: number): ComponentKind<'reconcile'> {
  return {
    name: 'controller-manager',
    shards,
    split: 'clusters',
    queues: ['reconcile'],
    create: (context) => new ControllerManager(context),
  };
}
