/** Slots that every node has. Further names get theirs when they first appear. */
export const CPU_SLOT = 0;
export const MEMORY_SLOT = 1;
export const EPHEMERAL_STORAGE_SLOT = 2;
const FIRST_SCALAR_SLOT = 3;

const QUALIFIED_NAME =
  /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/**
 * Numbers for resource names, so that amounts of one pod or node live in one typed array. One table a cluster.
 * cpu counts in milli-units, everything else in whole units.
 */
export class ResourceSlots {
  private readonly slots = new Map<string, number>([
    ['cpu', CPU_SLOT],
    ['memory', MEMORY_SLOT],
    ['ephemeral-storage', EPHEMERAL_STORAGE_SLOT],
  ]);
  private readonly names = ['cpu', 'memory', 'ephemeral-storage'];

  /** The slot of a resource; undefined for names that scheduling ignores (`pods`, unprefixed unknown ones). */
  slotOf(resource: string): number | undefined {
    const known = this.slots.get(resource);
    if (known !== undefined) return known;
    if (!isScalarResource(resource)) return undefined;
    const slot = this.names.push(resource) - 1;
    this.slots.set(resource, slot);
    return slot;
  }

  /** The name behind a slot given by {@link slotOf}. */
  nameOf(slot: number): string {
    return this.names[slot] ?? '';
  }

  /** Current number of slots. */
  get count(): number {
    return this.names.length;
  }
}

/** Returns whether the slot belongs to a scalar resource (extended, huge pages, attach limits, other prefixed native ones). */
export function isScalarSlot(slot: number): boolean {
  return slot >= FIRST_SCALAR_SLOT;
}

/** Scalar resources, as in v1.32 `pkg/scheduler/util.IsScalarResourceName`. */
function isScalarResource(resource: string): boolean {
  return (
    resource.startsWith('hugepages-') ||
    resource.startsWith('attachable-volumes-') ||
    resource.includes('kubernetes.io/') ||
    isExtendedResource(resource)
  );
}

/** Extended resources: prefixed by a domain of their own, and countable as a quota `requests.<name>`. */
export function isExtendedResource(resource: string): boolean {
  if (!resource.includes('/') || resource.includes('kubernetes.io/') || resource.startsWith('requests.')) return false;
  const [prefix = '', name = ''] = resource.split('/');
  return `requests.${prefix}`.length <= 253 && name.length <= 63 && QUALIFIED_NAME.test(`requests.${resource}`);
}
