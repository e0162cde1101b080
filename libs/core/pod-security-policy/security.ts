import type { PodSecurityPolicySpec, PodSpec } from '@orrery/api-types';

/** Parts of a pod that policies check; as `PodSecurityContext`, `SecurityContext` and their parts of `core/v1`. */
export type PodSecurity = NonNullable<PodSpec['securityContext']>;
export type SpecContainer = PodSpec['containers'][number];
export type ContainerSecurity = NonNullable<SpecContainer['securityContext']>;
export type SpecVolume = NonNullable<PodSpec['volumes']>[number];

/** Pod with the parts that a policy checks and defaults. */
export interface EvaluatedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

/** Policy whose rules are complete. */
export interface Provider {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSecurityPolicySpec;
}

/** A container with the path by which errors name it. */
export interface PlacedContainer {
  readonly container: SpecContainer;
  readonly path: string;
}

/** The containers of a pod in the order in which upstream visits them. */
export function containersOf(spec: PodSpec): readonly PlacedContainer[] {
  const placed = (containers: readonly SpecContainer[] | undefined, field: string): PlacedContainer[] =>
    (containers ?? []).map((container, i) => ({ container, path: `spec.${field}[${i}]` }));
  return [
    ...placed(spec.initContainers, 'initContainers'),
    ...placed(spec.containers, 'containers'),
    // The security of an ephemeral container is that of any other.
    ...placed(spec.ephemeralContainers as readonly SpecContainer[] | undefined, 'ephemeralContainers'),
  ];
}

/** Fields that a container inherits from its pod (`NewEffectiveContainerSecurityContextAccessor`). */
export function effective(pod: PodSecurity = {}, container: ContainerSecurity = {}): ContainerSecurity {
  const { seLinuxOptions, runAsUser, runAsGroup, runAsNonRoot } = pod;
  const inherited = { seLinuxOptions, runAsUser, runAsGroup, runAsNonRoot };
  const own = Object.fromEntries(Object.entries(container).filter(([, value]) => value !== undefined));
  return { ...inherited, ...own } as ContainerSecurity;
}
