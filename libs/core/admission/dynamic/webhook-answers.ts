import type { ReviewAnswer } from './admission-review';
import type { WebhookQuestion } from './webhook-question';
import type { CompiledWebhook } from './webhooks';

/** Thrown where a decision needs answers of webhooks; who catches it asks for them, and decides again. */
export class AnswersNeeded extends Error {
  constructor(readonly questions: readonly WebhookQuestion[]) {
    super('webhooks have not answered yet');
  }
}

/** The answers that one write got so far: it is decided several times, and no webhook is asked the same twice. */
export class WebhookAnswers {
  private readonly known = new Map<CompiledWebhook, Map<string, ReviewAnswer>>();

  private get({ webhook, text }: WebhookQuestion): ReviewAnswer | undefined {
    return this.known.get(webhook)?.get(text);
  }

  /** The answers to questions that stand together. Throws {@link AnswersNeeded} with those that are open. */
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
