import { createDatabase, type FreshDatabase } from '@orrery/test-services';
import { openDatabase, type Database } from '../server/database';
import { applyMigrations } from '../server/migrations';
import { insertCluster } from './clusters';
import { readHeartbeats } from './heartbeats';
import { renewHeartbeats, SharedRenewals, type Renewals } from './renewals';

describe('renewals that are written together', () => {
  type Batch = ReadonlyMap<string, Renewals>;
  const of = (...entries: [string, number][]): Renewals => new Map(entries);

  it('are those of one turn, whatever cluster they are of', async () => {
    const written: Batch[] = [];
    const shared = new SharedRenewals(async (batch) => void written.push(batch));
    await Promise.all([shared.renew('a', of(['n', 1])), shared.renew('b', of(['n', 2]))]);
    await shared.renew('a', of(['n', 3]));
    expect(written).toEqual([
      new Map([
        ['a', of(['n', 1])],
        ['b', of(['n', 2])],
      ]),
      new Map([['a', of(['n', 3])]]),
    ]);
  });

  it('are all written where one cluster asks twice', async () => {
    const written: Batch[] = [];
    const shared = new SharedRenewals(async (batch) => void written.push(batch));
    await Promise.all([
      shared.renew('a', of(['n', 1])),
      shared.renew('a', of(['m', 2])),
      shared.renew('b', of(['n', 3])),
    ]);
    expect(written.flatMap((batch) => [...batch])).toEqual([
      ['a', of(['n', 1])],
      ['a', of(['m', 2])],
      ['b', of(['n', 3])],
    ]);
  });

  it('all fail when their write fails, and later ones do not', async () => {
    let isAway = true;
    const shared = new SharedRenewals(async () => {
      if (isAway) throw new Error('away');
    });
    const outcomes = await Promise.allSettled([shared.renew('a', of(['n', 1])), shared.renew('b', of(['n', 1]))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    await shared.renew('a', of(['n', 1]));
  });
});

describe('the table', () => {
  let fresh: FreshDatabase;
  let database: Database;

  beforeAll(async () => {
    fresh = await createDatabase();
    await applyMigrations(fresh.url);
    database = openDatabase(fresh.url);
    const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
    for (const id of ['a', 'b']) await insertCluster(database, { id, seed: 's', settings: {}, clock });
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  it('keeps the latest renewal of each node, and nothing of a cluster that is gone', async () => {
    await renewHeartbeats(database, new Map([['a', new Map([['n', 10], ['m', 10.7]])], ['gone', new Map([['n', 1]])], ['b', new Map([['n', 5]])]])); // prettier-ignore
    await renewHeartbeats(database, new Map([['a', new Map([['n', 7], ['m', 12]])]])); // prettier-ignore
    expect(await readHeartbeats(database, 'a')).toEqual(new Map([['n', 10], ['m', 12]])); // prettier-ignore
    expect(await readHeartbeats(database, 'b')).toEqual(new Map([['n', 5]]));
    expect(await readHeartbeats(database, 'gone')).toEqual(new Map());
  });

  it('takes nothing for nothing', async () => {
    const before = database.roundTrips.count;
    await renewHeartbeats(database, new Map([['a', new Map()]]));
    expect(database.roundTrips.count).toBe(before);
  });
});
