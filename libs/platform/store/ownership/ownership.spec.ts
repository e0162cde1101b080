import { randomUUID } from 'node:crypto';
import { createDatabase, until, type FreshDatabase } from '@orrery/test-services';
import { insertCluster } from '../records/clusters';
import { openDatabase, type Database } from '../server/database';
import { applyMigrations } from '../server/migrations';
import { hasVacancies, liveProcesses, Ownership } from './ownership';
import { OwnershipRounds } from './ownership-rounds';
import { FencedError, Operation, writeBatch, type Fence } from '../commit/write-batch';

let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  fresh = await createDatabase();
  await applyMigrations(fresh.url);
  database = openDatabase(fresh.url);
});

afterAll(async () => {
  await database.close();
  await fresh.drop();
});

let role: string;
let claimants: Claimant[];

beforeEach(() => {
  role = `role-${randomUUID().slice(0, 8)}`;
  claimants = [];
});

afterEach(async () => {
  await Promise.all(claimants.map((claimant) => claimant.ownership.stop()));
});

/** A process that competes for units, and remembers what it has. */
class Claimant {
  readonly id = randomUUID();
  readonly owned = new Map<string, Fence>();
  vacated = 0;
  readonly rounds: OwnershipRounds;
  readonly ownership: Ownership;

  constructor(units: number) {
    this.rounds = new OwnershipRounds({ database, processId: this.id, isAlone: false, onError: () => undefined });
    this.ownership = this.ownershipOf(
      role,
      Array.from({ length: units }, (_, i) => `${role}/${i}`),
    );
    claimants.push(this);
  }

  ownershipOf(ofRole: string, units: readonly string[]): Ownership {
    return new Ownership({
      database,
      rounds: this.rounds,
      processId: this.id,
      role: ofRole,
      units,
      isAlone: false,
      gained: (fence) => void this.owned.set(fence.unit, fence),
      lost: (unit) => void this.owned.delete(unit),
      vacated: async () => void this.vacated++,
    });
  }

  /** Acts as if the process had been killed: it renews no more, and its claims expired. */
  async die(): Promise<void> {
    const claims = database.prisma.ownership;
    await this.rounds.leave(this.ownership);
    await claims.updateMany({ where: { holder: this.id }, data: { expiresAt: new Date(1000) } });
    await database.prisma.process.deleteMany({ where: { id: { startsWith: this.id } } });
  }
}

function unitsOf(...all: Claimant[]): string[] {
  return all.flatMap((claimant) => [...claimant.owned.keys()]).sort();
}

const allOf = (units: number): string[] => Array.from({ length: units }, (_, i) => `${role}/${i}`);

it('gives everything to the only process', async () => {
  const only = new Claimant(5);
  await only.ownership.start();
  expect(unitsOf(only)).toEqual(allOf(5));
  expect([...only.owned.values()].map(({ epoch }) => epoch)).toEqual([1n, 1n, 1n, 1n, 1n]);
});

it('shares fairly, in any order of arrival, and no unit has two owners', async () => {
  const [first, second, third] = [new Claimant(8), new Claimant(8), new Claimant(8)];
  await first.ownership.start();
  await second.ownership.start();
  await first.ownership.claimNow();
  await second.ownership.claimNow();
  expect([first.owned.size, second.owned.size]).toEqual([4, 4]);
  expect(first.vacated).toBe(1);
  await third.ownership.start();
  for (const claimant of [first, second, third]) await claimant.ownership.claimNow();
  expect(claimants.map(({ owned }) => owned.size)).toEqual([3, 3, 2]);
  expect(unitsOf(first, second, third)).toEqual(allOf(8));
});

it('hands over at once what a process gives back', async () => {
  const [first, second] = [new Claimant(4), new Claimant(4)];
  await first.ownership.start();
  await second.ownership.start();
  await first.ownership.stop();
  expect([first.vacated, await hasVacancies(database)]).toEqual([1, true]);
  await second.ownership.claimNow();
  expect([unitsOf(second), await hasVacancies(database)]).toEqual([allOf(4), false]);
  expect(await liveProcesses(database)).toContain(second.id);
  expect(await liveProcesses(database)).not.toContain(first.id);
});

