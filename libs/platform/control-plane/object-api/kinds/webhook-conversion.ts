import { randomUUID } from 'node:crypto';
import { convertedObjects, internal, type DefinitionConversion, type KubeObject } from '@orrery/api-types';
import type { ClusterCache } from '@orrery/store';
import { webhookAddress, WebhookError } from '@orrery/webhooks';
import type { OutsidePort } from '../../ports/outside-port';
import { servicesIn } from '../dynamic-admission/service-lookup';
import { postToWebhook } from '../dynamic-admission/simulated-webhook';

/** Upstream's timeout for conversion webhooks. */
const TIMEOUT_SECONDS = 30;
/** Objects that go to a webhook together. */
const MAX_OBJECTS = 500;

/** Source of services, and of webhook answers if decisions based on them are recorded. */
interface ConversionSource {
  readonly cache: ClusterCache;
  readonly inputs?: OutsidePort['inputs'];
}

/** Converts objects between versions by asking the webhook of their definition (`apiserver/conversion/webhook_converter.go` upstream). */
export class WebhookConversion {
  constructor(
    private readonly conversion: DefinitionConversion,
    private readonly kind: string,
    private readonly source: () => ConversionSource,
  ) {}

  /** Returns the objects in a version, in their order. Throws a 500 that states the webhook's error. */
  async convert(objects: readonly KubeObject[], apiVersion: string): Promise<KubeObject[]> {
    const converted: KubeObject[] = [];
    for (let from = 0; from < objects.length; from += MAX_OBJECTS) {
      converted.push(...(await this.ask(objects.slice(from, from + MAX_OBJECTS), apiVersion)));
    }
    return converted;
  }

  private async ask(objects: readonly KubeObject[], apiVersion: string): Promise<KubeObject[]> {
    const { clientConfig = {}, conversionReviewVersions = ['v1'] } = this.conversion.webhook ?? {};
    const version = conversionReviewVersions.find((each) => each === 'v1' || each === 'v1beta1') ?? 'v1';
    const uid = randomUUID();
    const review = {
      kind: 'ConversionReview',
      apiVersion: `apiextensions.k8s.io/${version}`,
      request: { uid, desiredAPIVersion: apiVersion, objects },
    };
    const { cache, inputs } = this.source();
    const failure = (message: string): string =>
      `conversion webhook for ${objects[0]!.apiVersion}, Kind=${this.kind} failed: ${message}`;
    const ask = async (): Promise<KubeObject[] | string> => {
      try {
        const place = webhookAddress(clientConfig, servicesIn(cache));
        const call = { ...place, caBundle: clientConfig.caBundle, body: review, timeoutSeconds: TIMEOUT_SECONDS };
        const question = { uid, version, kind: this.kind, desiredAPIVersion: apiVersion, objects };
        return convertedObjects(question, await postToWebhook(cache, call));
      } catch (error) {
        if (error instanceof WebhookError) return failure(error.message);
        throw error;
      }
    };
    const asked = { conversion: clientConfig, desiredAPIVersion: apiVersion, objects };
    const converted = await (inputs ? inputs.ask(asked, ask, failure) : ask());
    if (typeof converted === 'string') throw internal(converted);
    return converted;
  }
}
