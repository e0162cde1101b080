import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TimerPhase } from '@orrery/time';
import { Activity } from './activity';
import { ClockMode, ClusterClock } from './cluster-clock';
import { advance, JobLedger, type SettledReport } from './advance';
import { ControlChannel } from '@orrery/messaging';
import {
  DistributedClockCoordinator,
  answerClockStep,
  type ClockParticipant,
  type SectionOptions,
} from './coordinators';

const { Kubelet, NodeMonitor, Controllers } = TimerPhase;

/** Log that all processes of a test share; it only grows. */
interface Log {
  revision: number;
  readonly lines: string[];
}

/** Process: a clock, activity, counts of jobs, and a line to the others over the real database. */
class TestProcess implements ClockParticipant {
  readonly activity = new Activity();
  readonly clock = new ClusterClock({ mode: ClockMode.Manual, rate: 1, anchorMs: 0, anchorRealMs: 0 }, this.activity);
  sent = 0;
  handled = 0;
  readonly line: ControlChannel;
  private stopPlaying: () => void = () => undefined;

  constructor(
    readonly process: string,
    private readonly cluster: string,
    private readonly log: Log,
  ) {
    this.line = new ControlChannel(databaseUrl(), () => undefined);
  }

  async open(): Promise<void> {
    await this.line.start();
    this.stopPlaying = this.line.listen((message) => {
      if (message.type !== 'step' || message.cluster !== this.cluster) return;
      // A line that is closed meanwhile.
      answerClockStep(message, { line: this.line, participant: this }).catch(() => undefined);
    });
  }

  async close(): Promise<void> {
    this.stopPlaying();
    await this.line.stop();
  }

  async step(atMs: number, phase: TimerPhase): Promise<void> {
    await this.clock.step(atMs, phase);
  }

  async report(): Promise<SettledReport> {
    await this.activity.idle();
    const { process, sent: jobsSent, handled: jobsHandled } = this;
    return { process, revision: this.log.revision, jobsSent, jobsHandled, next: this.clock.next() };
  }

  /** Writes to the log at an instant. */
  at(atMs: number, phase: TimerPhase, what: string, then: () => void = () => undefined): void {
    this.clock.setTimer(atMs, phase, 'test', () => {
      this.write(what);
      then();
    });
  }

  write(what: string): void {
    this.log.revision++;
    this.log.lines.push(`${this.clock.now()} ${what}`);
  }

  /** Sends a job that is for a while on a queue, where no worker is busy with it. */
  send(to: TestProcess, what: string): void {
    this.sent++;
    setTimeout(() => {
      void to.activity.track(async () => {
        await pause(5);
        to.write(what);
        to.handled++;
      });
    }, 40);
  }
}

function databaseUrl(): string {
  return process.env['ORRERY_TEST_DATABASE_URL']!;
}

let log: Log;
let cluster: string;
let opened: TestProcess[];

beforeEach(() => {
  log = { revision: 0, lines: [] };
  cluster = `c${randomUUID().slice(0, 8)}`;
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
});

async function open(...names: string[]): Promise<TestProcess[]> {
  const processes = names.map((name) => new TestProcess(`${name}-${cluster}`, cluster, log));
  await Promise.all(processes.map((one) => one.open()));
  opened.push(...processes);
  return processes;
}

function coordinatorOf(
  conductor: TestProcess,
  others: () => TestProcess[],
  changed: Partial<SectionOptions> = {},
): DistributedClockCoordinator {
  return new DistributedClockCoordinator({
    cluster,
    line: conductor.line,
    process: conductor.process,
    others: async () => others().map((one) => one.process),
    hasVacancies: async () => false,
    reached: async () => undefined,
    hasOpenJobs: async () => opened.reduce((open, one) => open + one.sent - one.handled, 0) > 0,
    ledger: new JobLedger(),
    ...changed,
  });
}

it('keeps the order of instants and phases over two processes', async () => {
  const [a, b] = (await open('a', 'b')) as [TestProcess, TestProcess];
  b.at(20, NodeMonitor, 'b monitors');
  a.at(20, Kubelet, 'a beats');
  b.at(10, NodeMonitor, 'b monitors');
  a.at(30, Controllers, 'a controls', () => b.at(30, NodeMonitor, 'b monitors'));
  const result = await advance(
    coordinatorOf(a, () => [b]),
    { untilMs: 100 },
  );
  expect(log.lines).toEqual(['10 b monitors', '20 a beats', '20 b monitors', '30 a controls', '30 b monitors']);
  expect(result).toMatchObject({ steps: 5, reachedMs: 30 });
});

