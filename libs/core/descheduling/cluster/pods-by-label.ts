import type { PodView } from './cluster-views';

const SEPARATOR = '\u0000';

/** Pods by (namespace, label value) of the requested label keys, so that a selector need not visit all pods. */
export class PodsByLabel {
  private readonly byKey = new Map<string, Map<string, PodView[]>>();
  private byNamespace: Map<string, PodView[]> | undefined;

  constructor(private readonly pods: readonly PodView[]) {}

  /** The pods of a namespace with a label pair; without a pair all of the namespace. */
  inNamespace(namespace: string, pair: readonly [key: string, value: string] | undefined): readonly PodView[] {
    if (pair) return this.indexOf(pair[0]).get(`${namespace}${SEPARATOR}${pair[1]}`) ?? [];
    this.byNamespace ??= group(this.pods, (pod) => pod.namespace);
    return this.byNamespace.get(namespace) ?? [];
  }

  private indexOf(key: string): Map<string, PodView[]> {
    let index = this.byKey.get(key);
    if (!index) {
      index = group(this.pods, ({ namespace, pod }) => {
        const labels = pod.metadata.labels;
        return labels && Object.hasOwn(labels, key) ? `${namespace}${SEPARATOR}${labels[key]}` : undefined;
      });
      this.byKey.set(key, index);
    }
    return index;
  }
}

function group(pods: readonly PodView[], keyOf: (pod: PodView) => string | undefined): Map<string, PodView[]> {
  const groups = new Map<string, PodView[]>();
  for (const pod of pods) {
    const key = keyOf(pod);
    if (key === undefined) continue;
    const list = groups.get(key);
    if (list) list.push(pod);
    else groups.set(key, [pod]);
  }
  return groups;
}
