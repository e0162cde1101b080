export {
  isPathAccess,
  resourceAccess,
  type Access,
  type Decision,
  type FieldRequirement,
  type PathAccess,
  type ResourceAccess,
  type User,
} from './access';
export { API_FAULT, API_FAULTS, type ApiFault } from './api-faults/api-fault';
export { strike, type CountedFaults, type FaultCount, type MatchedRequest, type Strike } from './api-faults/strike';
export { denialText, denied } from './denial';
export { decideForNode } from './nodes/node-authorizer';
export { refuseTokenForNode, type TokenBinding } from './nodes/node-tokens';
export type { NodeObjects } from './nodes/node-objects';
export { FlowClassifier, type FlowClassification } from './flow-control/flow-classifier';
export { objectAccess } from './object-access';
export type { DefaultObject } from './defaults/cluster-roles';
export { defaultAccess } from './defaults/default-access';
export { namespacedAccess } from './defaults/namespaced-roles';
export { reconcileAccess, type AccessVerdict } from './defaults/reconcile-access';
export { refuseEscalation, type RoleWrite } from './escalation';
export { decideByRoles, EVERY_PATH, EVERYTHING, isMaster, rulesOfUser, type RulesOfUser } from './rbac';
export { decideOnServer, SERVER_ROLES, ServerGroup, type ServerRole } from './server-rights';
export { RoleIndex } from './roles/role-index';
export { aggregationOf, unionOfRules } from './roles/aggregation';
export {
  ROLE_RESOURCES,
  RoleResource,
  type BindingObject,
  type RoleObject,
  type RoleRef,
  type Subject,
} from './roles/role-objects';
export type { PolicyRule } from './rules/policy-rule';
export { impersonated, impersonationAccesses, isImpersonation, type ImpersonationRequest } from './users/impersonation';
export {
  claimsFor,
  DEFAULT_TOKEN_SECONDS,
  SHORTEST_TOKEN_SECONDS,
  TOKEN_ISSUER,
  type BoundObject,
  type ClaimsVerdict,
} from './users/service-account-claims';
export { checkTokenClaims, tokenSecretClaims } from './users/token-secret-claims';
export { parseStaticTokens, type StaticTokensVerdict } from './users/static-tokens';
export {
  ADMINISTRATOR,
  ANONYMOUS,
  authenticated,
  Group,
  nodeUser,
  serviceAccountGroups,
  serviceAccountOf,
  serviceAccountUser,
  serviceAccountUserName,
} from './users/well-known';
export { controllerUser } from './users/controller-accounts';
export { isStandardAccount, standardAccounts } from './users/standard-accounts';
export { bindingOf, clusterRole, group } from './defaults/cluster-roles';
export { allow, allowNamed, READ, READ_WRITE } from './defaults/rules';
