import type { ControlMessage } from '@orrery/messaging';
import type { ClusterRuntime } from '../cluster/cluster-runtime';
import type { Host } from './component-host';
import { replaceComponent } from '../transfer/replace-state';

export interface RestartOptions {
  readonly hosts: readonly Host[];
  readonly processId: string;
  readonly cluster: (name: string) => Promise<ClusterRuntime | undefined>;
  /** Sends a message to the other processes; resolves when it is on its way. */
  readonly send: (message: ControlMessage) => Promise<void>;
}

/** Lets components of clusters start again, in every process that runs them. */
export class ComponentRestarts {
  constructor(private readonly options: RestartOptions) {}

  /** Restarts a component from the state, in all processes. Resolves when this process has done its part. */
  async everywhere(cluster: string, component: string): Promise<void> {
    await this.here(cluster, component);
    await this.options.send({ type: 'restart', process: this.options.processId, cluster, component });
  }

  /** Restarts a component from the state, in this process. */
  async here(cluster: string, component: string): Promise<void> {
    const runtime = await this.options.cluster(cluster);
    const hosts = this.hostsOf(component);
    await runtime?.activity.track(() => Promise.all(hosts.map((host) => host.clusterReloaded(cluster))));
  }

  /** See {@link replaceComponent}. */
  async replaceComponent(cluster: string, component: string): Promise<void> {
    const runtime = await this.options.cluster(cluster);
    if (runtime) await replaceComponent(runtime, this.hostsOf(component));
  }

  private hostsOf(component: string): readonly Host[] {
    return this.options.hosts.filter(({ name }) => name === component);
  }
}
