import { deadlineOf, within } from './deadline';
import { parseApiPath } from './request-path';

const ALLOTTED = 'Timeout: request did not complete within the allotted timeout';
const REQUESTED = 'Timeout: request did not complete within requested timeout - context deadline exceeded';
const PODS = parseApiPath('/api/v1/namespaces/default/pods');
const LOG = parseApiPath('/api/v1/namespaces/default/pods/p/log');

test.each([
  ['GET', {}, PODS, 60_000, ALLOTTED],
  ['GET', {}, undefined, 60_000, ALLOTTED],
  ['POST', {}, PODS, 34_000, REQUESTED],
  ['DELETE', { timeout: '40s' }, PODS, 34_000, REQUESTED],
  ['PATCH', { timeout: '5s' }, PODS, 5000, ALLOTTED],
  ['GET', { timeout: '1m30s' }, PODS, 60_000, ALLOTTED],
  ['GET', { timeout: '250ms' }, PODS, 250, ALLOTTED],
  ['GET', { timeout: '0s' }, PODS, 60_000, ALLOTTED],
  ['GET', { timeout: '-3s' }, PODS, 60_000, ALLOTTED],
])('%s %j has its limit', (method, query, path, limitMs, message) => {
  const deadline = deadlineOf(method, query, path)!;
  expect(deadline.limitMs).toBe(limitMs);
  expect(deadline.error()).toMatchObject({ message, reason: 'Timeout', code: 504 });
});

test.each([
  ['a watch', { watch: 'true' }, PODS],
  ['a log', {}, LOG],
])('%s may take any time', (_what, query, path) => {
  expect(deadlineOf('GET', query, path)).toBeUndefined();
});

test.each([
  ['soon', 'time: invalid duration "soon"'],
  ['5', 'time: missing unit in duration "5"'],
])('a timeout of %s is refused', (timeout, reason) => {
  expect(() => deadlineOf('GET', { timeout }, PODS)).toThrow(
    `invalid timeout specified in the request URL - ${reason}`,
  );
});

test('who is not done by then is answered all the same, and its late failure does no harm', async () => {
  jest.useFakeTimers();
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<string>((_resolve, reject) => (fail = reject));
  const answer = within(deadlineOf('GET', { timeout: '1s' }, PODS), work).catch((error: Error) => error.message);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await answer).toBe(ALLOTTED);
  fail(new Error('later'));
  jest.useRealTimers();
  await expect(within(deadlineOf('GET', {}, PODS), Promise.resolve('in time'))).resolves.toBe('in time');
});
