import { Activity, ClockMode, ClusterClock } from '@orrery/clock';
import type { ControlMessage, RoundMessage } from '@orrery/messaging';
import { TimerPhase } from '@orrery/time';
import { ClusterRounds } from './cluster-rounds';

const CLUSTER = 'c';

/** Two processes that receive each other's messages at once; none of them writes. */
class Pair {
  readonly said: ControlMessage[] = [];
  readonly processes = ['p1', 'p2'].map((name) => this.process(name));

  private process(processId: string) {
    const activity = new Activity();
    const setting = { mode: ClockMode.Manual, rate: 1, anchorMs: 1000, anchorRealMs: 0 };
    const clock = new ClusterClock(setting, activity, () => 0);
    const cluster = {
      ...{ id: CLUSTER, activity, clock },
      cache: { revision: 1, size: 0 },
      committer: { lanes: [], schedule: () => undefined },
      queues: { placedSent: 0 },
      placedJobs: { taken: 0 },
      inputs: { isRecorded: false },
      recording: { breakOff: () => undefined },
    };
    const services = {
      ...{ processId, isAlone: false, shards: 1 },
      bus: { hasOpenJobs: async () => false },
      feed: { hold: () => undefined, release: () => undefined },
      line: { send: async (message: ControlMessage) => this.send(message) },
      logger: { warn: () => undefined },
      members: { isConductedHere: false, all: ['p1', 'p2'], causes: 0 },
    };
    return { clock, activity, rounds: new ClusterRounds(cluster as never, services as never) };
  }

  send(message: ControlMessage): void {
    this.said.push(message);
    if (!message.type.startsWith('round-')) return;
    for (const { rounds } of this.processes) void rounds.receive(message as RoundMessage);
  }
}

test('timers that go on and on in one process are known in all, until a client has its turn', async () => {
  const pair = new Pair();
  const [one, other] = pair.processes;
  let fired = 0;
  let goesRound = true;
  const again = (): void => {
    fired++;
    if (goesRound) one!.clock.setTimer(one!.clock.now(), TimerPhase.Kubelet, 'kubelet', again);
  };
  one!.clock.setTimer(2000, TimerPhase.Kubelet, 'kubelet', again);
  await Promise.all(pair.processes.map(({ clock }) => clock.step(2000, TimerPhase.Kubelet)));
  const timers = [{ name: 'kubelet', count: 20_000 }];
  expect(pair.said).toEqual([{ type: 'round-endless', cluster: CLUSTER, process: 'p1', timers }]);
  for (const { rounds } of pair.processes)
    expect([rounds.instant.isEndless, rounds.instant.timers]).toEqual([true, timers]);
  goesRound = false;
  pair.send({ type: 'round-turn', cluster: CLUSTER, process: 'p2', of: 'p2' });
  await one!.activity.idle();
  expect(pair.processes.map(({ rounds }) => rounds.instant.isEndless)).toEqual([false, false]);
  expect([fired, other!.clock.next(), one!.clock.next()]).toEqual([20_001, undefined, undefined]);
});
