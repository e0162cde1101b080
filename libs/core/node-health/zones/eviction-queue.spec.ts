import fc from 'fast-check';
import { EvictionLimiter } from './eviction-limiter';
import { EvictionQueue } from './eviction-queue';

const DONE = { done: true } as const;

function drain(queue: EvictionQueue, nowMs: number): string[] {
  const order: string[] = [];
  for (let head = queue.head(); head && order.length < 1000; head = queue.head()) {
    order.push(head.node);
    queue.settle(head, DONE, nowMs);
  }
  return order;
}

describe('EvictionQueue', () => {
  it('refuses a known name, also after it was processed, until it is removed', () => {
    const queue = new EvictionQueue();
    expect(queue.add('a', 'u', 0)).toBe(true);
    expect(queue.add('a', 'u', 1)).toBe(false);
    expect(drain(queue, 2)).toEqual(['a']);
    expect(queue.add('a', 'u', 3)).toBe(false);
    queue.remove('a');
    expect(queue.add('a', 'u', 4)).toBe(true);
  });
  it('keeps a failed node for later, behind no node that was due', () => {
    const queue = new EvictionQueue();
    queue.add('a', 'u', 0);
    queue.add('b', 'u', 0);
    queue.settle(queue.head()!, { done: false, retryAfterMs: 50 }, 0);
    expect(queue.head()!.node).toBe('b');
    expect(drain(queue, 100)).toEqual(['b', 'a']);
  });
  it('stalls on an entry whose name is forgotten, as upstream does', () => {
    const queue = new EvictionQueue();
    queue.add('a', 'u', 0);
    queue.forget('a');
    queue.settle(queue.head()!, DONE, 0);
    expect(queue.head()!.node).toBe('a');
  });
  it('loses and doubles no node under any mix of adds and removals', () => {
    const command = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), add: fc.boolean() });
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const queue = new EvictionQueue();
        const model: string[] = [];
        commands.forEach(({ name, add }, at) => {
          const index = model.indexOf(name);
          if (add) queue.add(name, 'u', at);
          else queue.remove(name);
          if (add && index < 0) model.push(name);
          if (!add && index >= 0) model.splice(index, 1);
        });
        const restored = EvictionQueue.fromState(JSON.parse(JSON.stringify(queue.toState())));
        expect(drain(queue, 100)).toEqual(model);
        expect(drain(restored, 100)).toEqual(model);
      }),
    );
  });
});

describe('EvictionLimiter', () => {
  const takes = (limiter: EvictionLimiter, fromMs: number, untilMs: number): number[] => {
    const taken: number[] = [];
    for (let now = fromMs; now <= untilMs; now += 100) if (limiter.tryTake(now)) taken.push(now);
    return taken;
  };
  it('has one token at first, then one an interval', () => {
    expect(takes(new EvictionLimiter(0.1), 50_000, 75_000)).toEqual([50_000, 60_000, 70_000]);
  });
  it('never yields at rate 0', () => expect(takes(new EvictionLimiter(0), 0, 100_000)).toEqual([]));
  it('costs a whole interval after rate 0', () => {
    const limiter = new EvictionLimiter(0);
    limiter.swapRate(0.1, 600_000);
    expect(takes(limiter, 600_000, 615_000)).toEqual([610_000]);
  });
  it('keeps an idle token when the rate falls', () => {
    const limiter = new EvictionLimiter(0.1);
    limiter.swapRate(0.01, 0);
    expect(takes(limiter, 0, 150_000)).toEqual([0, 100_000]);
  });
  it('restarts the wait when the rate changes half way', () => {
    const limiter = new EvictionLimiter(0.1);
    limiter.tryTake(340_000);
    limiter.swapRate(0.01, 345_000);
    expect(takes(limiter, 345_000, 450_000)).toEqual([445_000]);
  });
  it('is not swapped for the rate it has', () => {
    const limiter = new EvictionLimiter(0.1);
    limiter.tryTake(0);
    limiter.swapRate(0.1, 5_000);
    expect(takes(limiter, 5_000, 12_000)).toEqual([10_000]);
  });
  it('takes rates as decimals: thirds are rounded up to a millisecond', () => {
    const limiter = new EvictionLimiter(0.3);
    limiter.tryTake(0);
    expect([limiter.tryTake(3333), limiter.tryTake(3334)]).toEqual([false, true]);
  });
  it('never exceeds its rate in any window', () => {
    const rate = fc.integer({ min: 1, max: 500 }).map((n) => n / 100);
    fc.assert(
      fc.property(rate, fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 50 }), (perSecond, steps) => {
        const limiter = new EvictionLimiter(perSecond);
        let now = 0;
        const taken = steps.map((step) => (now += step)).filter((at) => limiter.tryTake(at));
        for (let i = 0; i < taken.length; i++) {
          for (let j = i; j < taken.length; j++) {
            const windowSeconds = (taken[j]! - taken[i]!) / 1000;
            expect(j - i + 1).toBeLessThanOrEqual(Math.floor(perSecond * windowSeconds + 1e-9) + 1);
          }
        }
      }),
    );
  });
  test.each([0.1, 0])('goes on after a snapshot at rate %d', (rate) => {
    const limiter = new EvictionLimiter(rate);
    limiter.tryTake(1000);
    const restored = EvictionLimiter.fromState(JSON.parse(JSON.stringify(limiter.toState())));
    expect(takes(restored, 1000, 30_000)).toEqual(takes(limiter, 1000, 30_000));
  });
});
