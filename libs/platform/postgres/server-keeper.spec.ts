import { EventEmitter } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { ServerKeeper, type StartedServer } from './server-keeper';

class Child extends EventEmitter {
  exitCode: number | null = null;
  signalCode: string | null = null;
  readonly pid = 7;
  kill(signal: string): boolean {
    if (signal === 'SIGINT') this.end(0);
    return true;
  }
  end(code: number | null, signal: string | null = null): void {
    this.exitCode = code;
    this.signalCode = signal;
    this.emit('close');
  }
}

let children: Child[];
let launchFails: string | undefined;
let words: string;
let reported: string[];
let keeper: ServerKeeper;

beforeEach(async () => {
  jest.useFakeTimers();
  [children, launchFails, words, reported] = [[], undefined, '', []];
  const launch = async (): Promise<StartedServer> => {
    if (launchFails !== undefined) throw new Error(launchFails);
    const child = new Child();
    children.push(child);
    return { process: child as unknown as ChildProcess, words: () => words };
  };
  keeper = new ServerKeeper(launch, {
    ended: (reason, retryMs) => reported.push(`${reason} (${retryMs})`),
    restarted: () => reported.push('runs'),
    givenUp: (reason) => reported.push(`given up: ${reason}`),
  });
  await keeper.start();
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

test('a server that was killed is started again', async () => {
  children[0]!.end(null, 'SIGKILL');
  expect(keeper.pid).toBe(0);
  await pass(200);
  expect(reported).toEqual(['it ended with SIGKILL (200)', 'runs']);
  expect(keeper.pid).toBe(7);
});

test('a full disk is named, and the server given up when it does not go away', async () => {
  words = 'LOG: x\nPANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device\nLOG: y';
  children[0]!.end(1);
  launchFails = words;
  await pass(120_000);
  expect(reported[0]).toBe('it ended with code 1: the database has no space left on its disk (200)');
  expect(reported.slice(1, -1).map((line) => /\((\d+)\)$/.exec(line)?.[1])).toEqual([
    '400',
    '800',
    '1600',
    '3200',
    '5000',
    '5000',
  ]);
  expect(reported.at(-1)).toBe('given up: it does not start: the database has no space left on its disk');
});

test('of other reasons the last serious line is reported', async () => {
  words = '2026 [1] LOG:  starting\n2026 [1] FATAL:  data directory has wrong ownership\n';
  children[0]!.end(1);
  expect(reported).toEqual(['it ended with code 1: data directory has wrong ownership (200)']);
});

test('a server that ran for a while begins a new row of ends', async () => {
  for (let i = 0; i < 20; i++) {
    await pass(60_000);
    children.at(-1)!.end(null, 'SIGKILL');
    await pass(200);
  }
  expect(reported.filter((line) => line === 'runs')).toHaveLength(20);
});

test('one that is stopped stays so', async () => {
  await keeper.stop();
  await pass(60_000);
  expect([children.length, reported]).toEqual([1, []]);
});

test('one that is stopped between two starts stays so', async () => {
  children[0]!.end(null, 'SIGKILL');
  await keeper.stop();
  await pass(60_000);
  expect(children).toHaveLength(1);
});
