import {
  compileLabelSelector,
  NO_PROVISIONER,
  type ClaimRequest,
  type CSIStorageCapacity,
  type KubeObject,
  type LabelSelector,
  type Node,
  type StorageClass,
} from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import { csiDriverIn, storageClassIn, type ClusterObjects } from '@orrery/scheduling';

/** Results of the check that a volume could be made for a claim near a node. */
export type ProvisioningVerdict =
  | 'possible'
  /** The class has no provisioner, or none for this place. */
  | 'impossible'
  /** The driver reports too little capacity. */
  | 'noRoom';

/** Remaining capacity that drivers report, by class. */
export class StorageRoom {
  private readonly byClass = new Map<string, Map<string, Room>>();

  constructor(objects: ClusterObjects) {
    objects.observe('CSIStorageCapacity', (before, after) => this.changed(before, after));
  }

  /** Returns whether a volume of that size (in billionths of a byte) fits somewhere the node can reach. */
  fits(className: string, request: bigint, node: Node): boolean {
    for (const room of this.byClass.get(className)?.values() ?? []) {
      if (room.largestVolume !== undefined && room.largestVolume >= request && room.reaches(node)) return true;
    }
    return false;
  }

  private changed(before: KubeObject | undefined, after: KubeObject | undefined): void {
    if (before) this.byClass.get(classNameOf(before))?.delete(keyOf(before));
    if (!after) return;
    let rooms = this.byClass.get(classNameOf(after));
    if (!rooms) this.byClass.set(classNameOf(after), (rooms = new Map()));
    rooms.set(keyOf(after), roomOf(after as CSIStorageCapacity));
  }
}

interface Room {
  /** Largest volume in billionths of a byte; undefined if the driver reports none. */
  readonly largestVolume: bigint | undefined;
  reaches(node: Node): boolean;
}

/** Returns the largest volume that a driver reports it can make; undefined without a report. In billionths of a byte. */
function largestVolumeOf({ capacity, maximumVolumeSize }: CSIStorageCapacity): bigint | undefined {
  const text = maximumVolumeSize ?? capacity;
  const verdict = text === undefined ? undefined : tryParseQuantity(String(text));
  return verdict?.ok ? verdict.quantity.nanos : undefined;
}

function roomOf(object: CSIStorageCapacity): Room {
  const topology = object.nodeTopology as LabelSelector | undefined;
  const matches = compileLabelSelector(topology);
  return { largestVolume: largestVolumeOf(object), reaches: ({ metadata }) => matches(metadata.labels) };
}

function classNameOf(object: KubeObject): string {
  return String(object['storageClassName'] ?? '');
}

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

/** Decides whether a volume for the claim could be made near the node. */
export function checkProvisioning(
  request: ClaimRequest,
  node: Node,
  { objects, room }: { readonly objects: ClusterObjects; readonly room: StorageRoom },
): ProvisioningVerdict {
  const storageClass = storageClassIn(objects, request.className);
  if (!storageClass?.provisioner || storageClass.provisioner === NO_PROVISIONER) return 'impossible';
  if (!allowsNode(storageClass, node)) return 'impossible';
  const tracksRoom = csiDriverIn(objects, storageClass.provisioner)?.spec?.storageCapacity === true;
  if (!tracksRoom || request.request === 0n) return 'possible';
  return room.fits(request.className, request.request, node) ? 'possible' : 'noRoom';
}

/** Returns whether volumes of the class may be made near the node: no terms allow everything. */
function allowsNode({ allowedTopologies }: StorageClass, { metadata }: Node): boolean {
  if (!allowedTopologies || allowedTopologies.length === 0) return true;
  return allowedTopologies.some(({ matchLabelExpressions: expressions = [] }) => {
    if (expressions.length === 0) return false;
    return expressions.every(({ key, values }) => {
      const value = metadata.labels?.[key];
      return value !== undefined && values.includes(value);
    });
  });
}