it('waits for jobs that are on a queue, while all processes are idle', async () => {
  const [a, b] = (await open('a', 'b')) as [TestProcess, TestProcess];
  a.at(10, Kubelet, 'a sends', () => a.send(b, 'b handles'));
  b.at(11, NodeMonitor, 'b monitors', () => b.send(a, 'a handles'));
  a.at(12, Kubelet, 'a goes on');
  await advance(
    coordinatorOf(a, () => [b]),
    { untilMs: 100 },
  );
  expect(log.lines).toEqual(['10 a sends', '10 b handles', '11 b monitors', '11 a handles', '12 a goes on']);
});

it('tells each new instant before anything happens there', async () => {
  const [a, b] = (await open('a', 'b')) as [TestProcess, TestProcess];
  a.at(10, Kubelet, 'a');
  b.at(10, NodeMonitor, 'b');
  b.at(20, Kubelet, 'b');
  const reached = async (atMs: number): Promise<void> => void log.lines.push(`reached ${atMs}`);
  await advance(
    coordinatorOf(a, () => [b], { reached }),
    { untilMs: 100 },
  );
  expect(log.lines).toEqual(['reached 10', '10 a', '10 b', 'reached 20', '20 b']);
});

it('takes in who joins on the way', async () => {
  const [a, b, late] = (await open('a', 'b', 'late')) as [TestProcess, TestProcess, TestProcess];
  late.at(20, Kubelet, 'late beats');
  a.at(10, Kubelet, 'a beats');
  a.at(10, NodeMonitor, 'a hears of late', () => {
    // Said within the instant: no later one may come before it is heard.
    a.activity.begin();
    void late.line.send({ type: 'joined', process: late.process }).finally(() => a.activity.end());
  });
  a.at(30, Kubelet, 'a beats');
  await advance(
    coordinatorOf(a, () => [b]),
    { untilMs: 100 },
  );
  expect(log.lines).toEqual(['10 a beats', '10 a hears of late', '20 late beats', '30 a beats']);
});

it('goes on without who left, but not before its work has an owner', async () => {
  const [a, b] = (await open('a', 'b')) as [TestProcess, TestProcess];
  let vacancies = 0;
  const hasVacancies = async (): Promise<boolean> => {
    if (vacancies === 0) return false;
    // Another process takes over at the third look.
    if (--vacancies === 0) a.at(20, Kubelet, 'a took over');
    return vacancies > 0;
  };
  a.at(10, Kubelet, 'b leaves', () => {
    vacancies = 3;
    a.activity.begin();
    void b.close().then(async () => {
      await a.line.send({ type: 'left', process: b.process });
      a.activity.end();
    });
  });
  a.at(30, Kubelet, 'a beats');
  await advance(
    coordinatorOf(a, () => [b], { hasVacancies }),
    { untilMs: 100 },
  );
  expect(log.lines).toEqual(['10 b leaves', '20 a took over', '30 a beats']);
});

it('goes on without a process that is dead by all accounts', async () => {
  const [a, b] = (await open('a', 'b')) as [TestProcess, TestProcess];
  a.at(10, Kubelet, 'a beats');
  await b.close();
  let alive = [b];
  const advancing = advance(
    coordinatorOf(a, () => alive),
    { untilMs: 100 },
  );
  alive = [];
  await advancing;
  expect(log.lines).toEqual(['10 a beats']);
});

it('repeats a step that a process missed', async () => {
  const [a, b] = (await open('a', 'b')) as [TestProcess, TestProcess];
  a.at(10, Kubelet, 'a beats');
  b.at(20, Kubelet, 'b beats');
  await b.close();
  const advancing = advance(
    coordinatorOf(a, () => [b]),
    { untilMs: 100 },
  );
  const back = new ControlChannel(databaseUrl(), () => undefined);
  await back.start();
  const stop = back.listen((message) => {
    if (message.type === 'step') void answerClockStep(message, { line: back, participant: b });
  });
  await advancing;
  stop();
  await back.stop();
  expect(log.lines).toEqual(['10 a beats', '20 b beats']);
});
