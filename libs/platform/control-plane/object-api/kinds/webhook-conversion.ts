import { randomUUID } from 'node:crypto';
import { internal, type ApiError, type DefinitionConversion, type KubeObject } from '@orrery/api-types';
import type { ClusterCache } from '@orrery/store';
import { callWebhook, webhookAddress, WebhookError } from '@orrery/webhooks';
import { servicesIn } from '../dynamic-admission/service-lookup';

/** What upstream waits for a conversion webhook. */
const TIMEOUT_SECONDS = 30;
/** Objects that go to a webhook together. */
const MAX_OBJECTS = 500;

interface ConversionResponse {
  readonly response?: {
    readonly uid?: string;
    readonly result?: { readonly status?: string; readonly message?: string };
    readonly convertedObjects?: readonly KubeObject[];
  };
}

/** Converts objects between versions by asking the webhook of their definition (`apiserver/conversion/webhook_converter.go` upstream). */
export class WebhookConversion {
  constructor(
    private readonly conversion: DefinitionConversion,
    private readonly kind: string,
    private readonly cache: () => ClusterCache,
  ) {}

  /** The objects in a version, in their order. Throws a 500 that says what the webhook did wrong. */
  async convert(objects: readonly KubeObject[], apiVersion: string): Promise<KubeObject[]> {
    const converted: KubeObject[] = [];
    for (let from = 0; from < objects.length; from += MAX_OBJECTS) {
      converted.push(...(await this.ask(objects.slice(from, from + MAX_OBJECTS), apiVersion)));
    }
    return converted;
  }

  private async ask(objects: readonly KubeObject[], apiVersion: string): Promise<KubeObject[]> {
    const failed = (reason: string): ApiError =>
      internal(`conversion webhook for ${objects[0]!.apiVersion}, Kind=${this.kind} failed: ${reason}`);
    const { clientConfig = {}, conversionReviewVersions = ['v1'] } = this.conversion.webhook ?? {};
    const version = conversionReviewVersions.find((each) => each === 'v1' || each === 'v1beta1') ?? 'v1';
    const uid = randomUUID();
    const review = {
      kind: 'ConversionReview',
      apiVersion: `apiextensions.k8s.io/${version}`,
      request: { uid, desiredAPIVersion: apiVersion, objects },
    };
    let answer: ConversionResponse;
    try {
      const place = webhookAddress(clientConfig, servicesIn(this.cache()));
      const call = { ...place, caBundle: clientConfig.caBundle, body: review, timeoutSeconds: TIMEOUT_SECONDS };
      answer = (await callWebhook(call)) as ConversionResponse;
    } catch (error) {
      if (error instanceof WebhookError) throw failed(error.message);
      throw error;
    }
    const { response } = answer ?? {};
    if (response?.uid !== uid)
      throw failed(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response?.uid ?? '')}`);
    if (response.result?.status !== 'Success') throw failed(response.result?.message ?? 'unknown reason');
    const converted = response.convertedObjects ?? [];
    if (converted.length !== objects.length) {
      throw failed(`expected ${objects.length} converted objects, got ${converted.length}`);
    }
    return converted.map((object, i) => {
      const problem = problemOf(object, objects[i]!, apiVersion);
      if (problem !== undefined) throw failed(`invalid converted object at index ${i}: ${problem}`);
      return withOwnMetadata(object, objects[i]!);
    });
  }
}

function problemOf(object: KubeObject, original: KubeObject, apiVersion: string): string | undefined {
  if (object?.apiVersion !== apiVersion)
    return `invalid groupVersion (received ${object?.apiVersion}, expected ${apiVersion})`;
  if (object.kind !== original.kind) return `invalid kind (received ${object.kind}, expected ${original.kind})`;
  for (const field of ['name', 'namespace', 'uid'] as const) {
    if ((object.metadata?.[field] ?? '') !== (original.metadata[field] ?? '')) return `metadata.${field} was changed`;
  }
  return undefined;
}

/** A webhook may change labels and annotations, and nothing else of the metadata. */
function withOwnMetadata(object: KubeObject, { metadata: own }: KubeObject): KubeObject {
  const { labels, annotations } = object.metadata;
  const { labels: _labels, annotations: _annotations, ...metadata } = own;
  return {
    ...object,
    metadata: { ...metadata, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) },
  };
}
