import { EventLimits, type EventLimit } from './event-limits';
import { noActions, type KubeletActions, type PodEvent } from './kubelet-actions';

const event = (nodeName: string, reason: string): PodEvent => ({
  nodeName,
  reason,
  namespace: 'default',
  name: 'p',
  uid: 'p',
  type: 'Normal',
  message: '',
});

function said({ events, nodeEvents }: KubeletActions): string[] {
  return [...events, ...nodeEvents].map(({ reason, atMs }) => (atMs === undefined ? reason : `${reason}@${atMs}`));
}

function story(limit: EventLimit | undefined): {
  limits: EventLimits;
  at: (nowMs: number, ...reasons: string[]) => string[];
} {
  const limits = new EventLimits((node) => (node === 'held' ? limit : undefined));
  const at = (nowMs: number, ...reasons: string[]): string[] => {
    const actions = noActions();
    actions.events.push(...reasons.map((reason) => event('held', reason)));
    limits.pass(actions, nowMs);
    return said(actions);
  };
  return { limits, at };
}

it('sends so many at once and the others one by one, in order, each with its own time', () => {
  const { limits, at } = story({ perSecond: 2, burst: 2 });
  expect(at(1000, 'a', 'b', 'c', 'd')).toEqual(['a@1000', 'b@1000']);
  expect(limits.nextMs()).toBe(1500);
  expect(at(1400, 'e')).toEqual([]);
  expect(at(1500)).toEqual(['c@1000']);
  expect(at(2000)).toEqual(['d@1000']);
  expect(at(2500)).toEqual(['e@1400']);
  expect(limits.nextMs()).toBeUndefined();
  expect(at(10_000, 'f', 'g', 'h')).toEqual(['f@10000', 'g@10000']);
});

it('leaves nodes without a limit alone', () => {
  const { limits } = story({ perSecond: 1, burst: 1 });
  const actions = noActions();
  actions.events.push(event('held', 'a'), event('free', 'b'), event('held', 'c'));
  actions.nodeEvents.push({ nodeName: 'held', uid: 'held', type: 'Normal', reason: 'd', message: '' });
  limits.pass(actions, 0);
  expect(said(actions)).toEqual(['b', 'a@0']);
  expect(story(undefined).at(0, 'a', 'b')).toEqual(['a', 'b']);
});

it('lets everything out when the limit is lifted', () => {
  let limit: EventLimit | undefined = { perSecond: 1, burst: 1 };
  const limits = new EventLimits(() => limit);
  const send = (nowMs: number, ...reasons: string[]): string[] => {
    const actions = noActions();
    actions.events.push(...reasons.map((reason) => event('n', reason)));
    limits.pass(actions, nowMs);
    return said(actions);
  };
  expect(send(0, 'a', 'b', 'c')).toEqual(['a@0']);
  limit = undefined;
  // Before those that wait are due.
  expect(send(500, 'd')).toEqual(['b@0', 'c@0', 'd@500']);
  expect(limits.nextMs()).toBeUndefined();
  expect(send(1000, 'e')).toEqual(['e']);
});

it('loses what a kubelet that dies had to say', () => {
  const { limits, at } = story({ perSecond: 1, burst: 1 });
  at(0, 'a', 'b');
  limits.forget('held');
  expect([limits.nextMs(), at(5000)]).toEqual([undefined, []]);
});
