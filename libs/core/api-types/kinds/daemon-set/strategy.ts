import { deepEqual } from '../../equality';
import type { KubeObject } from '../../objects';

/** Annotation with the number of changes of a DaemonSet's template; its pods carry the number after which they were made. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** Counts the versions of a DaemonSet's template. Clients cannot set the number: on an update it continues from the old one. */
export function countTemplate(next: KubeObject, old?: KubeObject): void {
  const before = generationIn(old?.metadata.annotations?.[TEMPLATE_GENERATION]);
  const isSame = old !== undefined && deepEqual(templateOf(next), templateOf(old));
  const generation = String(isSame && before > 0n ? before : before + 1n);
  if (next.metadata.annotations?.[TEMPLATE_GENERATION] === generation) return;
  next.metadata.annotations = { ...next.metadata.annotations, [TEMPLATE_GENERATION]: generation };
}

/** An int64; 0 where there is none. */
function generationIn(text = ''): bigint {
  return /^\d{1,19}$/.test(text) ? BigInt(text) : 0n;
}

function templateOf({ spec }: KubeObject): unknown {
  return (spec as { readonly template?: unknown } | undefined)?.template;
}
