import type { KubeObject } from '@orrery/api-types';

/** An object as it can be here, and what was changed for that. */
export interface Adapted {
  readonly object: KubeObject;
  readonly change?: string;
}

const MIRROR = /^kubernetes\.io\/config\.(mirror|hash|seen|source)$/;
const TOKEN_OF_ACCOUNT = 'kubernetes.io/service-account-token';

/** Changes what has no meaning in another cluster. */
export function adapted(object: KubeObject): Adapted {
  switch (object.kind) {
    case 'Pod':
      return withoutManifest(object);
    case 'Secret':
      return withoutToken(object);
    case 'CustomResourceDefinition':
      return withoutConversion(object);
    default:
      return { object };
  }
}

/** Its manifest is in a file of a machine that is not here; a kubelet would take the file for removed and end the pod. */
function withoutManifest(object: KubeObject): Adapted {
  const { annotations = {}, ...metadata } = object.metadata;
  const kept = Object.entries(annotations).filter(([name]) => !MIRROR.test(name));
  if (kept.length === Object.keys(annotations).length) return { object };
  const own = kept.length > 0 ? { annotations: Object.fromEntries(kept) } : {};
  return {
    object: { ...object, metadata: { ...metadata, ...own } },
    change: 'is an ordinary pod here: the file of a static pod is not part of an import',
  };
}

/** Returns a Secret without the token, which another cluster signed; the controller of tokens fills it again. */
function withoutToken(object: KubeObject): Adapted {
  if (object['type'] !== TOKEN_OF_ACCOUNT) return { object };
  const {
    token: _token,
    'ca.crt': _ca,
    namespace: _namespace,
    ...data
  } = (object['data'] ?? {}) as Record<string, string>;
  const { data: _data, ...rest } = object;
  return {
    object: Object.keys(data).length > 0 ? { ...rest, data } : rest,
    change: 'gets a token of this cluster',
  };
}

interface DefinitionSpec {
  readonly conversion?: { readonly webhook?: { readonly clientConfig?: { readonly service?: unknown } } };
}

function withoutConversion(object: KubeObject): Adapted {
  const spec = object.spec as DefinitionSpec | undefined;
  if (spec?.conversion?.webhook?.clientConfig?.service === undefined) return { object };
  return {
    object: { ...object, spec: { ...spec, conversion: { strategy: 'None' } } },
    change: 'converts by apiVersion alone: the program of its webhook does not run here',
  };
}
