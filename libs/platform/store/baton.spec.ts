import { Client } from 'pg';
import { Baton } from './baton';

const url = (): string => process.env['ORRERY_TEST_DATABASE_URL']!;
const opened: Baton[] = [];

function baton(name: string): Baton {
  const one = new Baton(url(), name);
  opened.push(one);
  return one;
}

afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

it('lets one process work at a time, and those with other names meanwhile', async () => {
  const told: string[] = [];
  let end: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const first = baton('a').holding(async () => {
    begun();
    await new Promise<void>((resolve) => (end = resolve));
    told.push('first');
  });
  await hasBegun;
  const second = baton('a').holding(async () => void told.push('second'));
  await baton('b').holding(async () => void told.push('other'));
  end();
  await Promise.all([first, second]);
  expect(told).toEqual(['other', 'first', 'second']);
});

it('is free again when the work fails', async () => {
  const one = baton('failing');
  await expect(one.holding(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await baton('failing').holding(async () => 'free')).toBe('free');
  expect(await one.holding(async () => 'again')).toBe('again');
});

it('is free again when the connection that holds it breaks, and connects anew', async () => {
  const one = baton('breaking');
  await one.holding(async () => {
    const admin = new Client({ connectionString: url() });
    await admin.connect();
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND (classid::bigint << 32 | objid::bigint) = hashtextextended('breaking', 0)`);
    await admin.end();
    expect(await baton('breaking').holding(async () => 'taken over')).toBe('taken over');
  });
  expect(await one.holding(async () => 'anew')).toBe('anew');
});
