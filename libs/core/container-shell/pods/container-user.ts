import type { Container, Pod } from '@orrery/api-types';
import type { Privileges } from '../machine';

interface OfContainer {
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
}
interface OfProcess {
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly capabilities?: { readonly add?: readonly string[] };
}
interface OfPod extends OfContainer {
  readonly supplementalGroups?: readonly number[];
  readonly fsGroup?: number;
  readonly sysctls?: readonly { readonly name: string; readonly value: string }[];
}
interface Secured<T> {
  readonly securityContext?: T;
}

/** Returns the user that a container's processes get from its pod; undefined if its image says it. */
export function userIdOf(container: Container, { spec }: Pod): number | undefined {
  return contextOf(container).runAsUser ?? contextOfPod(spec).runAsUser;
}

/**
 * Returns the groups of a container's processes, their own one first: `runAsGroup`, else that of root, then those that the pod
 * adds, sorted (`SupplementalGroupsPolicy` Merge; groups of images are not simulated).
 */
export function groupIdsOf(container: Container, { spec }: Pod): number[] {
  const { supplementalGroups = [], fsGroup } = contextOfPod(spec);
  const own = contextOf(container).runAsGroup ?? contextOfPod(spec).runAsGroup ?? 0;
  const added = [...(fsGroup === undefined ? [] : [fsGroup]), ...supplementalGroups];
  return [own, ...[...new Set(added)].filter((group) => group !== own).sort((a, b) => a - b)];
}

/** Returns the rights that a container's security context gives its processes. */
export function privilegesOf(container: Container): Privileges {
  const {
    privileged = false,
    allowPrivilegeEscalation,
    capabilities,
  } = (container as Secured<OfProcess>).securityContext ?? {};
  const added = (capabilities?.add ?? []).map((name) => name.toUpperCase().replace(/^CAP_/, ''));
  return {
    administersNetwork: privileged || added.includes('NET_ADMIN') || added.includes('ALL'),
    gainsPrivileges: allowPrivilegeEscalation !== false,
  };
}

/** The kernel parameters that a pod sets (`securityContext.sysctls`). */
export function sysctlsOf({ spec }: Pod): ReadonlyMap<string, string> {
  const { sysctls = [] } = contextOfPod(spec);
  return new Map(sysctls.map(({ name, value }) => [name, value]));
}

function contextOf(container: Container): OfContainer {
  return (container as Secured<OfContainer>).securityContext ?? {};
}

function contextOfPod(spec: Pod['spec']): OfPod {
  return (spec as Secured<OfPod>).securityContext ?? {};
}
