import { deepEqual, type PodSpec } from '@orrery/api-types';
import { givenCapabilities } from './capabilities';
import { givenGroup, givenUser } from './ids';
import { givenAppArmor, givenSeccompProfile, SECCOMP_POD } from './profiles';
import { givenSeLinux } from './se-linux';
import {
  effective,
  type ContainerSecurity,
  type EvaluatedPod,
  type PodSecurity,
  type Provider,
  type SpecContainer,
} from './security';

/** Returns the pod with the defaults of a policy where its fields are unset (`MutatePod`); equal to the given one without any. */
export function withDefaultsOf(provider: Provider, pod: EvaluatedPod): EvaluatedPod {
  const seccomp = givenSeccompProfile(provider, pod);
  const securityContext = podSecurity(provider, pod.spec.securityContext);
  const { runtimeClass } = provider.spec;
  const runtimeClassName = pod.spec.runtimeClassName ?? runtimeClass?.defaultRuntimeClassName;
  const annotations: Record<string, string> = { ...pod.annotations, ...(seccomp ? { [SECCOMP_POD]: seccomp } : {}) };
  const given = <T extends Pick<SpecContainer, 'name' | 'securityContext'>>(container: T): T => {
    const made = containerSecurity(provider, securityContext, container.securityContext);
    Object.assign(annotations, givenAppArmor(provider, annotations, container));
    return made ? { ...container, securityContext: made } : container;
  };
  const { initContainers, containers, ephemeralContainers } = pod.spec;
  const spec: PodSpec = {
    ...pod.spec,
    ...(securityContext ? { securityContext } : {}),
    ...(runtimeClassName === undefined ? {} : { runtimeClassName }),
    ...(initContainers ? { initContainers: initContainers.map(given) } : {}),
    containers: containers.map(given),
    ...(ephemeralContainers ? { ephemeralContainers: ephemeralContainers.map(given) } : {}),
  };
  return { annotations, spec };
}

/** Returns whether a policy gave a pod anything. */
export function isChanged(before: EvaluatedPod, after: EvaluatedPod): boolean {
  return !deepEqual(before, after);
}

function podSecurity({ spec: policy }: Provider, own: PodSecurity | undefined): PodSecurity | undefined {
  const group = own?.supplementalGroups ? undefined : givenGroup(policy.supplementalGroups);
  const fsGroup = own?.fsGroup ?? givenGroup(policy.fsGroup);
  const seLinuxOptions = own?.seLinuxOptions ?? givenSeLinux(policy.seLinux ?? {});
  const made = {
    ...own,
    ...(group === undefined ? {} : { supplementalGroups: [group] }),
    ...(fsGroup === undefined ? {} : { fsGroup }),
    ...(seLinuxOptions ? { seLinuxOptions } : {}),
  };
  return own || Object.keys(made).length > 0 ? made : undefined;
}

function containerSecurity(
  { spec: policy }: Provider,
  ofPod: PodSecurity | undefined,
  own: ContainerSecurity | undefined,
): ContainerSecurity | undefined {
  const shown = effective(ofPod, own);
  const runAsUser = shown.runAsUser ?? givenUser(policy.runAsUser);
  const isMarked =
    shown.runAsNonRoot === undefined && runAsUser === undefined && policy.runAsUser?.rule === 'MustRunAsNonRoot';
  const runAsGroup = shown.runAsGroup ?? givenGroup(policy.runAsGroup);
  const seLinuxOptions = shown.seLinuxOptions ?? givenSeLinux(policy.seLinux ?? {});
  const capabilities = givenCapabilities(policy, own?.capabilities);
  const made: ContainerSecurity = {
    ...own,
    // What the pod has already is not repeated.
    ...(shown.runAsUser === undefined && runAsUser !== undefined ? { runAsUser } : {}),
    ...(shown.runAsGroup === undefined && runAsGroup !== undefined ? { runAsGroup } : {}),
    ...(!shown.seLinuxOptions && seLinuxOptions ? { seLinuxOptions } : {}),
    ...(isMarked ? { runAsNonRoot: true } : {}),
    ...(capabilities ? { capabilities } : {}),
    ...(policy.readOnlyRootFilesystem && own?.readOnlyRootFilesystem === undefined
      ? { readOnlyRootFilesystem: true }
      : {}),
    ...escalation(policy, own),
  };
  return own || Object.keys(made).length > 0 ? made : undefined;
}

function escalation(
  { defaultAllowPrivilegeEscalation, allowPrivilegeEscalation = true }: Provider['spec'],
  own: ContainerSecurity | undefined,
): ContainerSecurity {
  if (own?.allowPrivilegeEscalation !== undefined) return {};
  if (defaultAllowPrivilegeEscalation !== undefined) {
    return { allowPrivilegeEscalation: defaultAllowPrivilegeEscalation };
  }
  return allowPrivilegeEscalation ? {} : { allowPrivilegeEscalation: false };
}