it('says when a claim that others may see has been taken up', async () => {
  const [first, second] = [new Claimant(1), new Claimant(1)];
  await first.ownership.start();
  await first.ownership.stop();
  // The claim waits for the lock of its row.
  let isTakenUp = false;
  const claiming = await database.prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM ownership WHERE unit = ${allOf(1)[0]} FOR UPDATE`;
    const starting = second.ownership.start();
    await until('the claim waits', async () => {
      const [row] = await database.prisma.$queryRaw<{ waits: boolean }[]>`
        SELECT EXISTS (
          SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()
        ) AS waits`;
      return row!.waits;
    });
    void second.ownership.claimed().then(() => (isTakenUp = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([isTakenUp, unitsOf(second)]).toEqual([false, []]);
    return { starting };
  });
  await second.ownership.claimed();
  expect(unitsOf(second)).toEqual(allOf(1));
  await claiming.starting;
});

it('takes over from the dead by itself, with a higher epoch', async () => {
  const [first, second] = [new Claimant(3), new Claimant(3)];
  await first.ownership.start();
  await first.die();
  await second.ownership.start();
  await until('the heir has everything', () => second.owned.size === 3);
  expect([...second.owned.values()].map(({ epoch }) => epoch)).toEqual([2n, 2n, 2n]);
});

it('leaves the living alone', async () => {
  const [first, second] = [new Claimant(1), new Claimant(1)];
  await first.ownership.start();
  await second.ownership.start();
  await second.ownership.claimNow();
  expect([unitsOf(first), unitsOf(second)]).toEqual([allOf(1), []]);
});

it('notices that it was taken for dead', async () => {
  const [first, second] = [new Claimant(1), new Claimant(1)];
  await first.ownership.start();
  await database.prisma.ownership.updateMany({ where: { holder: first.id }, data: { expiresAt: new Date(1000) } });
  await second.ownership.start();
  await first.ownership.claimNow();
  expect([unitsOf(first), unitsOf(second)]).toEqual([[], allOf(1)]);
});

it('renews the claims of all roles of a process with one statement', async () => {
  const claimant = new Claimant(2);
  const [one, other] = [claimant.ownership, claimant.ownershipOf(`${role}-other`, [`${role}-other/0`])];
  await one.start();
  await other.start();
  const before = database.roundTrips.count;
  await Promise.all([one.claimNow(), other.claimNow()]);
  // One says that the process lives, and renews; one counts who competes.
  expect(database.roundTrips.count - before).toBe(2);
  expect(unitsOf(claimant)).toEqual([...allOf(2), `${role}-other/0`].sort());
  await other.stop();
});

it('refuses what a former owner writes, as a whole', async () => {
  const cluster = `fencing-${role}`;
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  await insertCluster(database, { id: cluster, seed: 's', settings: {}, clock });
  const [first, second] = [new Claimant(1), new Claimant(1)];
  await first.ownership.start();
  const former = first.owned.get(`${role}/0`)!;
  const write = (fence: Fence, name: string): Promise<unknown> => {
    const metadata = { name, namespace: 'default', uid: name, resourceVersion: '', creationTimestamp: '' };
    const object = { apiVersion: 'v1', kind: 'Pod', metadata } as never;
    const key = { resource: 'pods', namespace: 'default', name };
    const row = { operation: Operation.Create, key, object, expectedRevision: -1 };
    return writeBatch(database, [row], { cluster, nowMs: 0, fences: [fence] });
  };
  await write(former, 'before');
  await first.die();
  await second.ownership.start();
  await expect(write(former, 'too-late')).rejects.toThrow(FencedError);
  await write(second.owned.get(`${role}/0`)!, 'after');
  const written = await database.prisma.object.findMany({ where: { cluster }, orderBy: { revision: 'asc' } });
  expect(written.map(({ name, revision }) => [name, revision])).toEqual([
    ['before', 1n],
    ['after', 2n],
  ]);
});
