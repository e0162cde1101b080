import type { Pod } from '@orrery/api-types';
import { hasEnded } from './pods-to-collect';

export interface SuspectsOptions {
  readonly nodeExists: (name: string) => boolean;
  /** The pods that name a node, which need not exist. */
  readonly podsOn: (node: string) => readonly Pod[];
  /** Returns a pod by namespace and name. */
  readonly find: (namespace: string, name: string) => Pod | undefined;
}

/** Pods that a collection may delete, kept up to date with each change: nearly all pods never are among them. */
export class CollectionSuspects {
  /** `namespace/name` of pods that have ended, or are to end before they have a node. */
  private readonly keys = new Set<string>();
  /** Nodes that do not exist, though pods name them. */
  private readonly absentNodes = new Set<string>();
  private readonly nodesOutOfService = new Set<string>();

  constructor(private readonly options: SuspectsOptions) {}

  /** Takes a pod's new version; undefined means that it is gone. */
  podChanged(namespace: string, name: string, pod: Pod | undefined): void {
    const key = `${namespace}/${name}`;
    if (pod && (hasEnded(pod) || isUnscheduledTerminating(pod))) this.keys.add(key);
    else this.keys.delete(key);
    const node = pod?.spec.nodeName;
    if (node && !this.options.nodeExists(node)) this.absentNodes.add(node);
  }

  /** A node came, changed, or is gone. */
  nodeChanged(name: string, node: { readonly exists: boolean; readonly isOutOfService?: boolean }): void {
    if (node.exists) this.absentNodes.delete(name);
    else this.absentNodes.add(name);
    if (node.exists && node.isOutOfService) this.nodesOutOfService.add(name);
    else this.nodesOutOfService.delete(name);
  }

  /** Returns the pods by namespace and name: the order does not depend on their history. */
  pods(): Pod[] {
    const { find, podsOn } = this.options;
    const found = new Map<string, Pod>();
    for (const key of this.keys) {
      const [namespace = '', name = ''] = key.split('/');
      const pod = find(namespace, name);
      if (pod) found.set(key, pod);
    }
    for (const node of this.absentNodes) {
      const orphans = podsOn(node);
      if (orphans.length === 0) this.absentNodes.delete(node);
      for (const pod of orphans) found.set(`${pod.metadata.namespace}/${pod.metadata.name}`, pod);
    }
    for (const node of this.nodesOutOfService) {
      for (const pod of podsOn(node)) {
        if (pod.metadata.deletionTimestamp) found.set(`${pod.metadata.namespace}/${pod.metadata.name}`, pod);
      }
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pod]) => pod);
  }
}

function isUnscheduledTerminating({ metadata, spec }: Pod): boolean {
  return !spec.nodeName && metadata.deletionTimestamp !== undefined;
}
