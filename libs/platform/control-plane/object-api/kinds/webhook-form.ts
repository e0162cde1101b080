import { ConversionNeeded, type KubeObject, type StoredForm, jsonText } from '@orrery/api-types';
import type { WebhookConversion } from './webhook-conversion';

/** Maximum number of kept answers for objects that are about to be stored; more are never under way. */
const MAX_STORED = 1000;

export interface WebhookFormOptions {
  readonly conversion: WebhookConversion;
  /** The version that is served, and the one in which objects are stored. */
  readonly apiVersion: string;
  readonly storageApiVersion: string;
  /** Part of an object that the schema of a version covers, with its defaults. */
  readonly plain: StoredForm;
}

/**
 * The form of objects that a webhook converts. Reading and writing are synchronous and webhooks are not: what is not known
 * yet is thrown as `ConversionNeeded`, and its answer found the next time.
 */
export function webhookForm({ conversion, apiVersion, storageApiVersion, plain }: WebhookFormOptions): StoredForm {
  const served = new WeakMap<KubeObject, KubeObject>();
  const stored = new Map<string, KubeObject>();
  const isMissing = (object: KubeObject): boolean => object.apiVersion !== apiVersion && !served.has(object);
  const prepare = async (objects: readonly KubeObject[]): Promise<void> => {
    const missing = objects.filter(isMissing);
    if (missing.length === 0) return;
    const converted = await conversion.convert(missing, apiVersion);
    missing.forEach((object, i) => served.set(object, plain.served(converted[i]!)));
  };
  return {
    prepare,
    served: (object) => {
      if (object.apiVersion === apiVersion) return plain.served(object);
      const known = served.get(object);
      if (known) return known;
      throw new ConversionNeeded(() => prepare([object]));
    },
    stored: (object) => {
      if (apiVersion === storageApiVersion) return object;
      const key = contentOf(object);
      const known = stored.get(key);
      if (!known) {
        throw new ConversionNeeded(async () => {
          const [converted] = await conversion.convert([object], storageApiVersion);
          if (stored.size >= MAX_STORED) stored.clear();
          stored.set(key, plain.stored(converted!));
        });
      }
      const { labels, annotations } = known.metadata;
      const { labels: _labels, annotations: _annotations, ...metadata } = object.metadata;
      const own = { ...metadata, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) };
      return { ...known, metadata: own };
    },
  };
}

/**
 * Returns the content that a conversion depends on; field owners are left out because they carry the time of the write,
 * which advances while the webhook is called.
 */
function contentOf({ metadata, ...object }: KubeObject): string {
  const { managedFields: _managedFields, resourceVersion: _resourceVersion, ...others } = metadata;
  return jsonText([others, object]);
}
