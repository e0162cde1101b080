import { notFound, type DeploymentConfig } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { versionName, type Version } from '@orrery/openshift';
import { targetOf, type KindRequest } from '@orrery/rest-api';

const REPLICATION_CONTROLLER = requireKind('v1', 'ReplicationController');

/** The DeploymentConfig that the path names; throws 404. */
export function requestedConfig(request: KindRequest): DeploymentConfig {
  const target = targetOf(request);
  const config = request.runtime.cache.get(keyOf(target));
  if (!config) throw notFound(request.kind, target.name);
  return config as DeploymentConfig;
}

/** The replication controller of a version; throws 404. */
export function requireVersion({ cache }: ClusterRuntime, config: DeploymentConfig, number: number): Version {
  const name = versionName(config.metadata.name, number);
  const key = keyOf({ kind: REPLICATION_CONTROLLER, namespace: config.metadata.namespace ?? '', name });
  const version = cache.get(key);
  if (!version) throw notFound(REPLICATION_CONTROLLER, name);
  return version as Version;
}
