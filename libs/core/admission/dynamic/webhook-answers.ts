import type { ReviewAnswer } from './admission-review';
import type { WebhookQuestion } from './webhook-question';
import type { CompiledWebhook } from './webhooks';

/** Error of a decision that needs answers of webhooks; its handler requests them, and decides again. */
export class AnswersNeeded extends Error {
  constructor(readonly questions: readonly WebhookQuestion[]) {
    super('webhooks have not answered yet');
  }
}

/** Answers that one write has so far: it is decided several times, and no webhook is called twice with the same request. */
export class WebhookAnswers {
  private readonly known = new Map<CompiledWebhook, Map<string, ReviewAnswer>>();

  private get({ webhook, text }: WebhookQuestion): ReviewAnswer | undefined {
    return this.known.get(webhook)?.get(text);
  }

  /** Returns the answers to questions that are sent together. Throws {@link AnswersNeeded} with the open ones. */
  to(questions: readonly WebhookQuestion[]): ReviewAnswer[] {
    const open = questions.filter((question) => !this.get(question));
    if (open.length > 0) throw new AnswersNeeded(open);
    return questions.map((question) => this.get(question)!);
  }

  add({ webhook, text }: WebhookQuestion, answer: ReviewAnswer): void {
    const before = this.known.get(webhook);
    if (before) before.set(text, answer);
    else this.known.set(webhook, new Map([[text, answer]]));
  }
}
