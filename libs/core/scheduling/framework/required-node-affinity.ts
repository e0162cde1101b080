import { compileNodeSelector, type Node, type NodeMatcher, type NodeSelectorTerm, type Pod } from '@orrery/api-types';

/** Requirements of a pod on a node through nodeSelector and required node affinity. */
export interface RequiredNodeAffinity {
  /** Demands nothing: every node matches. */
  readonly isEmpty: boolean;
  readonly matches: (node: Node) => boolean;
}

/** Reads nodeSelector and required terms once: every selector pair must be a label, and one of the terms must match. */
export function requiredNodeAffinityOf({ spec }: Pod): RequiredNodeAffinity {
  const pairs = Object.entries(spec.nodeSelector ?? {});
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const matchesTerms: NodeMatcher | undefined = required && compileNodeSelector(required);
  return {
    isEmpty: pairs.length === 0 && !required,
    matches: (node) => {
      const labels = node.metadata.labels;
      for (const [key, value] of pairs) {
        if (labels === undefined || !Object.hasOwn(labels, key) || labels[key] !== value) return false;
      }
      return matchesTerms ? matchesTerms(node) : true;
    },
  };
}

/**
 * Names that the terms pin through matchFields `metadata.name In`: united over terms, intersected inside one.
 * Undefined if some term pins none, so that any node may match.
 */
export function pinnedNodeNames(terms: readonly NodeSelectorTerm[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const term of terms) {
    let pinned: Set<string> | undefined;
    for (const { key, operator, values } of term.matchFields ?? []) {
      if (key !== 'metadata.name' || operator !== 'In') continue;
      const listed = values ?? [];
      pinned = pinned ? new Set(listed.filter((name) => pinned!.has(name))) : new Set(listed);
    }
    if (!pinned) return undefined;
    for (const name of pinned) names.add(name);
  }
  return terms.length > 0 ? names : undefined;
}
