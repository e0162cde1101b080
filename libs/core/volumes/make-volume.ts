import {
  claimRequestOf,
  VolumeAnnotation,
  type CSINode,
  type Node,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type StorageClass,
} from '@orrery/api-types';
import { claimKeyOf, type NewVolume } from './volume-actions';
import { driverOf, sourceOf } from './volume-source';

type Affinity = NonNullable<PersistentVolume['spec']>['nodeAffinity'];
type Terms = NonNullable<NonNullable<Affinity>['required']>['nodeSelectorTerms'];

const ZONE_LABELS = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];
const HOST_LABEL = 'kubernetes.io/hostname';

/** Place for a new volume: near a node that the scheduler chose, or anywhere that its class allows. */
export interface Place {
  readonly node: Node | undefined;
  readonly csiNode: CSINode | undefined;
}

/** The volume that a driver makes for a claim, kept for it from the start. */
export function makeVolume(claim: PersistentVolumeClaim, storageClass: StorageClass, place: Place): NewVolume {
  const { provisioner, reclaimPolicy = 'Delete', mountOptions } = storageClass;
  const { accessModes, volumeMode, className } = claimRequestOf(claim);
  const name = `pvc-${claim.metadata.uid}`;
  const terms = reachableFrom(storageClass, place);
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, annotations: { [VolumeAnnotation.ProvisionedBy]: provisioner } },
    spec: {
      capacity: {
        storage: (claim.spec?.resources?.requests as Record<string, string> | undefined)?.['storage'] ?? '0',
      },
      accessModes: [...accessModes],
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: className,
      volumeMode,
      ...(mountOptions ? { mountOptions } : {}),
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claimKeyOf(claim) },
      ...sourceOf(storageClass, name),
      ...(terms.length > 0 ? { nodeAffinity: { required: { nodeSelectorTerms: terms } } } : {}),
    },
  };
}

/**
 * The topology that the driver announced for the node, else that of the class, else the node's zone; a directory of a node is
 * there alone.
 */
function reachableFrom(storageClass: StorageClass, { node, csiNode }: Place): Terms {
  const { allowedTopologies } = storageClass;
  const driver = driverOf(storageClass);
  if (!node) {
    return (allowedTopologies ?? []).map(({ matchLabelExpressions = [] }) => ({
      matchExpressions: matchLabelExpressions.map(({ key, values }) => ({ key, operator: 'In', values: [...values] })),
    }));
  }
  const announced = csiNode?.spec?.drivers?.find(({ name }) => name === driver)?.topologyKeys;
  const ofClass = (allowedTopologies ?? []).flatMap(({ matchLabelExpressions = [] }) =>
    matchLabelExpressions.map(({ key }) => key),
  );
  const keys = announced ?? (driver === undefined ? [HOST_LABEL] : ofClass.length > 0 ? ofClass : ZONE_LABELS);
  const matchExpressions = [...new Set(keys)].flatMap((key) => {
    const value = node.metadata.labels?.[key];
    return value === undefined ? [] : [{ key, operator: 'In', values: [value] }];
  });
  return matchExpressions.length > 0 ? [{ matchExpressions }] : [];
}
