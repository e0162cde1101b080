import { TokenBucket } from './token-bucket';

const LIMITS = { intervalMs: 50, burst: 3 };

test('a full bucket gives its tokens at once, then one each interval', () => {
  const bucket = new TokenBucket(LIMITS);
  const taken: number[] = [];
  for (let nowMs = 1000; taken.length < 6;) {
    nowMs = bucket.readyAtMs(nowMs);
    bucket.take(1, nowMs);
    taken.push(nowMs);
  }
  expect(taken).toEqual([1000, 1000, 1000, 1050, 1100, 1150]);
});

test('who takes more than there is waits for it, and a rest fills the bucket', () => {
  const bucket = new TokenBucket(LIMITS);
  bucket.take(10, 1000);
  expect([bucket.readyAtMs(1000), bucket.readyAtMs(1399), bucket.readyAtMs(1400)]).toEqual([1400, 1400, 1400]);
  bucket.take(3, 9000);
  expect([bucket.readyAtMs(9000), new TokenBucket(LIMITS, bucket.fullAtMs).readyAtMs(9000)]).toEqual([9050, 9050]);
});
