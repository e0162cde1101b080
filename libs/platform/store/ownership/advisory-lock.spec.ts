import { Client } from 'pg';
import { AdvisoryLock } from './advisory-lock';

const url = (): string => process.env['ORRERY_TEST_DATABASE_URL']!;
const opened: AdvisoryLock[] = [];

function lock(name: string): AdvisoryLock {
  const one = new AdvisoryLock(url(), name);
  opened.push(one);
  return one;
}

afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

it('lets one process work at a time, and those with other names meanwhile', async () => {
  const reported: string[] = [];
  let end: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const first = lock('a').holding(async () => {
    begun();
    await new Promise<void>((resolve) => (end = resolve));
    reported.push('first');
  });
  await hasBegun;
  const second = lock('a').holding(async () => void reported.push('second'));
  await lock('b').holding(async () => void reported.push('other'));
  end();
  await Promise.all([first, second]);
  expect(reported).toEqual(['other', 'first', 'second']);
});

it('is free again when the work fails', async () => {
  const one = lock('failing');
  await expect(one.holding(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lock('failing').holding(async () => 'free')).toBe('free');
  expect(await one.holding(async () => 'again')).toBe('again');
});

it('is free again when the connection that holds it breaks, and connects again', async () => {
  const one = lock('breaking');
  await one.holding(async () => {
    const admin = new Client({ connectionString: url() });
    await admin.connect();
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND (classid::bigint << 32 | objid::bigint) = hashtextextended('breaking', 0)`);
    await admin.end();
    expect(await lock('breaking').holding(async () => 'taken over')).toBe('taken over');
  });
  expect(await one.holding(async () => 'again')).toBe('again');
});
