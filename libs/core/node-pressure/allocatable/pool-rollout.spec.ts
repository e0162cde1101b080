import { planRollout, type PoolNode, type RollingPool } from './pool-rollout';

const pool = (over: Partial<RollingPool> = {}): RollingPool => ({
  desired: 'new',
  maxUnavailable: undefined,
  isPaused: false,
  ...over,
});
const node = (name: string, over: Partial<PoolNode> = {}): PoolNode => ({
  name,
  current: 'old',
  isNew: false,
  isReady: true,
  isUnavailable: false,
  work: undefined,
  ...over,
});
const working = (remainingPods: number, rebootEndsAtMs?: number): Partial<PoolNode> => ({
  isUnavailable: true,
  work: { remainingPods, rebootEndsAtMs },
});
const plan = (given: RollingPool, ...nodes: PoolNode[]): string[] =>
  planRollout(given, nodes, 1000).map((each) => `${each.step} ${each.node}`);

test.each<[string, RollingPool, PoolNode[], string[]]>([
  ['one at a time, by name', pool(), [node('b'), node('a'), node('c')], ['begin a']],
  ['two at a time', pool({ maxUnavailable: 2 }), [node('a'), node('b'), node('c')], ['begin a', 'begin b']],
  [
    'a share of them',
    pool({ maxUnavailable: '50%' }),
    ['a', 'b', 'c', 'd'].map((n) => node(n)),
    ['begin a', 'begin b'],
  ],
  ['a share that comes to none is one', pool({ maxUnavailable: '10%' }), [node('a'), node('b')], ['begin a']],
  ['what is done is done', pool(), [node('a', { current: 'new' }), node('b')], ['begin b']],
  ['others wait for the one', pool(), [node('a', working(2)), node('b')], ['drain a']],
  ['nothing is left to drain', pool(), [node('a', working(0))], ['reboot a']],
  ['a reboot that goes on', pool(), [node('a', { ...working(0, 1001), isReady: false }), node('b')], []],
  ['a reboot that is over', pool(), [node('a', working(0, 1000))], ['finish a']],
  ['a machine that is up, but not ready', pool(), [node('a', { ...working(0, 1000), isReady: false })], []],
  ['a dead node keeps the others from it', pool(), [node('a', { isReady: false, isUnavailable: true }), node('b')], []],
  ['a cordoned node counts already', pool(), [node('a', { isUnavailable: true }), node('b')], ['begin a']],
  ['a new node needs no reboot', pool(), [node('a', { isNew: true }), node('b')], ['adopt a', 'begin b']],
  ['paused: nothing new is begun', pool({ isPaused: true }), [node('a', working(1)), node('b')], ['drain a']],
])('%s', (_what, given, nodes, want) => expect(plan(given, ...nodes)).toEqual(want));
