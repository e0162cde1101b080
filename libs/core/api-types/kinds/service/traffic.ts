import type { ServiceSpec } from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import { oneOf, requiredOneOf } from '../../validation/closed-set';
import { validatePortNumber } from '../../validation/ports';

const TRAFFIC_POLICIES = ['Cluster', 'Local'] as const;
const TRAFFIC_DISTRIBUTIONS = ['PreferClose', 'PreferSameZone', 'PreferSameNode'] as const;
const MAX_AFFINITY_SECONDS = 86_400;
const ONLY_BALANCED = "may only be used when `type` is 'LoadBalancer'";

/** A spec with what later versions of Kubernetes added. */
type Spec = ServiceSpec & { readonly trafficDistribution?: string };

/** Returns the errors of how the traffic of a Service gets to it (the last rules of `ValidateService`). */
export function validateServiceTraffic(spec: Spec): FieldError[] {
  const { allocateLoadBalancerNodePorts: allocates, loadBalancerClass, internalTrafficPolicy, type } = spec;
  const isBalanced = type === 'LoadBalancer';
  const errors: FieldError[] = [];
  if (allocates !== undefined && !isBalanced) {
    errors.push(forbiddenField('spec.allocateLoadBalancerNodePorts', ONLY_BALANCED));
  }
  if (loadBalancerClass !== undefined && !isBalanced) {
    errors.push(forbiddenField('spec.loadBalancerClass', ONLY_BALANCED));
  } else if (loadBalancerClass !== undefined) {
    const texts = qualifiedNameErrors(loadBalancerClass);
    errors.push(...texts.map((text) => invalidField('spec.loadBalancerClass', loadBalancerClass, text)));
  }
  const internalRule = type === 'ExternalName' ? oneOf : requiredOneOf;
  return [
    ...errors,
    ...validateExternalTraffic(spec),
    ...internalRule(internalTrafficPolicy, TRAFFIC_POLICIES, 'spec.internalTrafficPolicy'),
    ...oneOf(spec.trafficDistribution, TRAFFIC_DISTRIBUTIONS, 'spec.trafficDistribution'),
  ];
}

/** Returns the errors of changed load balancer fields of a Service (`validateLoadBalancerClassField` and its neighbour). */
export function validateServiceTrafficUpdate(after: Spec, before: Spec): FieldError[] {
  const errors: FieldError[] = [];
  const { loadBalancerClass: name = null, healthCheckNodePort: port } = after;
  const areBalanced = after.type === 'LoadBalancer' && before.type === 'LoadBalancer';
  if (areBalanced && name !== (before.loadBalancerClass ?? null)) {
    errors.push(invalidField('spec.loadBalancerClass', name, 'may not change once set'));
  }
  if (needsHealthCheck(after) && needsHealthCheck(before) && (port ?? 0) !== (before.healthCheckNodePort ?? 0)) {
    errors.push(forbiddenField('spec.healthCheckNodePort', 'field is immutable'));
  }
  return errors;
}

/** As `validateClientIPAffinityConfig`, and what goes with no affinity. */
export function validateAffinityConfig({ sessionAffinity, sessionAffinityConfig: config }: Spec): FieldError[] {
  const field = 'spec.sessionAffinityConfig';
  if (sessionAffinity === 'None' && config) {
    return [forbiddenField(field, 'must not be set when session affinity is None')];
  }
  if (sessionAffinity !== 'ClientIP') return [];
  const missing = 'when session affinity type is ClientIP';
  if (!config) return [requiredField(field, missing)];
  if (!config.clientIP) return [requiredField(`${field}.clientIP`, missing)];
  const { timeoutSeconds: seconds } = config.clientIP;
  const path = `${field}.clientIP.timeoutSeconds`;
  if (seconds === undefined) return [requiredField(path, missing)];
  if (seconds > 0 && seconds <= MAX_AFFINITY_SECONDS) return [];
  return [invalidField(path, seconds, `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`)];
}

/** As `validateServiceExternalTrafficPolicy`; a port for health checks may be left to the load balancer. */
function validateExternalTraffic(spec: Spec): FieldError[] {
  const { externalTrafficPolicy: policy, healthCheckNodePort: port } = spec;
  const field = 'spec.externalTrafficPolicy';
  const errors: FieldError[] = [];
  if (isReachedFromOutside(spec)) errors.push(...requiredOneOf(policy, TRAFFIC_POLICIES, field));
  else if (policy) errors.push(invalidField(field, policy, 'may only be set for externally-accessible services'));
  if (!port) return errors;
  const path = 'spec.healthCheckNodePort';
  if (needsHealthCheck(spec)) return [...errors, ...validatePortNumber(port, path)];
  const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [...errors, invalidField(path, port, detail)];
}

/** As `ExternallyAccessible`. */
function isReachedFromOutside({ type, externalIPs = [] }: Spec): boolean {
  return type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && externalIPs.length > 0);
}

/** As `NeedsHealthCheck`. */
function needsHealthCheck({ type, externalTrafficPolicy }: Spec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}
