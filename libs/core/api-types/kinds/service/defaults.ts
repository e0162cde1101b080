import type { KubeObject } from '../../objects';

type Fields = Record<string, unknown>;

const DEFAULT_AFFINITY_SECONDS = 10800;

/** Fills the spec of a Service, in place (as `SetDefaults_Service` in `pkg/apis/core/v1/defaults.go`). */
export function defaultService(object: KubeObject): void {
  const spec = (object.spec ??= {}) as Fields;
  spec['sessionAffinity'] ??= 'None';
  spec['type'] ??= 'ClusterIP';
  const { type } = spec;
  const isBalanced = type === 'LoadBalancer';
  if (type !== 'ExternalName') {
    spec['internalTrafficPolicy'] ??= 'Cluster';
  }
  const hasExternalAddress = type === 'ClusterIP' && ((spec['externalIPs'] as unknown[] | undefined)?.length ?? 0) > 0;
  if (type === 'NodePort' || isBalanced || hasExternalAddress) spec['externalTrafficPolicy'] ??= 'Cluster';
  if (isBalanced) spec['allocateLoadBalancerNodePorts'] ??= true;
  defaultAffinity(spec);
  for (const port of (spec['ports'] as Fields[] | undefined) ?? []) {
    port['protocol'] ??= 'TCP';
    // The zero of Go's IntOrString, which a client cannot leave out.
    if (!port['targetPort']) port['targetPort'] = port['port'];
  }
}

function defaultAffinity(spec: Fields): void {
  if (spec['sessionAffinity'] === 'None') delete spec['sessionAffinityConfig'];
  if (spec['sessionAffinity'] !== 'ClientIP') return;
  const config = (spec['sessionAffinityConfig'] ??= {}) as Fields;
  ((config['clientIP'] ??= {}) as Fields)['timeoutSeconds'] ??= DEFAULT_AFFINITY_SECONDS;
}
