import { ApiError, StatusReason } from '@orrery/api-types';
import { setTimeout as pause } from 'node:timers/promises';
import { ClockMode } from '@orrery/clock';
import {
  autoClockSettings,
  isUpkeep,
  type CachePort,
  type ClockPort,
  type Component,
  type ComponentContext,
  type ComponentKind,
  type IdentityPort,
  type LogPort,
  type SettingsPort,
  type TimePort,
} from '@orrery/control-plane';
import { isIdle, paceOf, type PaceInput, type PaceSettings } from './pace';

/** Ports used by this class. */
type Ports = IdentityPort & CachePort & ClockPort & LogPort & SettingsPort & TimePort;

/** Maximum number of instants per run: then settings and clients are checked again. */
const STEPS_AT_ONCE = 1000;
/** The longest wait for something that no listener tells of, such as a timer of another process. */
const LONGEST_WAIT_MS = 1000;
/** Pause of the clock after a fault, such as an unreachable database. */
const FAULT_PAUSE_MS = 500;

/** Advances the clock of one cluster in mode auto: to the next event while the cluster and its clients are idle. */
class AutoClock implements Component {
  private unsubscribe: (() => void)[] = [];
  private isRunning = false;
  private isStopped = false;
  /** Ends the wait at hand. */
  private wake = new AbortController();
  private lastWorkMs = 0;
  /** Start of the clock's current run without a pause: in real time, and in cluster time. */
  private wentOn = { realMs: 0, clusterMs: 0 };
  private wasIdle = false;
  /** The revision at which its instant turned out to have no end: the clock stays there until something is written. */
  private endlessAt: number | undefined;

  constructor(
    private readonly context: ComponentContext<Ports>,
    private readonly realNow: () => number = () => performance.now(),
  ) {}

  async start(): Promise<void> {
    const { cluster } = this.context;
    this.lastWorkMs = cluster.clock.now();
    this.unsubscribe = [
      cluster.cache.subscribe((changes) => {
        if (!changes.every(isUpkeep)) this.lastWorkMs = cluster.clock.now();
      }),
      cluster.clock.onConfigured(() => this.run()),
      cluster.clients.onActed(() => this.clientActed()),
    ];
    this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const end of this.unsubscribe) end();
    this.wake.abort();
  }

  private get isOn(): boolean {
    return !this.isStopped && this.context.cluster.clock.setting.mode === ClockMode.Auto;
  }

  private clientActed(): void {
    this.lastWorkMs = this.context.cluster.clock.now();
    // An idle clock waits for long: a client may be about to wait for something.
    if (this.wasIdle) this.wake.abort();
  }

  private run(): void {
    this.wake.abort();
    if (this.isRunning || !this.isOn) return;
    this.isRunning = true;
    void this.advance().finally(() => {
      this.isRunning = false;
      if (this.isOn) this.run();
    });
  }

  private async advance(): Promise<void> {
    this.beginPace();
    while (this.isOn) {
      try {
        const waitMs = await this.step();
        if (waitMs > 0) await this.wait(waitMs);
      } catch (err) {
        if (!this.isOn) return;
        const { cache, id, log } = this.context.cluster;
        if (err instanceof ApiError && err.reason === StatusReason.LoopDetected) this.endlessAt = cache.revision;
        log.warn({ err, cluster: id }, 'the clock waits');
        await this.wait(FAULT_PAUSE_MS);
      }
    }
  }

  /** Advances as far as the pace allows. Returns the wait until the next step, in ms of real time. */
  private async step(): Promise<number> {
    const { cluster } = this.context;
    if (cluster.cache.revision === this.endlessAt) return LONGEST_WAIT_MS;
    const settings = this.settings();
    this.changePace(isIdle(settings, this.input()));
    const pace = paceOf(settings, this.input());
    if ('waitMs' in pace) {
      await this.waitForClients(pace.waitMs);
      return 0;
    }
    const { steps, nextMs } = await cluster.advance({
      untilMs: pace.untilMs,
      maxSteps: STEPS_AT_ONCE,
      staysAtEvents: true,
      quietForMs: settings.quietForMs,
    });
    if (steps > 0) return 0;
    const rate = this.wasIdle ? 1 : settings.rate;
    // A client of another process acts, or nothing is due: neither tells when that changes.
    if (nextMs === undefined || nextMs <= pace.untilMs) return settings.quietForMs;
    return Math.min((nextMs - pace.untilMs) / rate, LONGEST_WAIT_MS);
  }

  private async waitForClients(waitMs: number): Promise<void> {
    await this.wait(waitMs);
    this.beginPace();
  }

  private changePace(isIdleNow: boolean): void {
    if (isIdleNow !== this.wasIdle) this.beginPace();
    this.wasIdle = isIdleNow;
  }

  /** Time in which the clock had to wait is not made up for. */
  private beginPace(): void {
    this.wentOn = { realMs: this.realNow(), clusterMs: this.context.cluster.clock.now() };
  }

  private settings(): PaceSettings {
    const { clock, settings } = this.context.cluster;
    return { rate: clock.setting.rate, ...autoClockSettings(settings) };
  }

  private input(): PaceInput {
    const { clients, clock } = this.context.cluster;
    return {
      clusterMs: clock.now(),
      lastWorkMs: this.lastWorkMs,
      quietMs: clients.quietForMs(),
      goingForMs: this.realNow() - this.wentOn.realMs,
      wentOnAtMs: this.wentOn.clusterMs,
    };
  }

  private async wait(waitMs: number): Promise<void> {
    this.wake = new AbortController();
    await pause(Math.max(1, waitMs), undefined, { signal: this.wake.signal }).catch(() => undefined);
  }
}

/** The component as a process announces it. */
export function autoClockKind(shards: number): ComponentKind {
  const create = (context: ComponentContext<Ports>): Component => new AutoClock(context);
  return { name: 'auto-clock', shards, split: 'clusters', queues: [], create };
}
