import { API_SERVICE } from './api-service/kind';
import { BINDING } from './binding/kind';
import { CERTIFICATE_SIGNING_REQUEST } from './certificate-signing-request/kind';
import { CLUSTER_RESOURCE_USAGE } from './cluster-resource-usage/kind';
import { CLUSTER_ROLE } from './cluster-role/kind';
import { CLUSTER_ROLE_BINDING } from './cluster-role-binding/kind';
import { COMPONENT_STATUS } from './component-status/kind';
import { CONFIG_MAP } from './config-map/kind';
import { CONTROLLER_REVISION } from './controller-revision/kind';
import { CRON_JOB } from './cron-job/kind';
import { CSI_DRIVER } from './csi-driver/kind';
import { CSI_NODE } from './csi-node/kind';
import { CSI_STORAGE_CAPACITY } from './csi-storage-capacity/kind';
import { CUSTOM_RESOURCE_DEFINITION } from './custom-resource-definition/kind';
import { DAEMON_SET } from './daemon-set/kind';
import { DEPLOYMENT } from './deployment/kind';
import { DEVICE_CLASS } from './device-class/kind';
import { ENDPOINT_SLICE } from './endpoint-slice/kind';
import { ENDPOINTS } from './endpoints/kind';
import { EVENT } from './event/kind';
import { FLOW_SCHEMA } from './flow-schema/kind';
import { HORIZONTAL_POD_AUTOSCALER } from './horizontal-pod-autoscaler/kind';
import { INGRESS } from './ingress/kind';
import { INGRESS_CLASS } from './ingress-class/kind';
import { IP_ADDRESS } from './ip-address/kind';
import { JOB } from './job/kind';
import { LEASE } from './lease/kind';
import { LIMIT_RANGE } from './limit-range/kind';
import { LOCAL_SUBJECT_ACCESS_REVIEW } from './local-subject-access-review/kind';
import { MUTATING_ADMISSION_POLICY } from './mutating-admission-policy/kind';
import { MUTATING_ADMISSION_POLICY_BINDING } from './mutating-admission-policy-binding/kind';
import { MUTATING_WEBHOOK_CONFIGURATION } from './mutating-webhook-configuration/kind';
import { NAMESPACE } from './namespace/kind';
import { NETWORK_POLICY } from './network-policy/kind';
import { NODE } from './node/kind';
import { NODE_BEHAVIOR } from './node-behavior/kind';
import { NODE_METRICS } from './node-metrics/kind';
import { OPENSHIFT_KINDS } from './openshift/kinds';
import { PERSISTENT_VOLUME } from './persistent-volume/kind';
import { PERSISTENT_VOLUME_CLAIM } from './persistent-volume-claim/kind';
import { POD } from './pod/kind';
import { POD_BEHAVIOR } from './pod-behavior/kind';
import { POD_DISRUPTION_BUDGET } from './pod-disruption-budget/kind';
import { POD_SECURITY_POLICY } from './pod-security-policy/kind';
import { POD_METRICS } from './pod-metrics/kind';
import { POD_TEMPLATE } from './pod-template/kind';
import { PRIORITY_CLASS } from './priority-class/kind';
import { PRIORITY_LEVEL_CONFIGURATION } from './priority-level-configuration/kind';
import { REPLICA_SET } from './replica-set/kind';
import { REPLICATION_CONTROLLER } from './replication-controller/kind';
import { RESOURCE_CLAIM } from './resource-claim/kind';
import { RESOURCE_CLAIM_TEMPLATE } from './resource-claim-template/kind';
import { RESOURCE_QUOTA } from './resource-quota/kind';
import { RESOURCE_SLICE } from './resource-slice/kind';
import { RESOURCE_USAGE } from './resource-usage/kind';
import { ROLE } from './role/kind';
import { ROLE_BINDING } from './role-binding/kind';
import { RUNTIME_CLASS } from './runtime-class/kind';
import { SECRET } from './secret/kind';
import { SELF_SUBJECT_ACCESS_REVIEW } from './self-subject-access-review/kind';
import { SELF_SUBJECT_REVIEW } from './self-subject-review/kind';
import { SELF_SUBJECT_RULES_REVIEW } from './self-subject-rules-review/kind';
import { SERVICE } from './service/kind';
import { SERVICE_ACCOUNT } from './service-account/kind';
import { SERVICE_CIDR } from './service-cidr/kind';
import { STAGE } from './stage/kind';
import { STATEFUL_SET } from './stateful-set/kind';
import { STORAGE_CLASS } from './storage-class/kind';
import { SUBJECT_ACCESS_REVIEW } from './subject-access-review/kind';
import { TOKEN_REVIEW } from './token-review/kind';
import { VALIDATING_ADMISSION_POLICY } from './validating-admission-policy/kind';
import { VALIDATING_ADMISSION_POLICY_BINDING } from './validating-admission-policy-binding/kind';
import { VALIDATING_WEBHOOK_CONFIGURATION } from './validating-webhook-configuration/kind';
import { VOLUME_ATTACHMENT } from './volume-attachment/kind';
import { VOLUME_ATTRIBUTES_CLASS } from './volume-attributes-class/kind';
import { describeKind, type KindInfo } from './kind-info';
import { RELEASES, type ReleaseName } from './releases';

