import type { Server } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import { machineClock, type Clock } from './clock';
import { Candidate } from './leader';
import { Reconciler } from './reconciler';
import { startWebhooks } from './webhooks';

export interface OperatorOptions {
  readonly config: KubeConfig;
  /** Who it is among the candidates. */
  readonly identity: string;
  readonly namespace?: string;
  readonly clock?: Clock;
  /** How often the Lease is looked at, in real milliseconds. */
  readonly retryMs?: number;
}

/** The operator: webhooks in every process, and one leader that reconciles. */
export class Operator {
  private readonly candidate: Candidate;
  private reconciler: Reconciler | undefined;
  private webhooks: Server | undefined;

  constructor(private readonly options: OperatorOptions) {
    const { config, identity, namespace = 'default', clock = machineClock, retryMs = 2000 } = options;
    this.candidate = new Candidate(config, { namespace, identity, retryMs }, clock, {
      elected: async () => {
        this.reconciler = new Reconciler(config, namespace, clock);
        await this.reconciler.start();
      },
      deposed: async () => {
        await this.reconciler?.stop();
        this.reconciler = undefined;
      },
    });
  }

  async start(): Promise<void> {
    this.webhooks = await startWebhooks(this.options.config);
    this.candidate.start();
  }

  async stop(): Promise<void> {
    await this.candidate.stop();
    this.webhooks?.close();
    this.webhooks?.closeAllConnections();
  }
}
