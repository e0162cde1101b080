import type { Bus, QueueName } from '@orrery/bus';
import { Activity } from '@orrery/clock';
import { TimerPhase } from '@orrery/time';
import { ClusterQueues } from './cluster-queues';
import { SOLO_SHARDS } from '../process/sharding';

/** A bus that writes down what it is given, with consumers of these queues. */
class FakeBus {
  readonly given: string[] = [];
  isAway = false;

  constructor(private readonly consumers: readonly QueueName[]) {}

  async send(queue: QueueName): Promise<void> {
    if (this.isAway) throw new Error('away');
    this.given.push(`queue ${queue}`);
  }

  async handOver(queue: QueueName): Promise<void> {
    if (!this.consumers.includes(queue)) return this.send(queue);
    this.given.push(`consumer ${queue}`);
  }
}

function queuesOf(bus: FakeBus, { isAlone = true, areOn = false } = {}): ClusterQueues {
  const rounds = { areOn, areShared: areOn && !isAlone, place: { revision: 1, atMs: 0, phase: TimerPhase.Fault } };
  const cluster = { id: 'c', activity: new Activity(), rounds };
  return new ClusterQueues(cluster, { bus: bus as unknown as Bus, shards: SOLO_SHARDS, isAlone });
}

const POD = { revision: 1, pods: ['default/a'] };
const EVICTIONS = { evictions: [] };

it.each([
  ['alone, with a consumer', { isAlone: true }, ['scheduling'], ['consumer scheduling', 'queue evictions']],
  ['alone, without one', { isAlone: true }, [], ['queue scheduling', 'queue evictions']],
  ['with others', { isAlone: false }, ['scheduling'], ['queue scheduling', 'queue evictions']],
  [
    'alone, while time stands still',
    { isAlone: true, areOn: true },
    ['scheduling', 'evictions'],
    ['consumer scheduling', 'consumer evictions'],
  ],
] as const)('gives jobs on, in a process that is %s', async (_case, options, consumers, given) => {
  const bus = new FakeBus(consumers);
  const queues = queuesOf(bus, options);
  await queues.send('scheduling', POD);
  await queues.handled();
  await queues.send('evictions', EVICTIONS);
  await queues.handled();
  expect(bus.given).toEqual(given);
});

describe('a job that neither its consumer nor its queue can take', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  function waiting(): { readonly bus: FakeBus; readonly queues: ClusterQueues; readonly answers: boolean[] } {
    const bus = new FakeBus([]);
    bus.isAway = true;
    const queues = queuesOf(bus);
    void queues.send('scheduling', POD);
    const answers: boolean[] = [];
    void queues.handled().then((answer) => answers.push(answer));
    return { bus, queues, answers };
  }

  it('waits until the queue is there', async () => {
    const { bus, answers } = waiting();
    await jest.advanceTimersByTimeAsync(1000);
    expect([bus.given, answers]).toEqual([[], []]);
    bus.isAway = false;
    await jest.advanceTimersByTimeAsync(1000);
    expect([bus.given, answers]).toEqual([['queue scheduling'], [true]]);
  });

  it('is not handled when the process ends', async () => {
    const { bus, queues, answers } = waiting();
    queues.stop();
    await jest.advanceTimersByTimeAsync(1000);
    expect([bus.given, answers]).toEqual([[], [false]]);
  });
});
