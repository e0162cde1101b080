import type { NodeView } from '../../cluster/node-view';
import type { PodView } from '../../cluster/pod-view';

/** Pods of one owner with the same images, as they lie on the nodes. */
export interface DuplicateGroup {
  /** `Kind namespace/name` of the owner. */
  readonly owner: string;
  /** Order among groups: by (namespace, kind, name, images). */
  readonly sortKey: string;
  /** All candidates, the first of each node included. */
  total: number;
  /** Duplicates by node, the first pod of the node left out. */
  readonly duplicates: Map<NodeView, PodView[]>;
}

/** Names of one owner of a pod with the images of its containers. */
function identities(pod: PodView, images: readonly string[]): { readonly key: string; readonly owner: string }[] {
  return pod.owners.map(({ kind, name }) => ({
    key: [pod.namespace, kind, name, images.join('#')].join('\u0000'),
    owner: `${kind} ${pod.namespace}/${name}`,
  }));
}

/**
 * Groups candidates: pods on one node are duplicates if their whole lists of (owner, image) pairs are equal; the oldest
 * of each list is the one that stays.
 */
export function groupDuplicates(
  nodes: readonly NodeView[],
  candidatesOf: (node: NodeView) => readonly PodView[],
): DuplicateGroup[] {
  const groups = new Map<string, DuplicateGroup>();
  for (const node of nodes) {
    const seen = new Set<string>();
    for (const pod of candidatesOf(node)) {
      const images = pod.pod.spec.containers.map(({ image }) => image ?? '').sort();
      const pairs = pod.owners.flatMap(({ kind, name }) => images.map((image) => `${kind}/${name}/${image}`));
      const listKey = `${pod.namespace}\u0000${pairs.sort().join('\u0000')}`;
      const isDuplicate = seen.has(listKey);
      seen.add(listKey);
      for (const { key, owner } of identities(pod, images)) {
        let group = groups.get(key);
        if (!group) groups.set(key, (group = { owner, sortKey: key, total: 0, duplicates: new Map() }));
        group.total++;
        if (!isDuplicate) continue;
        const onNode = group.duplicates.get(node);
        if (onNode) onNode.push(pod);
        else group.duplicates.set(node, [pod]);
      }
    }
  }
  return [...groups.values()]
    .filter(({ duplicates }) => duplicates.size > 0)
    .sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
}
