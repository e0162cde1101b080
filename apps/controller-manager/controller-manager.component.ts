import { DONE, type Ending, type QueueJobs } from '@orrery/bus';
import { isControllerLeftOut } from '@orrery/cluster-state';
import type { Component, ComponentContext, ComponentKind } from '@orrery/control-plane';
import type { Controller } from './controller';
import { CONTROLLERS, type ControllerPorts } from './controllers';
import { workloadControllers } from './workloads/workload-controllers';
import { WorkloadHost } from './workloads/workload-host';

/** State of the controllers besides the objects, by name. */
interface ControllerManagerCapture {
  readonly version: 1;
  readonly controllers: Readonly<Record<string, unknown>>;
}

/** The controllers of one cluster. */
class ControllerManager implements Component<'reconcile'> {
  private readonly controllers: ReadonlyMap<string, Controller>;
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly context: ComponentContext<ControllerPorts>) {
    const within = (part: string): ComponentContext<ControllerPorts> => ({
      ...context,
      fence: { ...context.fence, part },
    });
    const { settings, kinds } = context.cluster;
    const present = CONTROLLERS.filter(({ does }) => !isControllerLeftOut(settings, does));
    const workloads = workloadControllers(kinds.release).filter(({ does }) => !isControllerLeftOut(settings, [does]));
    this.controllers = new Map<string, Controller>([
      ...present.map(({ name, create }) => [name, create(within(name))] as const),
      ['workloads', new WorkloadHost(context, workloads)],
    ]);
  }

  async start(): Promise<void> {
    this.unsubscribe = this.context.cluster.cache.subscribe((changes) => {
      for (const controller of this.controllers.values()) controller.follow(changes);
    });
    const captured = (this.context.captured as ControllerManagerCapture | undefined)?.controllers;
    for (const [name, controller] of this.controllers) controller.start(captured?.[name]);
  }

  capture(): ControllerManagerCapture {
    const known = [...this.controllers].flatMap(([name, controller]) =>
      controller.capture ? [[name, controller.capture()] as const] : [],
    );
    return { version: 1, controllers: Object.fromEntries(known) };
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    for (const controller of this.controllers.values()) controller.stop();
  }

  async handle(job: QueueJobs['reconcile']): Promise<Ending> {
    await this.context.cluster.cache.reached(job.revision);
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
    settingsAtStart: ({ leftOut = [] }) => leftOut,
    create: (context) => new ControllerManager(context),
  };
}
