import { badRequest, ForeignRefusal, forbidden, internal, type ApiError } from '@orrery/api-types';
import type { ReviewAnswer } from './admission-review';
import { shownName, type ResourceView } from './attributes';
import { EvaluationFailure, type RequestValues } from './expressions';
import type { NamespaceLookup } from './matching';
import { type WebhookAnswers } from './webhook-answers';
import { questionOf, type WebhookQuestion } from './webhook-question';
import { viewFor, type CompiledWebhook } from './webhooks';

/**
 * Returns the question for a webhook, or the refusal of the request without a call; undefined if the webhook does not
 * match the request.
 */
export function askable(
  webhook: CompiledWebhook,
  values: RequestValues,
  namespace: NamespaceLookup,
): { readonly question: WebhookQuestion; readonly view: ResourceView } | ApiError | undefined {
  const { attributes } = values;
  const view = viewFor(webhook, values, namespace);
  if (view instanceof EvaluationFailure) {
    return forbidden(attributes.requested.resource, shownName(attributes), view.message);
  }
  if (!view) return undefined;
  const { sideEffects } = webhook.spec;
  if (attributes.isDryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') {
    return badRequest(`admission webhook ${JSON.stringify(webhook.name)} does not support dry run`);
  }
  return { question: questionOf(webhook, attributes, view), view };
}

/** An answer that lets the request pass, or the refusal; undefined where the webhook is passed over. */
export function verdictOf(
  webhook: CompiledWebhook,
  answer: ReviewAnswer,
): Extract<ReviewAnswer, { kind: 'answered' }> | ApiError | undefined {
  if (answer.kind === 'failed') {
    return webhook.fails
      ? internal(`failed calling webhook ${JSON.stringify(webhook.name)}: ${answer.reason}`)
      : undefined;
  }
  return answer.allowed ? answer : refusalBy(webhook, answer.status);
}

/** Returns the refusal by a webhook, as `webhookerrors.ToStatusErr`: never less than 400, and always with the name of the webhook. */
function refusalBy(
  { name }: CompiledWebhook,
  { code = 0, reason = '', message = '', details = {} }: Extract<ReviewAnswer, { kind: 'answered' }>['status'],
): ApiError {
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`;
  const why = message || reason;
  return new ForeignRefusal(
    code < 400 ? 400 : Math.min(code, 599),
    reason,
    why === '' ? `${denied} without explanation` : `${denied}: ${why}`,
    details,
  );
}

/** Returns the refusal of a request by validating webhooks; all are called at once (`plugin/webhook/validating/dispatcher.go` upstream). */
export function evaluateWebhooks(
  webhooks: readonly CompiledWebhook[],
  values: RequestValues,
  { namespace, answers, warn }: AskContext,
): ApiError | undefined {
  const asked = webhooks.map((webhook) => ({ webhook, found: askable(webhook, values, namespace) }));
  const refused = asked.find(({ found }) => found instanceof Error)?.found;
  if (refused) return refused as ApiError;
  const questions = asked.flatMap(({ found }) => (found && 'question' in found ? [found.question] : []));
  let refusal: ApiError | undefined;
  for (const [i, answer] of answers.to(questions).entries()) {
    const verdict = verdictOf(questions[i]!.webhook, answer);
    if (verdict instanceof Error) refusal ??= verdict;
    else verdict?.warnings.forEach(warn);
  }
  return refusal;
}

/** Context in which webhooks are called, besides the request. */
export interface AskContext {
  readonly namespace: NamespaceLookup;
  readonly answers: WebhookAnswers;
  /** Called with what clients are warned of. */
  readonly warn: (text: string) => void;
}
