import type { Container, Pod } from '@orrery/api-types';

interface SecurityContext {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
}

/**
 * Returns why a kubelet does not create a container from its configuration: it is to be root although it must not be (upstream's
 * `verifyRunAsNonRoot`; what its image says of users is not simulated). Undefined if it can be created.
 */
export function configurationError({ metadata, spec }: Pod, container: Container): string | undefined {
  const ofPod = (spec as { securityContext?: SecurityContext }).securityContext;
  const own = (container as { securityContext?: SecurityContext }).securityContext;
  const mustNotBeRoot = own?.runAsNonRoot ?? ofPod?.runAsNonRoot ?? false;
  if (!mustNotBeRoot || (own?.runAsUser ?? ofPod?.runAsUser) !== 0) return undefined;
  const pod = `${metadata.name}_${metadata.namespace ?? ''}(${metadata.uid})`;
  return `container's runAsUser breaks non-root policy (pod: "${pod}", container: ${container.name})`;
}
