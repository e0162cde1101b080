import { AnswersNeeded, WebhookAnswers, type ReviewAnswer, type WebhookQuestion } from '@orrery/admission';
import { ApiError, ConversionNeeded, StatusReason } from '@orrery/api-types';
import { askWebhook, questionText } from '../dynamic-admission/ask-webhook';
import { auditedRequest } from '../dynamic-admission/dynamic-admission';
import { rememberedDraws, type ObjectDraws } from './object-draws';
import type { WriteContext } from './write-context';

/** Time limit for all webhooks of one request together, as upstream's request timeout. */
const REQUEST_SECONDS = 60;
/** Maximum number of rounds besides those in which webhooks are called; more mean that others write the object all the time. */
const MAX_ROUNDS = 10;

/** Answer from outside that a decision needs before it can be made. */
export type Needed = AnswersNeeded | ConversionNeeded;

/** Returns whether a decision failed only because something has to be asked first. */
export function isNeeded(error: unknown): error is Needed {
  return error instanceof AnswersNeeded || error instanceof ConversionNeeded;
}

/** Returns whether a write of this cluster may have to ask anything. */
export function mayAsk({ hasWebhooks, dynamic }: WriteContext): boolean {
  return hasWebhooks() || (dynamic?.configurations.webhookCount ?? 0) > 0;
}

/**
 * Write that is decided again until no answer is missing. Its random draws and its time stay those of the first
 * decision, so that webhooks see the same object each time.
 */
export class WriteAttempt {
  private readonly answers = new WebhookAnswers();
  private readonly nowMs: number;
  private readonly draws: ObjectDraws;
  private rounds = 0;
  private leftSeconds = REQUEST_SECONDS;

  constructor(private readonly base: WriteContext) {
    this.nowMs = base.nowMs();
    this.draws = rememberedDraws(base.draws);
  }

  /** Returns the context for a decision from the beginning. */
  context(): WriteContext {
    const { nowMs, draws, answers } = this;
    return { ...this.base, nowMs: () => nowMs, draws, answers };
  }

  /** Requests the needed answer. Returns the error with which the write is refused instead, or undefined to decide again. */
  async ask(needed: Needed): Promise<ApiError | undefined> {
    const webhooks = this.base.dynamic?.configurations.webhookCount ?? 0;
    if (++this.rounds > MAX_ROUNDS + 2 * webhooks) {
      return new ApiError(StatusReason.Timeout, 'the object is changed faster than its webhooks answer');
    }
    if (needed instanceof ConversionNeeded) return failureOf(needed);
    const begunMs = performance.now();
    await Promise.all(
      needed.questions.map(async (question) => {
        const answer = await this.base.asks<ReviewAnswer>(
          questionText(question),
          () => askWebhook(question, this.base.cache(), this.leftSeconds),
          (reason) => ({ kind: 'failed', reason: `failed to call webhook: ${reason}` }),
        );
        this.answers.add(question, answer);
        if (answer.kind === 'answered') this.audit(question, answer.auditAnnotations);
      }),
    );
    this.leftSeconds -= (performance.now() - begunMs) / 1000;
    if (this.leftSeconds > 0) return undefined;
    return new ApiError(StatusReason.Timeout, 'Timeout: request did not complete within requested timeout');
  }

  /** Records a webhook's audit annotations under its name. */
  private audit({ webhook, attributes }: WebhookQuestion, annotations: Readonly<Record<string, string>>): void {
    const named = Object.entries(annotations).map(([key, value]) => [`${webhook.name}/${key}`, value] as const);
    if (named.length > 0) this.base.dynamic?.audit(auditedRequest(attributes), Object.fromEntries(named));
  }
}

async function failureOf(needed: ConversionNeeded): Promise<ApiError | undefined> {
  try {
    await needed.convert();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
