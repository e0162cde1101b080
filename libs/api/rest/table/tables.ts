import { ROLE_BINDING_TABLE } from './access-tables';
import { CONFIG_MAP_TABLE, SECRET_TABLE, SERVICE_ACCOUNT_TABLE } from './config-tables';
import { EVENT_TABLE } from './event-table';
import { CRON_JOB_TABLE, JOB_TABLE } from './job-tables';
import { INGRESS_CLASS_TABLE, INGRESS_TABLE, NETWORK_POLICY_TABLE } from './network-tables';
import { NAMESPACE_TABLE, NODE_TABLE } from './node-table';
import { POD_TABLE } from './pod-table';
import { DISRUPTION_BUDGET_TABLE, LEASE_TABLE, PRIORITY_CLASS_TABLE } from './policy-tables';
import { RESOURCE_QUOTA_TABLE } from './quota-table';
import { ENDPOINT_SLICE_TABLE, ENDPOINTS_TABLE, SERVICE_TABLE } from './service-tables';
import {
  CSI_DRIVER_TABLE,
  CSI_NODE_TABLE,
  CSI_STORAGE_CAPACITY_TABLE,
  PERSISTENT_VOLUME_CLAIM_TABLE,
  PERSISTENT_VOLUME_TABLE,
  STORAGE_CLASS_TABLE,
  VOLUME_ATTACHMENT_TABLE,
} from './storage-tables';
import { CREATED_AT, NAME, tableOf, type TableKind } from './table-kind';
import type { KubeObject } from '@orrery/api-types';
import {
  DAEMON_SET_TABLE,
  DEPLOYMENT_TABLE,
  POD_TEMPLATE_TABLE,
  REPLICA_SET_TABLE,
  REPLICATION_CONTROLLER_TABLE,
  STATEFUL_SET_TABLE,
} from './workload-tables';

const TABLES: ReadonlyMap<string, TableKind> = new Map([
  ['Pod', POD_TABLE],
  ['Node', NODE_TABLE],
  ['Namespace', NAMESPACE_TABLE],
  ['Service', SERVICE_TABLE],
  ['Endpoints', ENDPOINTS_TABLE],
  ['EndpointSlice', ENDPOINT_SLICE_TABLE],
  ['ConfigMap', CONFIG_MAP_TABLE],
  ['Secret', SECRET_TABLE],
  ['ServiceAccount', SERVICE_ACCOUNT_TABLE],
  ['Event', EVENT_TABLE],
  ['PodDisruptionBudget', DISRUPTION_BUDGET_TABLE],
  ['PriorityClass', PRIORITY_CLASS_TABLE],
  ['Lease', LEASE_TABLE],
  ['ResourceQuota', RESOURCE_QUOTA_TABLE],
  ['RoleBinding', ROLE_BINDING_TABLE],
  ['ClusterRoleBinding', ROLE_BINDING_TABLE],
  ['ReplicationController', REPLICATION_CONTROLLER_TABLE],
  ['ReplicaSet', REPLICA_SET_TABLE],
  ['Deployment', DEPLOYMENT_TABLE],
  ['StatefulSet', STATEFUL_SET_TABLE],
  ['DaemonSet', DAEMON_SET_TABLE],
  ['Job', JOB_TABLE],
  ['CronJob', CRON_JOB_TABLE],
  ['PersistentVolume', PERSISTENT_VOLUME_TABLE],
  ['PersistentVolumeClaim', PERSISTENT_VOLUME_CLAIM_TABLE],
  ['StorageClass', STORAGE_CLASS_TABLE],
  ['CSINode', CSI_NODE_TABLE],
  ['CSIDriver', CSI_DRIVER_TABLE],
  ['CSIStorageCapacity', CSI_STORAGE_CAPACITY_TABLE],
  ['VolumeAttachment', VOLUME_ATTACHMENT_TABLE],
  ['PodTemplate', POD_TEMPLATE_TABLE],
  ['Ingress', INGRESS_TABLE],
  ['IngressClass', INGRESS_CLASS_TABLE],
  ['NetworkPolicy', NETWORK_POLICY_TABLE],
]);

/** Kinds without columns of their own. */
const OTHERS = tableOf<KubeObject>([NAME, CREATED_AT], ({ metadata }) => [
  metadata.name,
  metadata.creationTimestamp ?? '',
]);

/** How objects of a kind are shown. */
export function tableOfKind(kind: string): TableKind {
  return TABLES.get(kind) ?? OTHERS;
}
