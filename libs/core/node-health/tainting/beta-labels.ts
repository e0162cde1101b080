import type { Node } from '@orrery/api-types';

/** Labels that older clients select by, with those that they follow (spec nodes A12; `labelReconcileInfo` upstream). */
const FOLLOWS: readonly (readonly [beta: string, stable: string])[] = [
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
];

/** The labels that a node lacks, or has otherwise than the ones they follow; undefined if it is as it should be. */
export function betaLabelChange({ metadata: { labels = {} } }: Node): Readonly<Record<string, string>> | undefined {
  const change: Record<string, string> = {};
  for (const [beta, stable] of FOLLOWS) {
    const value = labels[stable];
    if (value !== undefined && labels[beta] !== value) change[beta] = value;
  }
  return Object.keys(change).length > 0 ? change : undefined;
}
