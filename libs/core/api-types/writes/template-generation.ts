import { deepEqual } from '../equality';
import type { KubeObject } from '../objects';

/** How often a DaemonSet's template was changed; its pods tell after which one they were made. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** Counts the versions of a DaemonSet's template. Clients cannot set the number: on an update it goes on from the old. */
export function countTemplate(next: KubeObject, old?: KubeObject): void {
  const before = Number(old?.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
  const isSame = old !== undefined && deepEqual(templateOf(next), templateOf(old));
  const generation = String(isSame ? Math.max(before, 1) : before + 1);
  if (next.metadata.annotations?.[TEMPLATE_GENERATION] === generation) return;
  next.metadata.annotations = { ...next.metadata.annotations, [TEMPLATE_GENERATION]: generation };
}

function templateOf({ spec }: KubeObject): unknown {
  return (spec as { readonly template?: unknown } | undefined)?.template;
}
