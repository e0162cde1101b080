export { AccessControl, type AccessSettings } from './access/access-control';
export {
  InvalidAccessOptions,
  isAuthenticated,
  loadAccess,
  type AccessOptions,
  type LoadedAccess,
} from './access/load-access';
export { selfSignedCertificate } from './access/self-signed-certificate';
export { evictionsKind } from './evictions/evictions.component';
export { rewriteClusterUrl } from './rest/cluster-path';
export { registerKubernetesApi } from './rest/kubernetes-api';
export { startApiServer, type ApiServer } from './start-api-server';
