import type { PodParts } from './board-pod';

/** Fields of pods that the board requests, as columns of a table: far fewer bytes than their fields by name. */
export const POD_COLUMNS = [
  'metadata.uid',
  'metadata.namespace',
  'metadata.name',
  'metadata.labels',
  'metadata.creationTimestamp',
  'metadata.deletionTimestamp',
  'metadata.ownerReferences[0].kind',
  'metadata.ownerReferences[0].name',
  'spec.nodeName',
  'spec.priority',
  'status.phase',
  'status.conditions[Ready].status',
  'status.conditions[PodScheduled].status',
  'status.conditions[PodScheduled].reason',
  'status.conditions[PodScheduled].message',
  'qosClass',
  'effectiveRequests.cpuMillis',
  'effectiveRequests.memoryBytes',
] as const;

type Text = string | null;

/** The values of {@link POD_COLUMNS}. */
export type PodRow = readonly [
  uid: string,
  namespace: Text,
  name: string,
  labels: Readonly<Record<string, string>> | null,
  creationTimestamp: string,
  deletionTimestamp: Text,
  ownerKind: Text,
  ownerName: Text,
  nodeName: Text,
  priority: number | null,
  phase: Text,
  ready: Text,
  scheduled: Text,
  scheduledReason: Text,
  scheduledMessage: Text,
  qosClass: string,
  cpuMillis: number,
  memoryBytes: number,
];

/** A row in the shape in which changes of pods come. */
export function podOfRow(row: PodRow): PodParts {
  const [uid, namespace, name, labels, creationTimestamp, deletionTimestamp] = row;
  const [, , , , , , ownerKind, ownerName, nodeName, priority, phase, ready] = row;
  const [, , , , , , , , , , , , scheduled, reason, message, qosClass, cpuMillis, memoryBytes] = row;
  return {
    metadata: {
      uid,
      namespace,
      name,
      labels: labels ?? {},
      creationTimestamp,
      deletionTimestamp,
      ownerReferences: ownerKind && ownerName ? [{ kind: ownerKind, name: ownerName, controller: true }] : [],
    },
    spec: { nodeName, priority },
    status: {
      phase,
      conditions: [
        ...(ready ? [{ type: 'Ready', status: ready, reason: null, message: null }] : []),
        ...(scheduled ? [{ type: 'PodScheduled', status: scheduled, reason, message }] : []),
      ],
    },
    qosClass,
    effectiveRequests: { cpuMillis, memoryBytes },
  };
}
