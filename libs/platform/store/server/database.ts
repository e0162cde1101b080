import { Pool } from 'pg';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@orrery/prisma-client';
import { OwnNotifications } from '../log/own-notifications';
import { renewHeartbeats, SharedRenewals } from '../records/renewals';

/** Counts the round trips of one process to its database, for metrics and benchmarks. */
interface RoundTrips {
  count: number;
}

/** The connection of one process to the database of the control plane. */
export interface Database {
  readonly prisma: PrismaClient;
  /** The pool under the Prisma client, for the batch door alone: see the decision record on the batch door. */
  readonly pool: Pool;
  readonly url: string;
  readonly roundTrips: RoundTrips;
  /** Writes the renewals of all clusters together. */
  readonly renewals: SharedRenewals;
  /** Takes the place of the database's notifications where no other process works on it. */
  readonly ownNotifications?: OwnNotifications;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections at most; writes of one cluster are serial, so few are enough. */
  readonly poolSize?: number;
  /** True if no other process works on the database: writes send no notifications (`orrery_tell` in the migrations). */
  readonly isAlone?: boolean;
}

/** The setting of a connection that `orrery_tell` reads. */
const ALONE = '-c orrery.alone=on';

/**
 * Maximum time that a transaction may wait for its connection, and last, in ms. Prisma's own two seconds ended
 * processes that started on a machine with much to do.
 */
const TRANSACTION_TIMEOUT_MS = 60_000;

/** Opens a lazily connecting pool. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { poolSize = 4, isAlone = false } = options;
  const alone = isAlone ? { options: ALONE } : {};
  const pool = new Pool({ connectionString: url, max: poolSize, keepAlive: true, ...alone });
  // A connection that breaks while unused is replaced when one is needed.
  pool.on('error', () => undefined);
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  const transactionOptions = { maxWait: TRANSACTION_TIMEOUT_MS, timeout: TRANSACTION_TIMEOUT_MS };
  const prisma = new PrismaClient({ adapter, transactionOptions, log: [{ emit: 'event', level: 'query' }] });
  const roundTrips: RoundTrips = { count: 0 };
  prisma.$on('query', () => void roundTrips.count++);
  const own = isAlone ? { ownNotifications: new OwnNotifications() } : {};
  const renewals = new SharedRenewals((byCluster) => renewHeartbeats({ pool, roundTrips }, byCluster));
  return { prisma, pool, url, roundTrips, renewals, ...own, close: () => prisma.$disconnect() };
}
