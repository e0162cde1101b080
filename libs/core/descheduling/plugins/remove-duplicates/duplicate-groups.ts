import type { NodeView, PodView } from '../../cluster/cluster-views';

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

/** Pods of a node, grouped by whether the evictor allows their eviction. */
export interface NodePods {
  readonly candidates: readonly PodView[];
  readonly protectedPods: readonly ProtectedPod[];
}

/** Pod that is not a candidate, with the reason. */
export interface ProtectedPod {
  readonly pod: PodView;
  readonly obstacle: string;
}

/** Result of {@link groupDuplicates}. */
export interface Duplicates {
  readonly groups: readonly DuplicateGroup[];
  /** Protected pods beside a candidate of the same owner and images: they count for nothing. */
  readonly spared: readonly ProtectedPod[];
}

/**
 * Groups candidates: pods on one node are duplicates if their whole lists of (owner, image) pairs are equal; the oldest
 * of each list is the one that stays.
 */
export function groupDuplicates(nodes: readonly NodeView[], podsOf: (node: NodeView) => NodePods): Duplicates {
  const groups = new Map<string, DuplicateGroup>();
  const spared: ProtectedPod[] = [];
  for (const node of nodes) {
    const seen = new Set<string>();
    const { candidates, protectedPods } = podsOf(node);
    for (const pod of candidates) {
      const images = imagesOf(pod);
      const listKey = listKeyOf(pod, images);
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
    for (const each of protectedPods) if (seen.has(listKeyOf(each.pod, imagesOf(each.pod)))) spared.push(each);
  }
  const found = [...groups.values()].filter(({ duplicates }) => duplicates.size > 0);
  return { groups: found.sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1)), spared };
}

function imagesOf({ pod }: PodView): string[] {
  return pod.spec.containers.map(({ image }) => image ?? '').sort();
}

/** Equal for pods of the same owners and images. */
function listKeyOf({ namespace, owners }: PodView, images: readonly string[]): string {
  const pairs = owners.flatMap(({ kind, name }) => images.map((image) => `${kind}/${name}/${image}`));
  return `${namespace}\u0000${pairs.sort().join('\u0000')}`;
}
