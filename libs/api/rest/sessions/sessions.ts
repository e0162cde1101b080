import { tooManyRequests } from '@orrery/api-types';
import type { UpgradeRequest } from '@orrery/api-streaming';
import { ContainerHooks } from './container-hooks';
import { FollowingWrites } from './health-changes';
import { ClientAffinity } from './network/service-endpoints';
import { MainProcesses } from './main-process';
import { PodFiles } from './pod-files';
import type { SessionMemory } from './session-memory';

/** Sessions that a process has open at once; more are refused with 429. */
const MAX_SESSIONS = 100;

/** Room for one session. */
export interface SessionSlot {
  /** The session that takes it, which ends with the process. */
  hold(session: { close(): void }): void;
  /** The session is over, or was never opened. */
  release(): void;
}

/** Commands, attached terminals and forwarded ports that are open in this process, and the files that they have written. */
export class Sessions implements SessionMemory {
  readonly files = new PodFiles();
  readonly processes = new MainProcesses();
  /** The endpoints that clients of services were sent to. */
  readonly affinity = new ClientAffinity();
  readonly following = new FollowingWrites();
  readonly hooks = new ContainerHooks(this);
  private readonly slots = new Set<{ session?: { close(): void } }>();
  private readonly heads = new WeakMap<object, Buffer>();

  /** Bytes that a connection sent right behind its request for an upgrade. */
  keepHead(request: object, head: Buffer): void {
    this.heads.set(request, head);
  }

  headOf(request: UpgradeRequest['request']): Buffer | undefined {
    return this.heads.get(request);
  }

  /** Reserves a slot for one more session; throws 429 if there is none. */
  admit(): SessionSlot {
    if (this.slots.size >= MAX_SESSIONS) throw tooManyRequests(`too many sessions: ${MAX_SESSIONS} are open`, 1);
    const slot: { session?: { close(): void } } = {};
    this.slots.add(slot);
    return { hold: (session) => void (slot.session = session), release: () => void this.slots.delete(slot) };
  }

  /** Ends all sessions: their connections would keep the server from ending. */
  close(): void {
    for (const { session } of [...this.slots]) session?.close();
  }
}
