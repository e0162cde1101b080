import type { Database } from '../server/database';
import type { Fence } from '../commit/write-batch';

/** Lifetime of a claim that is not renewed: the time after which a dead owner's work is taken over. */
export const CLAIM_SECONDS = 6;
const RENEW_MS = 1500;

/** Participant in the rounds of a process: the units of one role. */
export interface ClaimingRole {
  readonly role: string;
  /** Returns the claims to renew. */
  claims(): readonly Fence[];
  /**
   * The rest of its round.
   * @param kept the units whose claims were renewed
   * @param alive how many processes compete for the role's units
   */
  settle(kept: ReadonlySet<string>, alive: number): Promise<void>;
}

export interface RoundsOptions {
  readonly database: Database;
  /** Unique for each process and start. */
  readonly processId: string;
  /** The only process on this database: no process competes with it. */
  readonly isAlone: boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Heartbeats of a process: one statement for all of its roles records that it is alive, and renews all claims. A
 * process at rest wakes for little else.
 */
export class OwnershipRounds {
  private readonly members = new Set<ClaimingRole>();
  /** Members that requested a round during the current one; all of them get the next one. */
  private asked = new Set<ClaimingRole>();
  private next: Promise<void> | undefined;
  private turning: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: RoundsOptions) {}

  /** Makes the process known as alive in these roles, before it claims anything. */
  async announce(roles: readonly string[]): Promise<void> {
    await this.beat(roles, []);
  }

  /** A member's first round; it takes part in all rounds from then on. */
  async join(member: ClaimingRole): Promise<void> {
    await this.now(member);
    this.members.add(member);
    this.schedule();
  }

  /** Requests a round for this member, which begins as soon as the current one is over. */
  now(member: ClaimingRole): Promise<void> {
    this.asked.add(member);
    this.next ??= this.after(this.turning);
    return this.next;
  }

  /** Ends the member's part; resolves when no round is running. */
  async leave(member: ClaimingRole): Promise<void> {
    this.members.delete(member);
    this.asked.delete(member);
    if (this.members.size === 0) {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
    await this.turning.catch(() => undefined);
  }

  private async after(former: Promise<void>): Promise<void> {
    await former.catch(() => undefined);
    const members = [...this.asked];
    this.asked = new Set();
    this.next = undefined;
    this.turning = this.round(members);
    await this.turning;
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => {
      void Promise.all([...this.members].map((member) => this.now(member)))
        .catch(this.options.onError)
        .finally(() => {
          this.timer = undefined;
          if (this.members.size > 0) this.schedule();
        });
    }, RENEW_MS).unref();
  }

  private async round(members: readonly ClaimingRole[]): Promise<void> {
    if (members.length === 0) return;
    const kept = await this.beat(
      members.map(({ role }) => role),
      members.flatMap((member) => member.claims()),
    );
    const alive = await this.aliveByRole(members);
    await Promise.all(members.map((member) => member.settle(kept, alive.get(member.role) ?? 1)));
  }

  /** Says that the process lives, and renews claims; answers the units that it still has. */
  private async beat(roles: readonly string[], claims: readonly Fence[]): Promise<Set<string>> {
    const { database, processId } = this.options;
    const units = claims.map(({ unit }) => unit);
    const epochs = claims.map(({ epoch }) => epoch);
    const rows = await database.prisma.$queryRaw<{ unit: string }[]>`
      WITH alive AS (
        INSERT INTO process (id, role, heartbeat_at)
        SELECT ${`${processId}:`} || role, role, now() FROM unnest(${[...roles]}::TEXT[]) AS roles(role)
        ON CONFLICT (id) DO UPDATE SET heartbeat_at = now()
      )
      UPDATE ownership o SET expires_at = now() + make_interval(secs => ${CLAIM_SECONDS})
      FROM unnest(${units}::TEXT[], ${epochs}::BIGINT[]) AS mine(unit, epoch)
      WHERE o.unit = mine.unit AND o.epoch = mine.epoch AND o.holder = ${processId}
      RETURNING o.unit`;
    return new Set(rows.map((row) => row.unit));
  }

  private async aliveByRole(members: readonly ClaimingRole[]): Promise<Map<string, number>> {
    const { database, isAlone } = this.options;
    if (isAlone) return new Map();
    const roles = members.map(({ role }) => role);
    const rows = await database.prisma.$queryRaw<{ role: string; count: bigint }[]>`
      SELECT role, count(*) FROM process
      WHERE role = ANY(${roles}::TEXT[]) AND heartbeat_at > now() - make_interval(secs => ${CLAIM_SECONDS}) GROUP BY role`;
    return new Map(rows.map(({ role, count }) => [role, Number(count)]));
  }
}
