/** Properties of a pod of a scene that a test sets. */
export interface ScenePodOptions {
  readonly cpu?: string;
  readonly memory?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly guaranteed?: boolean;
  readonly owners?: readonly object[];
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** An owner that no controller of the cluster knows, so that evicted pods are not replaced and others not deleted. */
export function foreignOwner(name: string, kind = 'ReplicaSet'): object {
  return { apiVersion: 'example.dev/v1', kind, name, uid: `${kind}-${name}`, controller: true };
}

/** Makes a pod on a node, owned by a ReplicaSet `web` by default. */
export function podOn(nodeName: string, name: string, options: ScenePodOptions = {}): object {
  const { cpu, memory, labels, annotations, guaranteed, owners = [foreignOwner('web')], spec } = options;
  const requests = { ...(cpu && { cpu }), ...(memory && { memory }) };
  const resources = { requests, ...(guaranteed && { limits: requests }) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ownerReferences: owners, ...(labels && { labels }), ...(annotations && { annotations }) },
    spec: { containers: [{ name: 'main', image: 'web', resources }], nodeName, ...spec },
  };
}

/** `p1`, `p2`, ...; with zeros in front where there are ten or more. */
export function namesOf(prefix: string, count: number): string[] {
  const width = String(count).length;
  return Array.from({ length: count }, (_, i) => `${prefix}${String(i + 1).padStart(width, '0')}`);
}
