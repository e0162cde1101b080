import type { KubeObject } from '../../objects';
import type { PodSecurityPolicySpec } from './pod-security-policy';

/** Policies without the field stay as permissive as they were before it was added (`pkg/apis/policy/v1beta1/defaults.go` of v1.20). */
export function defaultPodSecurityPolicy(object: KubeObject): void {
  const spec = (object.spec ??= {}) as { -readonly [F in keyof PodSecurityPolicySpec]: PodSecurityPolicySpec[F] };
  spec.allowPrivilegeEscalation ??= true;
}
