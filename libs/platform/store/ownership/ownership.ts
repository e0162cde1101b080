import type { Database } from '../server/database';
import type { Fence } from '../commit/write-batch';
import { CLAIM_SECONDS, type OwnershipRounds, type ClaimingRole } from './ownership-rounds';

export interface OwnershipOptions {
  readonly database: Database;
  /** Unique for each process and start. */
  readonly processId: string;
  /** Role of this process, for the list of processes. */
  readonly role: string;
  /** Units this process is willing to own, with the role that competes for them. */
  readonly units: readonly string[];
  /** The only process on this database: claims at once what a former run left behind. */
  readonly isAlone: boolean;
  /** Renew the claims of all roles of the process together. */
  readonly rounds: OwnershipRounds;
  readonly gained: (fence: Fence) => void;
  readonly lost: (unit: string) => void;
  /** Units were given back and wait for another owner; this process stops working on them afterwards. */
  readonly vacated: () => Promise<void>;
}

/**
 * Shares the units of work (shards of a component) among the live processes of a role. Claims are rows with an epoch
 * that grows with each new owner; batches carry it, so a process that was paused cannot write for a unit it lost.
 *
 *     free or expired --claim--> owned (epoch + 1) --renew--> owned
 *     owned --not renewed for CLAIM_SECONDS--> expired;  owned --release--> free
 */
export class Ownership implements ClaimingRole {
  private readonly owned = new Map<string, Fence>();
  private stopped = false;
  private claiming: Promise<void> = Promise.resolve();

  constructor(private readonly options: OwnershipOptions) {}

  get role(): string {
    return this.options.role;
  }

  claims(): readonly Fence[] {
    return [...this.owned.values()];
  }

  /** The first round; afterwards rounds repeat until {@link stop}. */
  async start(): Promise<void> {
    await this.options.rounds.join(this);
  }

  /** Checks once for units to claim. */
  async claimNow(): Promise<void> {
    if (!this.stopped) await this.options.rounds.now(this);
  }

  async settle(kept: ReadonlySet<string>, alive: number): Promise<void> {
    if (this.stopped) return;
    const share = Math.ceil(this.options.units.length / Math.max(1, alive));
    for (const unit of [...this.owned.keys()]) if (!kept.has(unit)) this.drop(unit);
    await this.release([...this.owned.keys()].slice(share));
    const wanted = share - this.owned.size;
    if (wanted > 0) await (this.claiming = this.claim(wanted));
  }

  /** Resolves when no claim is pending: all that other processes may see as claimed by this process was reported as gained. */
  async claimed(): Promise<void> {
    await this.claiming.catch(() => undefined);
  }

  /** Releases all claims, so that other processes need not wait for them to expire. Work continues until it is dropped. */
  async stop(): Promise<void> {
    this.stopped = true;
    const { database, processId, role, units, rounds } = this.options;
    await rounds.leave(this);
    await database.prisma.ownership
      .updateMany({ where: { holder: processId, unit: { in: [...units] } }, data: { expiresAt: new Date(0) } })
      .catch(() => undefined);
    await database.prisma.process.deleteMany({ where: { id: `${processId}:${role}` } }).catch(() => undefined);
    await this.options.vacated();
  }

  private async claim(count: number): Promise<void> {
    const { database, processId, isAlone, gained } = this.options;
    const candidates = this.options.units.filter((unit) => !this.owned.has(unit));
    const rows = await database.prisma.$queryRaw<{ unit: string; epoch: bigint }[]>`
      INSERT INTO ownership AS o (unit, holder, epoch, expires_at)
      SELECT wanted.unit, ${processId}, 1, now() + make_interval(secs => ${CLAIM_SECONDS})
      FROM unnest(${candidates}::TEXT[]) AS wanted(unit)
      LEFT JOIN ownership taken ON taken.unit = wanted.unit
      WHERE ${isAlone} OR taken.unit IS NULL OR taken.expires_at < now()
      LIMIT ${count}
      ON CONFLICT (unit) DO UPDATE
        SET holder = excluded.holder, epoch = o.epoch + 1, expires_at = excluded.expires_at
        WHERE ${isAlone} OR o.expires_at < now()
      RETURNING o.unit, o.epoch`;
    for (const row of rows) {
      const fence = { unit: row.unit, epoch: row.epoch };
      this.owned.set(row.unit, fence);
      gained(fence);
    }
  }

  /** Releases first the claim, then notifies, then drops the work: a clock that is stopped for the vacancy misses nothing. */
  private async release(units: readonly string[]): Promise<void> {
    if (units.length === 0) return;
    const epochs = units.map((unit) => this.owned.get(unit)!.epoch);
    await this.options.database.prisma.$executeRaw`
      UPDATE ownership o SET expires_at = to_timestamp(0) FROM unnest(${[...units]}::TEXT[], ${epochs}::BIGINT[]) AS mine(unit, epoch)
      WHERE o.unit = mine.unit AND o.epoch = mine.epoch`;
    await this.options.vacated();
    for (const unit of units) this.drop(unit);
  }

  private drop(unit: string): void {
    this.owned.delete(unit);
    this.options.lost(unit);
  }
}

/** Ids of the processes that gave a sign of life lately. */
export async function liveProcesses(database: Database): Promise<string[]> {
  const rows = await database.prisma.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT split_part(id, ':', 1) AS id FROM process
    WHERE heartbeat_at > now() - make_interval(secs => ${CLAIM_SECONDS}) ORDER BY 1`;
  return rows.map((row) => row.id);
}

/** Returns whether processes have all units of each kind of work, by its name; kinds that no process ever had are absent. */
export async function ownedKinds(database: Database, names: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await database.prisma.$queryRaw<{ kind: string; owned: boolean }[]>`
    SELECT split_part(unit, '/', 1) AS kind, bool_and(expires_at > now()) AS owned FROM ownership
    WHERE split_part(unit, '/', 1) = ANY(${names as string[]}::TEXT[]) GROUP BY 1`;
  return new Map(rows.map(({ kind, owned }) => [kind, owned]));
}

/** Returns true if there is work without an owner that a live process could take. */
export async function hasVacancies(database: Database): Promise<boolean> {
  const rows = await database.prisma.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM ownership o WHERE o.expires_at < now() AND EXISTS (
        SELECT 1 FROM process p WHERE p.role = split_part(o.unit, '/', 1)
          AND p.heartbeat_at > now() - make_interval(secs => ${CLAIM_SECONDS}))) AS found`;
  return rows[0]?.found ?? false;
}
