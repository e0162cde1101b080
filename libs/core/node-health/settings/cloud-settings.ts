import { unsupportedField, type Taint } from '@orrery/api-types';
import { anyValue, duration, fields, readVerdict, withDefault, type DocumentVerdict } from '@orrery/documents';

/** A cluster of an external cloud: its kubelets register uninitialized, a cloud controller does the rest. */
export interface CloudSettings {
  /** Delay from its registration to the initialization of a node. */
  readonly initializeAfterMs: number;
}

const DEFAULT_INITIALIZE_AFTER_MS = 5_000;
/** Taint with which a kubelet of an external cloud registers (spec nodes A12). */
export const UNINITIALIZED_TAINT: Taint = Object.freeze({
  key: 'node.cloudprovider.kubernetes.io/uninitialized',
  value: 'true',
  effect: 'NoSchedule',
});

const NOT_NEGATIVE = 'must be a duration that is not negative';

/** A cluster's `cloud` setting. */
export const CLOUD = fields(
  {
    provider: anyValue<string>({ values: ['external'], about: 'Only `external`: nodes are initialized from outside.' }),
    initializeAfter: withDefault(
      duration({
        expected: NOT_NEGATIVE,
        range: { min: 0, text: NOT_NEGATIVE },
        about: 'Duration from the registration of a node to its initialization.',
        shownDefault: '5s',
      }),
      DEFAULT_INITIALIZE_AFTER_MS,
    ),
  },
  {
    about: 'Nodes of an external cloud register uninitialized, as with a cloud controller manager.',
    check: ({ provider }) => (provider === undefined ? [unsupportedField('.provider', null, ['external'])] : undefined),
  },
);

/** Reads a cluster's `cloud` setting: `{ provider: "external", initializeAfter: "30s" }`. Undefined without a cloud. */
export function readCloudSettings(document: unknown): DocumentVerdict<CloudSettings | undefined> {
  if (document === undefined || document === null) return { ok: undefined };
  const { ok, errors } = readVerdict(document, CLOUD);
  return errors ? { errors } : { ok: { initializeAfterMs: ok.initializeAfter } };
}
