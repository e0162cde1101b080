export { absentOnUpdate } from './errors/storage-refusal';
export type { Event, KubeObject, LabelSelector, Lease, Namespace, ObjectMeta, ObjectReference } from './objects';
export type { OwnerReference, PriorityClass, ResourceList, RuntimeClass } from './objects';
export type { Affinity, Container, ContainerState, ContainerStatus, Pod, PodCondition } from './objects';
export type { PodDisruptionBudget, PodSpec, PodStatus, PodTemplate, PodTemplateSpec, Toleration } from './objects';
export type { Volume } from './objects';
export type { Node, NodeCondition, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './objects';
export type { NodeSpec, NodeStatus, Taint } from './objects';
export type { ControllerRevision, DaemonSet, DaemonSetStatus, Deployment, DeploymentCondition } from './objects';
export type { DeploymentStatus, HorizontalPodAutoscaler, ReplicaSet, ReplicaSetStatus } from './objects';
export type { ReplicationController, StatefulSet, StatefulSetStatus } from './objects';
export type { CSIDriver, CSINode, CSIStorageCapacity, PersistentVolume, PersistentVolumeClaim } from './objects';
export type { StorageClass, VolumeAttachment, VolumeAttributesClass } from './objects';
export type { Ingress, IngressClass, IPAddress, NetworkPolicy, ServiceCIDR } from './objects';
export type { CertificateSigningRequest, CertificateSigningRequestCondition, FlowSchema } from './objects';
export type { PriorityLevelConfiguration } from './objects';
export {
  AllocationMode,
  CLAIM_FINALIZER,
  deviceId,
  MAX_ALLOCATION_RESULTS,
  MAX_RESERVATIONS,
  podClaimsOf,
  type AllocatedDeviceStatus,
  type AllocationResult,
  type ConsumerReference,
  type Device,
  type DeviceAllocationConfiguration,
  type DeviceAttribute,
  type DeviceClaimConfiguration,
  type DeviceClass,
  type DeviceConfiguration,
  type DeviceConstraint,
  type DeviceName,
  type DeviceRequest,
  type DeviceRequestAllocationResult,
  type DeviceSelector,
  type DeviceSubRequest,
  type ExactDeviceRequest,
  type PodResourceClaim,
  type PodResourceClaimStatus,
  type ResourceClaim,
  type ResourceClaimSpec,
  type ResourceClaimStatus,
  type ResourceClaimTemplate,
  type ResourceSlice,
  type ResourceSliceSpec,
} from './devices/device-types';
export {
  canBeReserved,
  foreignClaimText,
  isReservedFor,
  podClaimName,
  podClaimNamesOf,
  podConsumer,
  type PodClaimName,
} from './devices/pod-claims';
export {
  dnsLabelErrors,
  labelValueErrors,
  pathSegmentErrors,
  qualifiedNameErrors,
  rfc1035LabelErrors,
  subdomainErrors,
} from './names/qualified-name';
export {
  isSysctlPattern,
  SYSCTL_MAX_LENGTH,
  sysctlNamespace,
  sysctlWithDots,
  type SysctlNamespace,
} from './names/sysctl';
export { generateName } from './names/generate-name';
export { withoutEnd } from './names/without-end';
export {
  exactInteger,
  exactNumber,
  inexactText,
  isInt64,
  isNumeric,
  keptInteger,
  mayLoseDigits,
} from './numbers/exact-numbers';
export { goText } from './patches/go-text';
export { restoreProblem } from './patches/restore-problem';
export { internalType } from './kinds/internal-type';
export { jsonSyntaxError } from './numbers/json-syntax-error';
export { jsonText, markBigints, withDigits } from './numbers/json-text';
export { findInexact, parseJson } from './numbers/parse-json';
export { storableTextProblem, unstorableTexts } from './names/storable-text';
export {
  nextTokenSecretName,
  TOKEN_SECRET_TYPE,
  TokenSecretAnnotation,
  tokenIn,
  tokenSecretName,
  tokenSecretPrefix,
} from './names/token-secret';
export {
  formatRequirements,
  LabelOperator,
  matchesRequirement,
  matchesRequirements,
  type LabelRequirement,
  type Labels,
} from './selectors/label-requirement';
export { FIELD_WORDS, FORMER_WORDS, type SelectorWords } from './selectors/selector-words';
export { parseLabelSelector, type LabelSelectorVerdict } from './selectors/parse-label-selector';
export {
  compileLabelSelector,
  labelSelectorRequirements,
  matchesLabelSelector,
  type LabelMatcher,
} from './selectors/label-selector';
export {
  compileNodeSelector,
  compileNodeSelectorTerm,
  isEmptyTerm,
  matchesNodeSelector,
  matchesNodeSelectorTerm,
  nodeSelectorTermError,
  type NodeMatcher,
  type SelectableNode,
} from './selectors/node-selector';
export {
  formatFieldRequirements,
  parseFieldSelector,
  type FieldRequirement,
  type FieldSelectorVerdict,
} from './selectors/parse-field-selector';
export {
  matchesFieldSelector,
  selectableFields,
  storedFieldNames,
  unsupportedFieldError,
} from './selectors/selectable-fields';
export { TaintEffect, TolerationOperator, WellKnownTaint } from './taints/taint';
export { findUntoleratedTaint, HARD_EFFECTS, isTolerated, tolerates } from './taints/toleration';
export {
  ConditionStatus,
  isTerminalPhase,
  NodeConditionType,
  PodConditionType,
  PodPhase,
  RestartPolicy,
} from './pods/pod-constants';
export { DELETION_COST, parseDeletionCost } from './pods/deletion-cost';
export { QosClass, qosClass } from './pods/qos-class';
export { nodeOfUser } from './names/node-user';
export { podReferences, type PodReferences } from './pods/pod-references';
export {
  claimClassName,
  ClaimPhase,
  isFullyBound,
  isHeldFor,
  NO_PROVISIONER,
  requestedStorage,
  storageCapacityOf,
  StorageFinalizer,
  usesDelayedBinding,
  VolumeAnnotation,
  volumeClassName,
  VolumePhase,
} from './volumes/volume-constants';
export { compareVolumes, VolumeIndex } from './volumes/volume-index';
export {
  canServe,
  claimRequestOf,
  isFreeFor,
  matchesVolumeAffinity,
  type ClaimRequest,
} from './volumes/claim-matching';
export {
  duplicateField,
  FieldErrorType,
  fieldNotFound,
  forbiddenField,
  invalidField,
  OMITTED_VALUE,
  renderFieldError,
  requiredField,
  tooLongField,
  tooManyItems,
  toStatusCause,
  unsupportedField,
  type FieldError,
  type StatusCause,
} from './errors/field-error';
export {
  ApiError,
  ForeignRefusal,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isTooManyRequests,
  StatusReason,
  successStatus,
  toStatus,
  RouterRefusal,
  UndecodableError,
  UnknownFieldsError,
  type Status,
  type StatusDetails,
} from './errors/api-error';
export {
  alreadyExists,
  applyConflict,
  badRequest,
  conflict,
  expired,
  forbidden,
  gone,
  internal,
  invalid,
  methodNotAllowed,
  notAcceptable,
  notFound,
  notImplemented,
  requestEntityTooLarge,
  resourceVersionTooLarge,
  serviceUnavailable,
  timeout,
  tooManyRequests,
  unauthorized,
  unprocessable,
  unsupportedMediaType,
  type ErrorKind,
  type ErrorResource,
} from './errors/api-errors';
export { groupOf, versionOf, type KindInfo, type SubresourceInfo, type Verb } from './kinds/kind-info';
export { allKinds, kindByGvk, kindByResource, kindsOfRelease } from './kinds/registry';
export { deprecationText } from './kinds/older-versions';
export { byRelease, DEFAULT_RELEASE, isAfter, isOpenShift, isSince, isUpTo, RELEASES } from './kinds/releases';
export type { ReleaseName } from './kinds/releases';
export { BODY_KINDS, type VersionedKind } from './kinds/body-kinds';
export { ConversionNeeded } from './kinds/conversion-needed';
export { convert } from './kinds/convert';
export { inServedVersion, prepareForms, servedForm, storedForm } from './kinds/served-form';
export {
  appliedScale,
  isScalable,
  scaleNotFound,
  scaleOf,
  selectorOfScale,
  withReplicas,
  withScale,
} from './scale/scale';
export { SCALE_TABLE } from './scale/table';
export { deepEqual } from './equality';
export { withFields } from './with-fields';
export { isShared, markShared, sharedForShared } from './pods/shared-specs';
export { decodeStruct, type DecodeVerdict } from './structure/decode';
export { hiddenFields, withoutLaterFields } from './structure/later-fields';
export type { HiddenFields } from './structure/decode';
export { setOwn } from './structure/own-field';
export {
  goStructName,
  structInVersion,
  structNamed,
  structNames,
  structOfBody,
  structOfKind,
  readType,
  Struct,
  type ValueType,
} from './structure/struct-types';
export { listStrategy, patchStrategyOf, type ListStrategy } from './patches/merge-keys';
export { inWordsOf } from './validation/older-words';
export { exported } from './writes/exported';
export { applyConfiguration } from './field-ownership/apply-configuration';
export { recordFieldApply } from './field-ownership/field-apply';
export { isAtomicMap, isAtomicStruct, listTypeOf, type ListType } from './field-ownership/list-types';
export { applyDefaults } from './defaults/defaults';
export { defaultPodSpec } from './defaults/pod-spec';
export { validatePodSpec } from './validation/pod-spec/pod-spec';
export { validateLabelSelector } from './validation/label-selector';
export { validateTaints, validateTolerations } from './validation/pod-spec/tolerations';
export { HIGHEST_USER_PRIORITY, SYSTEM_PRIORITY_CLASSES } from './kinds/priority-class/validation';
export { isExtendedResource } from './validation/resources';
export { CronFieldsError, readCronFields } from './schedules/cron-fields';
export { scheduleError, timeZoneErrors } from './schedules/schedule-text';
export { validateCreate, validateStatusUpdate, validateUpdate } from './validation/validate';
export { nameMissing, otherName, otherNamespace } from './writes/identity-errors';
export {
  decodeBody,
  FieldValidation,
  refuseForeignType,
  type BodyTarget,
  type DecodedBody,
} from './writes/decode-body';
export {
  isUnchanged,
  prepareForCreate,
  type Admit,
  type CreateContext,
  type Restore,
  type WriteVerdict,
} from './writes/prepare-create';
export { isReadyToGo, prepareForUpdate, type UpdateContext, type UpdateOutcome } from './writes/prepare-update';
export { prepareForDelete, type DeleteOptions, type DeleteVerdict } from './writes/prepare-delete';
export { bindPod, type Binding } from './writes/bind-pod';
export { applyJsonPatch, type PatchVerdict } from './patches/json-patch';
export { applyMergePatch } from './patches/merge-patch';
export { applyStrategicMergePatch } from './patches/strategic-merge-patch';
export {
  managerOfUserAgent,
  MAX_MANAGER_LENGTH,
  recordUpdate,
  type ManagedFieldsEntry,
  type UpdateRecord,
} from './field-ownership/managed-fields';
export { applyServerSide, type ApplyRequest, type ApplyVerdict } from './field-ownership/server-side-apply';
export { parseYaml, parseYamlDocument, parseYamlDocuments } from './yaml/parse-yaml';
export { YamlDepthError } from './yaml/refuse-deep-yaml';
export { YamlWriter } from './yaml/yaml-text';
export { Kinds, typedKind, type TypedKind } from './kinds/typed-kinds';
export { PLAIN_TABLE, type Column, type ColumnText, type TableKind } from './tables/table-kind';
export {
  CLEANUP_FINALIZER,
  compareVersions,
  CustomKinds,
  convertedObjects,
  customVersionOf,
  DEFINITIONS,
  DELETION_IN_PROGRESS,
  isDefinitionConditionTrue,
  isReadableBundle,
  setDefinitionConditions,
  HeldNames,
  withAcceptedNames,
  type CustomResourceDefinition,
  type DefinitionConversion,
  type JsonSchema,
  type WebhookClientConfig,
} from './custom-kinds';
export { describeKind, subresourcesOf, verbsIn, type StoredForm } from './kinds/kind-info';
export {
  compileAdmissionExpression,
  type ExpressionScope,
  type ResultType,
} from './admission-registration/admission-expressions';
export { NAMESPACE_TYPE, REQUEST_TYPE } from './admission-registration/variable-types';
export { declaredType } from './custom-kinds/rules/declared-type';
export { REVIEW_VERSIONS } from './admission-registration/registration-types';
export type {
  AdmissionRule,
  AuditAnnotation,
  MatchCondition,
  MatchResources,
  MutatingPolicySpec,
  Mutation,
  ParamKind,
  ParamRef,
  PolicyBindingSpec,
  PolicySpec,
  PolicyValidation,
  PolicyVariable,
  ValidatingPolicySpec,
  Webhook,
  WebhookConfiguration,
} from './admission-registration/registration-types';
export type { IdRange, PodSecurityPolicySpec, RangedRule } from './kinds/pod-security-policy/pod-security-policy';
export type { ComponentStatus } from './kinds/component-status/table';
export type { Template, TemplateParameter } from './kinds/openshift/template/template';
export { ProjectAnnotation } from './kinds/openshift/project/project-annotations';
export { displayNameErrors, projectNameErrors } from './kinds/openshift/project/validation';
export { conditionsOf, hasCondition, RequestCondition } from './kinds/certificate-signing-request/conditions';
export { SignerName } from './kinds/certificate-signing-request/signer-name';
export { type Requester, withConditionTimes, withRequester } from './kinds/certificate-signing-request/strategy';
export {
  type FlowControlObject,
  type FlowControlObjects,
  flowControlObjects,
  type KeptObjects,
} from './flow-control/default-objects';
export {
  type ApiService,
  type ApiServiceCondition,
  availabilityOf,
  localAvailability,
} from './kinds/api-service/api-service';
export {
  DEFAULT_SERVICE_CIDR,
  ipv4Network,
  ipv4Number,
  isInNetwork,
  networksForServices,
  printIpv4,
  type ServiceNetwork,
} from './kinds/service-cidr/networks';
export type { WebhookClient } from './validation/webhook-client';
export { isNamespaceKind } from './kinds/is-namespace';
export { ConfigLabel, DeploymentTrigger } from './kinds/openshift/deployment-config/deployment-config';
export { DeploymentStrategyType, HookFailurePolicy } from './kinds/openshift/deployment-config/deployment-config';
export type { DeploymentConfig } from './kinds/openshift/deployment-config/deployment-config';
export { isOwnSigner, kubeletClientProblem, signerProblem } from './kinds/certificate-signing-request/signers';
export { isRecord } from './structure/is-record';
