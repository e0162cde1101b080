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

type Affinity = NonNullable<PersistentVolume['spec']>['nodeAffinity'];
type Terms = NonNullable<NonNullable<Affinity>['required']>['nodeSelectorTerms'];

const ZONE_LABELS = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

/** Where a volume is made: near a node that the scheduler chose, or anywhere that its class allows. */
export interface Place {
  readonly node: Node | undefined;
  readonly csiNode: CSINode | undefined;
}

/** The volume that a driver makes for a claim, kept for it from the start. */
export function makeVolume(claim: PersistentVolumeClaim, storageClass: StorageClass, place: Place): NewVolume {
  const { provisioner, reclaimPolicy = 'Delete', mountOptions, parameters } = storageClass;
  const { accessModes, volumeMode, className } = claimRequestOf(claim);
  const name = `pvc-${claim.metadata.uid}`;
  const fsType = (parameters as Record<string, string> | undefined)?.['csi.storage.k8s.io/fstype'];
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
      csi: { driver: provisioner, volumeHandle: name, ...(fsType === undefined ? {} : { fsType }) },
      ...(terms.length > 0 ? { nodeAffinity: { required: { nodeSelectorTerms: terms } } } : {}),
    },
  };
}

/** The topology that the driver announced for the node, else that of the class, else the node's zone. */
function reachableFrom({ provisioner, allowedTopologies }: StorageClass, { node, csiNode }: Place): Terms {
  if (!node) {
    return (allowedTopologies ?? []).map(({ matchLabelExpressions = [] }) => ({
      matchExpressions: matchLabelExpressions.map(({ key, values }) => ({ key, operator: 'In', values: [...values] })),
    }));
  }
  const announced = csiNode?.spec?.drivers?.find(({ name }) => name === provisioner)?.topologyKeys;
  const ofClass = (allowedTopologies ?? []).flatMap(({ matchLabelExpressions = [] }) =>
    matchLabelExpressions.map(({ key }) => key),
  );
  const keys = announced ?? (ofClass.length > 0 ? ofClass : ZONE_LABELS);
  const matchExpressions = [...new Set(keys)].flatMap((key) => {
    const value = node.metadata.labels?.[key];
    return value === undefined ? [] : [{ key, operator: 'In', values: [value] }];
  });
  return matchExpressions.length > 0 ? [{ matchExpressions }] : [];
}
