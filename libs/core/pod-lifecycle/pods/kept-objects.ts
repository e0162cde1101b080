import type { Node, Pod } from '@orrery/api-types';
import { isSameValue } from './same-value';

/** The objects as the API has them now, and as kubelets are to see them: with what behaviours add. */
export interface ObjectsNow {
  readonly pod: (namespace: string, name: string) => Pod | undefined;
  readonly node: (name: string) => Node | undefined;
}

/** A pod in the state of a kubelet: its name, and its content only if the API does not have just that. */
export interface KeptPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly pod?: Pod;
}

/** A node in the state of a kubelet, as {@link KeptPod}. */
export interface KeptNode {
  readonly name: string;
  readonly node?: Node;
}

/** An object that was added, changed or removed (`after` undefined), as kubelets receive it. */
export interface Update<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** The same in the state of a kubelet: the former object matters only for a removed one. */
export type KeptUpdate<T> = { readonly after: T } | { readonly before: T };

export function keepPod(pod: Pod, { pod: now }: ObjectsNow): KeptPod {
  const { namespace = '', name, uid } = pod.metadata;
  const kept = { namespace, name, uid };
  return isSameValue(now(namespace, name), pod) ? kept : { ...kept, pod };
}

/** Throws if the objects are not those of the state. */
export function keptPod({ namespace, name, uid, pod }: KeptPod, objects: ObjectsNow): Pod {
  const found = pod ?? objects.pod(namespace, name);
  if (found?.metadata.uid !== uid) throw new Error(`the state of the kubelets is of another pod ${namespace}/${name}`);
  return found;
}

export function keepNode(node: Node, { node: now }: ObjectsNow): KeptNode {
  const { name } = node.metadata;
  return isSameValue(now(name), node) ? { name } : { name, node };
}

/** Throws if the objects are not those of the state. */
export function keptNode({ name, node }: KeptNode, objects: ObjectsNow): Node {
  const found = node ?? objects.node(name);
  if (!found) throw new Error(`the state of the kubelets is of another node ${name}`);
  return found;
}

export function keepUpdate<T, K>({ before, after }: Update<T>, keep: (object: T) => K): KeptUpdate<K> {
  return after ? { after: keep(after) } : { before: keep(before!) };
}

export function keptUpdate<T, K>(kept: KeptUpdate<K>, read: (object: K) => T): Update<T> {
  return 'after' in kept
    ? { before: undefined, after: read(kept.after) }
    : { before: read(kept.before), after: undefined };
}
