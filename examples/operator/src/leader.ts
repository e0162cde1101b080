import { ApiException, CoordinationV1Api, V1MicroTime, type KubeConfig, type V1Lease } from '@kubernetes/client-node';
import type { Clock } from './clock';

const NAME = 'website-operator';
const DURATION_SECONDS = 15;

/** What a candidate does about a Lease: take or keep it, or wait for it. */
export function shouldHold(lease: V1Lease | undefined, me: string, now: Date): boolean {
  const { holderIdentity, renewTime, leaseDurationSeconds = DURATION_SECONDS } = lease?.spec ?? {};
  if (!holderIdentity || holderIdentity === me || !renewTime) return true;
  return new Date(renewTime).getTime() + leaseDurationSeconds * 1000 <= now.getTime();
}

/** Takes part in the election of a leader, by a Lease that the leader renews. */
export class Candidate {
  private readonly api: CoordinationV1Api;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private isLeader = false;

  constructor(
    config: KubeConfig,
    private readonly place: { readonly namespace: string; readonly identity: string; readonly retryMs: number },
    private readonly clock: Clock,
    private readonly on: { readonly elected: () => Promise<void>; readonly deposed: () => Promise<void> },
  ) {
    this.api = config.makeApiClient(CoordinationV1Api);
  }

  start(): void {
    const again = (): void => {
      this.round = this.takePart().finally(() => (this.timer = setTimeout(again, this.place.retryMs)));
    };
    again();
  }

  /** Ends without giving the Lease back, as a process does that is killed. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.round;
    clearTimeout(this.timer);
    if (this.isLeader) await this.on.deposed();
    this.isLeader = false;
  }

  private async takePart(): Promise<void> {
    // A Lease that cannot be read or written is not held.
    const holds = await this.hold().catch(() => false);
    if (holds === this.isLeader) return;
    this.isLeader = holds;
    await (holds ? this.on.elected() : this.on.deposed());
  }

  private async hold(): Promise<boolean> {
    const { namespace, identity } = this.place;
    const now = await this.clock();
    const lease = await this.read();
    if (!shouldHold(lease, identity, now)) return false;
    const spec = { holderIdentity: identity, leaseDurationSeconds: DURATION_SECONDS, renewTime: new V1MicroTime(now) };
    // With the resource version that was read: of two candidates one is refused.
    if (lease) await this.api.replaceNamespacedLease({ name: NAME, namespace, body: { ...lease, spec } });
    else await this.api.createNamespacedLease({ namespace, body: { metadata: { name: NAME }, spec } });
    return true;
  }

  private async read(): Promise<V1Lease | undefined> {
    try {
      return await this.api.readNamespacedLease({ name: NAME, namespace: this.place.namespace });
    } catch (error) {
      if (error instanceof ApiException && error.code === 404) return undefined;
      throw error;
    }
  }
}
