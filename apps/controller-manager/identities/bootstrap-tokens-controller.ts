import { createHmac } from 'node:crypto';
import type { KubeObject } from '@orrery/api-types';
import type { ComponentContext, IdentityPort, ObjectsPort, ClockPort, LogPort } from '@orrery/control-plane';
import { Operation, type Change } from '@orrery/store';
import { TimerPhase, type Timer } from '@orrery/time';
import {
  BOOTSTRAP_NAMESPACE,
  bootstrapTokenIn,
  CLUSTER_INFO,
  signedClusterInfo,
  type BootstrapToken,
} from '@orrery/workloads';
import type { Controller } from '../controller';
import { Rounds } from '../rounds';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

const SECRETS = 'secrets';
const CONFIG_MAPS = 'configmaps';

/** Deletes bootstrap tokens when they expire, and signs the published cluster information with those that there are. */
export class BootstrapTokensController implements Controller {
  /** By the name of their Secret. */
  private readonly tokens = new Map<string, BootstrapToken>();
  private isDirty = false;
  private timer: Timer | undefined;
  private readonly rounds: Rounds;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.rounds = new Rounds(context, {
      controller: 'bootstrap-tokens',
      hasWork: () => this.isDirty,
      round: () => this.round(),
    });
  }

  start(): void {
    for (const secret of this.context.cluster.cache.list(SECRETS, BOOTSTRAP_NAMESPACE)) this.see(secret, true);
    this.isDirty = this.tokens.size > 0;
    this.rounds.run();
  }

  stop(): void {
    this.timer?.cancel();
    this.tokens.clear();
    this.isDirty = false;
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object } of changes) {
      if (key.resource === SECRETS && key.namespace === BOOTSTRAP_NAMESPACE) {
        this.see(object, operation !== Operation.Delete);
      }
      const isInfo = key.namespace === CLUSTER_INFO.namespace && key.name === CLUSTER_INFO.name;
      if (key.resource === CONFIG_MAPS && isInfo && this.tokens.size > 0) this.isDirty = true;
    }
    this.rounds.run();
  }

  private see(secret: KubeObject, isThere: boolean): void {
    const { name } = secret.metadata;
    const token = isThere ? bootstrapTokenIn(secret) : undefined;
    if (!token && !this.tokens.has(name)) return;
    if (token) this.tokens.set(name, token);
    else this.tokens.delete(name);
    this.isDirty = true;
  }

  private async round(): Promise<void> {
    this.isDirty = false;
    const { cluster, fence } = this.context;
    const nowMs = cluster.clock.now();
    const expired = [...this.tokens].filter(([, { expiresAtMs = Infinity }]) => expiresAtMs <= nowMs);
    if (expired.length > 0) {
      const keyOf = (name: string) => ({ resource: SECRETS, namespace: BOOTSTRAP_NAMESPACE, name });
      await cluster.store.remove(
        expired.map(([name]) => ({ key: keyOf(name), options: {} })),
        fence,
      );
    }
    this.wakeForTheNext(nowMs);
    const valid = [...this.tokens.values()].filter(({ expiresAtMs = Infinity }) => expiresAtMs > nowMs);
    const change = (info: KubeObject): KubeObject | undefined => signedClusterInfo(info, valid, sign);
    await cluster.store.modify([{ key: { resource: CONFIG_MAPS, ...CLUSTER_INFO }, change }], fence);
  }

  private wakeForTheNext(nowMs: number): void {
    this.timer?.cancel();
    const times = [...this.tokens.values()].flatMap(({ expiresAtMs }) => expiresAtMs ?? []);
    const next = Math.min(...times.filter((time) => time > nowMs));
    if (!Number.isFinite(next)) return;
    this.timer = this.context.cluster.clock.setTimer(next, TimerPhase.Controllers, 'bootstrap-tokens', () => {
      this.isDirty = true;
      this.rounds.run();
    });
  }
}

function sign(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
