import { deepEqual, type Device, type KubeObject, type Node, type ResourceSlice } from '@orrery/api-types';

/** Marks the slices that a simulated kubelet publishes and keeps. */
export const SIMULATED_SLICE = 'orrery.dev/simulated';
const MAX_DEVICES = 128;

/** Changes that make the slices of a node match its devices. */
export interface SlicePlan {
  readonly create: readonly Pick<KubeObject, 'spec'>[];
  readonly update: readonly ResourceSlice[];
  readonly remove: readonly ResourceSlice[];
}

export interface SliceInput {
  /** Undefined if the node is gone. */
  readonly node: Node | undefined;
  readonly devices: ReadonlyMap<string, readonly Device[]>;
  /** The marked slices of the node. */
  readonly published: readonly ResourceSlice[];
}

/** Plans one pool for each driver, with the node's name. When its devices change, all its slices get the next generation at once. */
export function planSlices({ node, devices, published }: SliceInput): SlicePlan {
  const create: Pick<KubeObject, 'spec'>[] = [];
  const update: ResourceSlice[] = [];
  const remove = new Set(published);
  for (const [driver, listed] of node ? devices : []) {
    if (listed.length === 0) continue;
    const own = published.filter(({ spec }) => spec.driver === driver).sort(byName);
    const parts = Array.from({ length: Math.ceil(listed.length / MAX_DEVICES) }, (_, i) =>
      listed.slice(i * MAX_DEVICES, (i + 1) * MAX_DEVICES),
    );
    const isRight =
      own.length === parts.length && own.every(({ spec }, i) => isPublished(spec, parts[i]!, parts.length));
    const generation = isRight ? 0 : 1 + Math.max(0, ...own.map(({ spec }) => spec.pool.generation ?? 0));
    parts.forEach((part, i) => {
      const known = own[i];
      if (known) remove.delete(known);
      if (isRight) return;
      const pool = { name: node!.metadata.name, generation, resourceSliceCount: parts.length };
      const spec = { driver, pool, nodeName: node!.metadata.name, devices: part };
      if (known) update.push({ ...known, spec });
      else create.push(sliceBody(node!, spec, i));
    });
  }
  return { create, update, remove: [...remove] };
}

function isPublished({ pool, devices }: ResourceSlice['spec'], part: readonly Device[], count: number): boolean {
  return pool.resourceSliceCount === count && deepEqual(devices, part);
}

function sliceBody(
  { metadata: { name, uid } }: Node,
  spec: ResourceSlice['spec'],
  index: number,
): Pick<KubeObject, 'spec'> {
  const owner = { apiVersion: 'v1', kind: 'Node', name, uid, controller: true };
  const metadata = {
    name: `${name}-${spec.driver}-${index}`,
    labels: { [SIMULATED_SLICE]: 'true' },
    ownerReferences: [owner],
  };
  // Its name is all that a new object says of itself besides what is in it.
  return { metadata, spec } as Pick<KubeObject, 'spec'>;
}

function byName(a: ResourceSlice, b: ResourceSlice): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
