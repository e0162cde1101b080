import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@orrery/test-services';
import { Activity, JobLedger, type InstantWork } from '@orrery/clock';
import type { ControlMessage, RoundMessage } from '@orrery/messaging';
import { randomFor, type Random } from '@orrery/time';
import { Members } from './members';
import { RoundConductor } from './round-conductor';
import { RoundMember } from './round-member';

const CLUSTER = 'c';
/** Maximum delay of messages, jobs and writes. */
const MAX_DELAY_MS = 3;

/** World that processes share: messages in one order, each of which arrives at a time of its own, and a log. */
class World {
  readonly processes: TestProcess[] = [];
  readonly log: string[] = [];
  readonly late: string[] = [];
  /** Types of all messages. */
  readonly said: string[] = [];
  /** Jobs that are on a queue. */
  openJobs = 0;
  /** Rounds that the instant may have from one turn of a client to the next, and those that are left of them. */
  mostRounds = Infinity;
  roundsLeft = Infinity;
  readonly instant = this.countedInstant();

  constructor(
    readonly random: Random,
    readonly jobMs = MAX_DELAY_MS,
  ) {}

  private countedInstant(): Pick<InstantWork, 'begin' | 'stopsWrites'> {
    const isOver = (): boolean => this.roundsLeft < 0;
    return {
      begin: () => --this.roundsLeft >= 0,
      get stopsWrites() {
        return isOver();
      },
    };
  }

  delay(): Promise<void> {
    return pause((this.random.uint32() % 100) * (MAX_DELAY_MS / 100));
  }

  send(message: ControlMessage, to?: string): void {
    this.said.push(message.type);
    for (const process of this.processes) if (to === undefined || to === process.name) process.arrive(message);
  }

  with(...names: string[]): TestProcess[] {
    this.processes.push(...names.map((name) => new TestProcess(name, this)));
    return this.processes;
  }

  stop(): void {
    for (const process of this.processes) process.stop();
  }
}

/** Process that carries out given writes, and reacts to the log. */
class TestProcess {
  readonly activity = new Activity();
  readonly lanes = new Map<string, { text: string; written: () => void }[]>();
  /** Reactions to entries of the log. */
  private readonly reactions: { readonly text: string; readonly act: () => void }[] = [];
  seen = 0;
  sent = 0;
  handled = 0;
  isDead = false;
  private arrivals: Promise<void> = Promise.resolve();
  private readonly members: Members;
  readonly member: RoundMember;
  private readonly conductor: RoundConductor;

  constructor(
    readonly name: string,
    private readonly world: World,
  ) {
    const send = async (message: RoundMessage, to?: string): Promise<void> => world.send(message, to);
    const common = { cluster: CLUSTER, process: name, send, revision: () => this.seen };
    this.members = new Members(name, async () =>
      world.processes.filter(({ isDead }) => !isDead).map((process) => process.name),
    );
    this.member = new RoundMember({
      ...common,
      activity: this.activity,
      open: (revision) => this.open(revision),
      jobs: () => ({ sent: this.sent, handled: this.handled }),
      lanes: () => [...this.lanes.keys()].sort(),
      commitLane: (lane) => this.commitLane(lane),
      onAbandoned: () => world.late.push(`${name} was abandoned`),
    });
    this.conductor = new RoundConductor({
      ...common,
      members: this.members,
      instant: world.instant,
      ledger: new JobLedger(0),
      hasOpenJobs: async () => world.openJobs > 0,
      onLate: (missing) => world.late.push(missing),
      onFailed: (error) => world.late.push(String(error)),
    });
  }

  on(text: string, act: () => void): void {
    this.reactions.push({ text, act });
  }

  async join(): Promise<void> {
    await this.members.refresh();
  }

  /** Writes as a part of the running work; resolves when the process sees the write. */
  write(lane: string, text: string): Promise<void> {
    return this.activity.track(async () => {
      await new Promise<void>((written) => {
        this.lanes.set(lane, [...(this.lanes.get(lane) ?? []), { text, written }]);
        this.member.held();
      });
    });
  }

  /** Sends a job that another process does when it arrives and that process is quiet. */
  async job(to: TestProcess, work: () => void): Promise<void> {
    this.sent++;
    await this.activity.outside(() => this.world.delay());
    this.world.openJobs++;
    void pause(this.world.random.unit() * this.world.jobMs).then(() => {
      this.world.openJobs--;
      to.handled++;
      void to.activity.track(async () => {
        await new Promise<void>((resolve) => to.activity.whenQuiet(resolve));
        work();
      });
    });
  }

  arrive(message: ControlMessage): void {
    const delay = this.world.delay();
    this.arrivals = this.arrivals.then(() => delay).then(() => this.hear(message));
  }

  stop(): void {
    this.isDead = true;
    this.member.stop();
    this.conductor.stop();
  }

