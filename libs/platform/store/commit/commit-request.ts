import type { ApiError, KubeObject } from '@orrery/api-types';
import type { Origin } from './origin';
import type { Fence, ObjectKey, Operation, RowWrite } from './write-batch';

/** What an intent wants to become of its object, given the current version. */
export type Decision =
  | { readonly kind: 'write'; readonly operation: Operation; readonly object: KubeObject }
  /** Nothing has to change. */
  | { readonly kind: 'keep'; readonly object: KubeObject | undefined }
  | { readonly kind: 'refuse'; readonly error: ApiError };

/**
 * A write as a function of the object's current version. It may be asked again with a newer version when another
 * writer came first, so it must not have effects.
 */
export interface Intent {
  readonly key: ObjectKey;
  /** What the log is to say of who writes this and why, beyond what it says of the whole commit. */
  readonly origin?: Partial<Origin> | undefined;
  /** Its turn ({@link nextTurn}), if it was asked for before it could be written: it comes before what was asked for later. */
  readonly turn?: number;
  decide(current: KubeObject | undefined): Decision;
}

let lastTurn = 0;

/** The place of a write among all that are asked for in this process. */
export function nextTurn(): number {
  return ++lastTurn;
}

/** The object after the intent; `changed` says whether this intent wrote it. */
export interface Committed {
  readonly object: KubeObject | undefined;
  readonly changed: boolean;
}

export type IntentOutcome = Committed | ApiError;

/** What was asked for by one call: answered as a whole, when the last of its intents is. */
export class Request {
  readonly answered: Promise<IntentOutcome[]>;
  private readonly outcomes: IntentOutcome[];
  private open: number;
  private resolve!: (outcomes: IntentOutcome[]) => void;
  private reject!: (error: unknown) => void;

  constructor(
    count: number,
    readonly fence: Fence | undefined,
    /** Who asks. */
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

/** One intent that is not answered yet. */
export class Pending {
  readonly key: string;
  attempts = 0;
  write: RowWrite | undefined;
  /** Where it waits while it is held: see {@link HeldWrites}. */
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

  /** Who asked and why, as the log keeps it. */
  get origin(): Origin | undefined {
    const { origin } = this.request;
    return this.intent.origin ? { writer: '', ...origin, ...this.intent.origin } : origin;
  }

  /** Who asked: the owner of a unit with all its calls, otherwise the one call. */
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
