import { AsyncLocalStorage } from 'node:async_hooks';
import type { Activity, ClusterClock } from '@orrery/clock';
import { digestOf, type Answers } from './outside-answers';
import type { ClusterInput, Position } from './cluster-input';
import type { Recorder } from './recorder';

/** Parts of the cluster that inputs are taken with. */
export interface InputsOptions {
  readonly clock: Pick<ClusterClock, 'now' | 'phase'>;
  readonly activity: Pick<Activity, 'track' | 'outside' | 'program' | 'waitForPrograms'>;
  readonly revision: () => number;
  /** Resolves when the cluster has settled, where that matters; first for clients in the middle of a request. */
  readonly settled: (hasBegun?: boolean) => Promise<void>;
}

/**
 * Inputs of a cluster from outside: requests of clients, and answers of webhooks and the like. It can be recorded, and
 * answers can be those of a recording.
 */
export class ClusterInputs {
  private recorder: Recorder | undefined;
  private answers: Answers | undefined;
  /** The beginning of the input before: while a cluster is recorded, each has effect before the next begins. */
  private before: Promise<unknown> = Promise.resolve();
  /** Set while an input has effect: its own requests are part of it. */
  private readonly within = new AsyncLocalStorage<true>();

  constructor(private readonly options: InputsOptions) {}

  get isRecorded(): boolean {
    return this.recorder !== undefined;
  }

  /** True if what programs outside would answer is known. */
  get isAnswered(): boolean {
    return this.answers !== undefined;
  }

  /** Position of the cluster now. */
  get position(): Position {
    const { clock, revision } = this.options;
    return { revision: revision(), atMs: clock.now(), phase: clock.phase };
  }

  /** Records from now on; undefined: no more. */
  record(recorder: Recorder | undefined): void {
    this.recorder = recorder;
    // How long an answer takes is not recorded, so nothing may follow from it.
    this.options.activity.waitForPrograms(recorder !== undefined);
  }

  /** Sets the source of recorded answers; undefined: the programs outside are called again. */
  answerFrom(answers: Answers | undefined): void {
    this.answers = answers;
  }

  /**
   * Carries out a client's request when its turn has come.
   *
   * @param describe describes it, when the turn has come; its errors are thrown, and nothing is recorded
   */
  async take<T>(describe: () => ClusterInput, act: () => Promise<T>): Promise<T> {
    const isPart = this.within.getStore() === true;
    if (!this.recorder || isPart) {
      await this.options.settled(isPart);
      return act();
    }
    return this.inTurn(async (recorder) => {
      if (!recorder) return act();
      const at = this.position;
      const input = describe();
      await this.options.activity.outside(() => recorder.append({ kind: 'input', at, input }));
      return this.within.run(true, act);
    });
  }

  /** Calls `look` with the position when everything that is recorded has happened; nothing else runs meanwhile. */
  async atRest<T>(look: (at: Position) => Promise<T>): Promise<T> {
    const { activity } = this.options;
    return this.inTurn(() => activity.outside(() => look(this.position)));
  }

  /** Stops the recording as soon as `end` has stored its end; if that fails everything is as before. */
  async stopRecording(end: (at: Position) => Promise<void>): Promise<boolean> {
    const { activity } = this.options;
    return this.inTurn(async (recorder) => {
      if (!recorder) return false;
      await activity.outside(() => end(this.position));
      this.record(undefined);
      return true;
    });
  }

  /**
   * Asks something outside of the cluster, or answers what it answered when that was recorded.
   *
   * @param question all that the answer may follow from, but for what is another one each time. Plain data.
   * @param failed the answer where there is none
   */
  async ask<T>(question: unknown, ask: () => Promise<T>, failed: (reason: string) => T): Promise<T> {
    const { answers, recorder } = this;
    if (answers) {
      const next = answers.next(question);
      const answer = next instanceof Promise ? await this.options.activity.outside(() => next) : next;
      return answer ? (answer.value as T) : failed('the recording has no answer to this question');
    }
    if (!recorder) return this.options.activity.program(ask);
    return this.options.activity.program(async () => {
      const value = await ask();
      await recorder.append({ kind: 'answer', question: digestOf(question), value });
      return value;
    });
  }

  /** Runs `act` in its turn. Nothing else begins until it waits, for example for its writes: the cluster settles before the next one. */
  private async inTurn<T>(act: (recorder: Recorder | undefined) => Promise<T>): Promise<T> {
    const { activity, settled } = this.options;
    // In one turn of the event loop with the end of the wait: the clock cannot go on in between.
    const begun = this.before.then(() => settled()).then(() => ({ acting: activity.track(() => act(this.recorder)) }));
    this.before = begun.catch(() => undefined);
    return (await begun).acting;
  }
}
