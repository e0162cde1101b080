import { DatabaseFault, databaseFaultOf } from './database-fault';

const coded = (code: string, message = 'words of the driver'): Error => Object.assign(new Error(message), { code });

test.each<{ what: string; error: unknown; want: DatabaseFault | undefined }>([
  { what: 'a full disk', error: coded('53100'), want: DatabaseFault.DiskFull },
  { what: 'a full disk of our own', error: coded('ENOSPC'), want: DatabaseFault.DiskFull },
  { what: 'an orderly end', error: coded('57P01'), want: DatabaseFault.Stopped },
  { what: 'a crash', error: coded('57P02'), want: DatabaseFault.Stopped },
  { what: 'a start', error: coded('57P03'), want: DatabaseFault.Stopped },
  { what: 'a broken connection', error: new Error('Connection terminated unexpectedly'), want: DatabaseFault.Stopped },
  { what: 'nothing listens', error: coded('ECONNREFUSED'), want: DatabaseFault.Refused },
  {
    what: 'nothing listens at any address',
    error: Object.assign(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), { code: undefined }),
    want: DatabaseFault.Refused,
  },
  { what: 'too many clients', error: coded('53300'), want: DatabaseFault.Overloaded },
  { what: 'no answer', error: new Error('Query read timeout'), want: DatabaseFault.Silent },
  {
    what: 'what Prisma makes of an end',
    error: Object.assign(coded('P2010'), { meta: { driverAdapterError: { cause: { originalCode: '57P01' } } } }),
    want: DatabaseFault.Stopped,
  },
  {
    what: 'a cause of a cause',
    error: new Error('a', { cause: new Error('b', { cause: coded('08006') }) }),
    want: DatabaseFault.Stopped,
  },
  { what: 'data that is refused', error: coded('22021'), want: undefined },
  { what: 'a name that is taken', error: coded('23505'), want: undefined },
  { what: 'a bug', error: new TypeError('x is not a function'), want: undefined },
  { what: 'nothing', error: undefined, want: undefined },
])('$what: $want', ({ error, want }) => {
  expect(databaseFaultOf(error)).toBe(want);
});

test('an error that is its own cause has an end', () => {
  const error: Error & { cause?: unknown } = new Error('round');
  error.cause = error;
  expect(databaseFaultOf(error)).toBeUndefined();
});
