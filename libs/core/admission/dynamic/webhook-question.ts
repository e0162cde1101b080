import { jsonText } from '@orrery/api-types';
import type { RequestAttributes, ResourceView } from './attributes';
import { requestBody } from './cel-values';
import type { CompiledWebhook } from './webhooks';

/** A request as one webhook is to see it. */
export interface WebhookQuestion {
  readonly webhook: CompiledWebhook;
  readonly attributes: RequestAttributes;
  /** The `request` of the AdmissionReview, without the uid that each call has of its own. */
  readonly request: object;
  /** Text of the request; a request with the same text is not sent twice. */
  readonly text: string;
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
  return { webhook, attributes, request, text: jsonText(request) };
}
