import type { RequestAttributes, ResourceView } from './attributes';
import { requestBody } from './cel-values';
import type { ReviewAnswer } from './admission-review';
import type { CompiledWebhook } from './webhooks';

/** A request as one webhook is to see it. */
export interface WebhookQuestion {
  readonly webhook: CompiledWebhook;
  readonly attributes: RequestAttributes;
  /** The `request` of the AdmissionReview, without the uid that each call has of its own. */
  readonly request: object;
  /** The request as text: what it was asked before is not asked again. */
  readonly text: string;
}

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

/** The question about a request in the version that the webhook wants (`CreateAdmissionObjects` upstream). */
export function questionOf(
  webhook: CompiledWebhook,
  attributes: RequestAttributes,
  view: ResourceView,
): WebhookQuestion {
  const { object, oldObject, options } = attributes;
  const request = {
    ...requestBody(attributes, view),
    object: object ? view.form(object) : null,
    oldObject: oldObject ? view.form(oldObject) : null,
    options,
  };
  return { webhook, attributes, request, text: JSON.stringify(request) };
}
