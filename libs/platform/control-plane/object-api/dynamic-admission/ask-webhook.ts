import { randomUUID } from 'node:crypto';
import { readReview, reviewBody, type ReviewAnswer, type WebhookQuestion } from '@orrery/admission';
import type { ClusterCache } from '@orrery/store';
import { webhookAddress, WebhookError } from '@orrery/webhooks';
import { postToWebhook } from './simulated-webhook';
import { servicesIn } from './service-lookup';

/** Upstream's timeout for webhooks of older versions that set none. */
const DEFAULT_TIMEOUT_SECONDS = 10;

/** Returns the content of a webhook request, without the parts that differ on each call. */
export function questionText(question: WebhookQuestion): object {
  const { name, spec } = question.webhook;
  return { webhook: name, clientConfig: spec.clientConfig, review: reviewBody(question, '')?.body };
}

/** Calls a webhook over HTTPS. Every failure is an answer too, in upstream's words (`callHook` of both dispatchers). */
export async function askWebhook(
  question: WebhookQuestion,
  cache: ClusterCache,
  limitSeconds: number,
): Promise<ReviewAnswer> {
  const { webhook } = question;
  const { clientConfig = {}, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = webhook.spec;
  const uid = randomUUID();
  const review = reviewBody(question, uid);
  if (!review) {
    const reason = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
    return { kind: 'failed', reason: `could not create admission objects: ${reason}` };
  }
  try {
    const place = webhookAddress(clientConfig, servicesIn(cache));
    const query = `?timeout=${timeoutSeconds}s`;
    const answer = await postToWebhook(cache, {
      ...place,
      url: new URL(query, place.url),
      shown: place.shown + query,
      caBundle: clientConfig.caBundle,
      body: review.body,
      timeoutSeconds: Math.min(timeoutSeconds, limitSeconds),
    });
    return readReview(answer, { uid, apiVersion: review.apiVersion, isMutating: webhook.isMutating });
  } catch (error) {
    if (error instanceof WebhookError) return { kind: 'failed', reason: `failed to call webhook: ${error.message}` };
    throw error;
  }
}