/** Kinds in the order of discovery, one line each. The folder of a kind has its description. */
const KINDS: readonly KindInfo[] = [
  POD,
  NODE,
  NAMESPACE,
  REPLICATION_CONTROLLER,
  SERVICE,
  ENDPOINTS,
  CONFIG_MAP,
  SECRET,
  SERVICE_ACCOUNT,
  EVENT,
  BINDING,
  RESOURCE_QUOTA,
  LIMIT_RANGE,
  PERSISTENT_VOLUME,
  PERSISTENT_VOLUME_CLAIM,
  POD_TEMPLATE,
  COMPONENT_STATUS,
  DEPLOYMENT,
  REPLICA_SET,
  STATEFUL_SET,
  DAEMON_SET,
  CONTROLLER_REVISION,
  JOB,
  CRON_JOB,
  POD_DISRUPTION_BUDGET,
  POD_SECURITY_POLICY,
  PRIORITY_CLASS,
  RUNTIME_CLASS,
  ROLE,
  ROLE_BINDING,
  CLUSTER_ROLE,
  CLUSTER_ROLE_BINDING,
  LEASE,
  STORAGE_CLASS,
  CSI_NODE,
  CSI_DRIVER,
  CSI_STORAGE_CAPACITY,
  VOLUME_ATTACHMENT,
  VOLUME_ATTRIBUTES_CLASS,
  RESOURCE_CLAIM,
  RESOURCE_CLAIM_TEMPLATE,
  DEVICE_CLASS,
  RESOURCE_SLICE,
  ENDPOINT_SLICE,
  INGRESS,
  INGRESS_CLASS,
  NETWORK_POLICY,
  SERVICE_CIDR,
  IP_ADDRESS,
  HORIZONTAL_POD_AUTOSCALER,
  CERTIFICATE_SIGNING_REQUEST,
  FLOW_SCHEMA,
  PRIORITY_LEVEL_CONFIGURATION,
  CUSTOM_RESOURCE_DEFINITION,
  VALIDATING_WEBHOOK_CONFIGURATION,
  MUTATING_WEBHOOK_CONFIGURATION,
  VALIDATING_ADMISSION_POLICY,
  VALIDATING_ADMISSION_POLICY_BINDING,
  MUTATING_ADMISSION_POLICY,
  MUTATING_ADMISSION_POLICY_BINDING,
  API_SERVICE,
  SELF_SUBJECT_ACCESS_REVIEW,
  SELF_SUBJECT_RULES_REVIEW,
  SUBJECT_ACCESS_REVIEW,
  LOCAL_SUBJECT_ACCESS_REVIEW,
  TOKEN_REVIEW,
  SELF_SUBJECT_REVIEW,
  ...OPENSHIFT_KINDS,
  POD_BEHAVIOR,
  NODE_BEHAVIOR,
  STAGE,
  RESOURCE_USAGE,
  CLUSTER_RESOURCE_USAGE,
  NODE_METRICS,
  POD_METRICS,
].map(describeKind);
const BY_KIND = new Map(
  KINDS.flatMap((row) => row.apiVersions.map((version) => [`${version} ${row.kind}`, row] as const)),
);
const BY_RESOURCE = new Map(
  KINDS.flatMap((row) => row.apiVersions.map((version) => [`${version} ${row.resource}`, row] as const)),
);

/** Every kind of every release, served or not, in the order of discovery. */
export function allKinds(): readonly KindInfo[] {
  return KINDS;
}

const BY_RELEASE = new Map(
  RELEASES.map((release) => [release, KINDS.filter(({ versionsOf }) => versionsOf[release].length > 0)]),
);

/** The kinds that a release has, in the order of discovery. */
export function kindsOfRelease(release: ReleaseName): readonly KindInfo[] {
  return BY_RELEASE.get(release)!;
}

/** The kind that a body of this apiVersion and kind holds in any release; undefined for unknown ones. */
export function kindByGvk(apiVersion: string, kind: string): KindInfo | undefined {
  return BY_KIND.get(`${apiVersion} ${kind}`);
}

/** The kind behind a URL in any release; the core group is the empty text. Undefined for unknown ones. */
export function kindByResource(group: string, version: string, resource: string): KindInfo | undefined {
  return BY_RESOURCE.get(`${group === '' ? version : `${group}/${version}`} ${resource}`);
}
