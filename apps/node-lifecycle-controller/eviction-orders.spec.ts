import type { Pod } from '@orrery/api-types';
import { ClockMode } from '@orrery/clock';
import type { DeletePod } from '@orrery/node-health';
import { fakeCluster } from '@orrery/fakes';
import { EvictionOrders } from './eviction-orders';

const SECOND = 1000;
const DELETION: DeletePod = { kind: 'deletePod', namespace: 'default', name: 'a', uid: 'u' };
const KEY = { resource: 'pods', namespace: 'default', name: 'a' };

describe('orders that are not carried out', () => {
  let sentAt: number[];
  let orders: EvictionOrders;

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    sentAt = [];
    const cluster = fakeCluster({
      sent: ({ evictions = [] }) => {
        for (const { uid } of evictions) if (uid === DELETION.uid) sentAt.push(Date.now() / SECOND);
      },
    });
    cluster.clock.configure({ ...cluster.clock.setting, mode: ClockMode.Real });
    orders = new EvictionOrders({ cluster });
    orders.start();
  });
  afterEach(() => {
    orders.stop();
    jest.useRealTimers();
  });

  it('are given again, each time after twice as long, until that is most of a minute', () => {
    orders.order([DELETION]);
    jest.advanceTimersByTime(100 * SECOND);
    expect(sentAt).toEqual([0, 3, 9, 21, 45, 93]);
    jest.advanceTimersByTime(3600 * SECOND);
    expect(sentAt.at(-1)! - sentAt.at(-2)!).toBe(48);
  });

  it('begin again when they are ordered again, and end when the pod goes', () => {
    orders.order([DELETION]);
    jest.advanceTimersByTime(10 * SECOND);
    orders.order([DELETION]);
    jest.advanceTimersByTime(10 * SECOND);
    expect(sentAt).toEqual([0, 3, 9, 10, 12, 18]);
    orders.podChanged(KEY, { metadata: { uid: 'u', deletionTimestamp: 'now' } } as unknown as Pod);
    jest.advanceTimersByTime(100 * SECOND);
    expect(sentAt).toHaveLength(6);
  });
});
