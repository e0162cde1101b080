export { apiFaultsOf, sufferFaults } from './api-faults';
export {
  AccessControl,
  type AccessSettings,
  type Caller,
  type ServerActor,
  isAdministrator,
  requireAccess,
} from './access-control';
export { type TokenSpec, issueToken, refuseForeignToken } from './issue-token';
export {
  type AccessOptions,
  InvalidAccessOptions,
  type LoadedAccess,
  isAuthenticated,
  loadAccess,
} from './load-access';
export { clusterFor } from './cluster-for';
export { RequestFlows } from './request-flows';
export { type OriginPolicy, refusalOfOrigin } from './request-origin';
export {
  type DeclaredRoute,
  RouteAccess,
  accessOfRoute,
  allowScopeTo,
  allowTo,
  askForToken,
  declareRoutes,
  isPageRequest,
} from './route-access';
export { type Serving, type ServingCertificate, type ServingChoice, servingOf } from './serving-certificate';
