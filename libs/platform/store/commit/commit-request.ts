import type { ApiError, KubeObject } from '@orrery/api-types';
import type { Origin } from './origin';
import type { Fence, ObjectKey, Operation, RowWrite } from './write-batch';

/** Decision of an intent about its object, given the current version. */
export type Decision =
  | { readonly kind: 'write'; readonly operation: Operation; readonly object: KubeObject }
  /** No change is needed. */
  | { readonly kind: 'keep'; readonly object: KubeObject | undefined }
  | { readonly kind: 'refuse'; readonly error: ApiError };

/**
 * A write as a function of the object's current version. It may be called again with a newer version after a write
 * conflict, so it must not have effects.
 */
export interface Intent {
  readonly key: ObjectKey;
  /** Origin of this write for the log, where it differs from that of the whole commit. */
  readonly origin?: Partial<Origin> | undefined;
  /** Turn of the write ({@link nextTurn}), if it was requested before it could be written: it comes before later requests. */
  readonly turn?: number;
  decide(current: KubeObject | undefined): Decision;
}

let lastTurn = 0;

/** Returns the place of a write among all requests of this process. */
export function nextTurn(): number {
  return ++lastTurn;
}

/** Object after the intent; `changed` is true if this intent wrote it. */
export interface Committed {
  readonly object: KubeObject | undefined;
  readonly changed: boolean;
}

export type IntentOutcome = Committed | ApiError;

/** Intents of one call: answered as a whole, when the last of them is. */
export class Request {
  readonly answered: Promise<IntentOutcome[]>;
  private readonly outcomes: IntentOutcome[];
  private open: number;
  private resolve!: (outcomes: IntentOutcome[]) => void;
  private reject!: (error: unknown) => void;

  constructor(
    count: number,
    readonly fence: Fence | undefined,
    /** Origin of the request. */
    readonly origin: Origin | undefined = undefined,
  ) {
    this.open = count;
    this.outcomes = new Array<IntentOutcome>(count);
    this.answered = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    if (count === 0) this.resolve(this.outcomes);
  }

  settle(place: number, outcome: IntentOutcome): void {
    this.outcomes[place] = outcome;
    if (--this.open === 0) this.resolve(this.outcomes);
  }

  fail(error: unknown): void {
    this.reject(error);
  }
}

/** Intent without an answer so far. */
export class Pending {
  readonly key: string;
  attempts = 0;
  write: RowWrite | undefined;
  /** Lane of the intent while it is held: see {@link HeldWrites}. */
  lane: string | undefined;
  readonly turn: number;

  constructor(
    readonly intent: Intent,
    private readonly request: Request,
    private readonly place: number,
  ) {
    this.key = keyText(intent.key);
    this.turn = intent.turn ?? nextTurn();
  }

  get fence(): Fence | undefined {
    return this.request.fence;
  }

  /** Returns the origin of the write, as the log keeps it. */
  get origin(): Origin | undefined {
    const { origin } = this.request;
    return this.intent.origin ? { writer: '', ...origin, ...this.intent.origin } : origin;
  }

  /** Returns the identity of the writer: the owner of a unit with all its calls, otherwise the single call. */
  get writer(): unknown {
    return this.request.fence?.unit ?? this.request;
  }

  settle(outcome: IntentOutcome): void {
    this.request.settle(this.place, outcome);
  }

  fail(error: unknown): void {
    this.request.fail(error);
  }
}

function keyText(key: ObjectKey): string {
  return `${key.resource}\u0000${key.namespace}\u0000${key.name}`;
}