  private async hear(message: ControlMessage): Promise<void> {
    if (this.isDead) return;
    this.members.receive(message);
    if (message.type === 'round-ask') return this.member.ask(message);
    if (message.type === 'round-commit') this.member.commit(message);
    else if (message.type === 'round-committed') this.member.committed(message.round, message.count);
    else if (message.type === 'round-turn') {
      this.world.roundsLeft = this.world.mostRounds;
      if (message.of === this.name) this.member.takeTurn();
    }
    if (message.type === 'round-wanted' && this.members.isConductedHere) this.conductor.want();
    if (message.type.startsWith('round-')) this.conductor.receive(message as RoundMessage);
  }

  private async open(revision: number): Promise<void> {
    await this.world.delay();
    for (; this.seen < revision; this.seen++) {
      for (const { text, act } of this.reactions) if (text === this.world.log[this.seen]) act();
    }
    for (const [text, written] of this.unanswered.splice(0)) {
      if (this.world.log.slice(0, this.seen).includes(text)) written();
      else this.unanswered.push([text, written]);
    }
  }

  private readonly unanswered: [string, () => void][] = [];

  private async commitLane(lane: string): Promise<number> {
    const writes = this.lanes.get(lane) ?? [];
    this.lanes.delete(lane);
    await this.world.delay();
    for (const { text, written } of writes) {
      this.world.log.push(text);
      this.unanswered.push([text, written]);
    }
    return this.world.log.length;
  }
}

/** Returns the log of work that passes between processes, by the log and by jobs; `deal` assigns the units to processes. */
async function logOf(
  seed: number,
  deal: (processes: TestProcess[]) => readonly [TestProcess, TestProcess, TestProcess],
  jobMs?: number,
): Promise<string[]> {
  const world = new World(randomFor('rounds', seed), jobMs);
  const processes = world.with('p1', 'p2', 'p3', 'p4');
  await Promise.all(processes.map((process) => process.join()));
  const [kubelet, router, scheduler] = deal(processes);
  kubelet.on('pod', () => void kubelet.write('kubelet/0', 'pod seen by the kubelet'));
  router.on('pod', () => void router.job(scheduler, () => void scheduler.write('scheduler/0', 'bound')));
  router.on('bound', () => void router.job(kubelet, () => void kubelet.write('kubelet/0', 'running')));
  scheduler.on('bound', () => void scheduler.write('￿scheduler/0', 'event: bound'));
  kubelet.on('bound', () => void kubelet.write('￿kubelet/0', 'event: seen'));
  router.on('running', () => void router.write('router/0', 'routed'));
  const client = processes[3]!;
  for (const text of ['pod', 'other']) {
    await client.member.turn();
    await client.write('', text);
  }
  await client.member.turn();
  world.stop();
  expect(world.late).toEqual([]);
  return world.log;
}

test('a log follows from what was asked, whatever takes its time, in whichever processes', async () => {
  const expected = [
    'pod',
    'pod seen by the kubelet',
    'bound',
    'running',
    'event: seen',
    'event: bound',
    'routed',
    'other',
  ];
  const first = await logOf(0, ([one, two, three]) => [one!, two!, three!]);
  expect(new Set(first)).toEqual(new Set(expected));
  expect(first.at(-1)).toBe('other');
  for (let seed = 1; seed <= 12; seed++) {
    const turned = (processes: TestProcess[]): TestProcess => processes[seed % 4]!;
    const deal = (processes: TestProcess[]) => [turned(processes), processes[0]!, processes[2]!] as const;
    expect(await logOf(seed, deal)).toEqual(first);
  }
});

test('jobs that are long on their way are waited for', async () => {
  const deal = ([one, two, three]: TestProcess[]) => [one!, two!, three!] as const;
  const first = await logOf(0, deal);
  for (let seed = 1; seed <= 4; seed++) expect(await logOf(seed, deal, 700)).toEqual(first);
}, 30_000);

test('another process conducts when the one that did is dead', async () => {
  const world = new World(randomFor('rounds', 'death'));
  const [first, second, third] = world.with('p1', 'p2', 'p3') as [TestProcess, TestProcess, TestProcess];
  await Promise.all(world.processes.map((process) => process.join()));
  await second.write('a', 'before');
  first.stop();
  await Promise.all([second.write('a', 'after'), third.write('b', 'beside')]);
  expect([...world.log].sort()).toEqual(['after', 'before', 'beside']);
  expect(world.late).toEqual([]);
  world.stop();
}, 30_000);

test('an endless instant waits for a client, and what was held goes on after it', async () => {
  const world = new World(randomFor('rounds', 'endless'));
  const [first, second, third] = world.with('p1', 'p2', 'p3') as [TestProcess, TestProcess, TestProcess];
  await Promise.all(world.processes.map((process) => process.join()));
  first.on('on', () => void first.write('a', 'off'));
  second.on('off', () => void second.write('b', 'on'));
  [world.mostRounds, world.roundsLeft] = [10, 10];
  void third.write('', 'on');
  await until('the instant is endless', async () => world.said.includes('round-endless'));
  expect([world.log.length, world.said.filter((type) => type === 'round-endless').length]).toEqual([10, 1]);
  await third.member.turn();
  await third.write('', 'asked for');
  expect(world.log[10]).toBe('asked for');
  world.stop();
  expect(world.late).toEqual([]);
}, 30_000);
