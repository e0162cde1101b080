import type { PodSpec } from '@orrery/api-types';
import { capabilityErrors } from './capabilities';
import { goValue, invalid } from './go-text';
import { groupErrors, userErrors } from './ids';
import { appArmorErrors, containerSeccompErrors, podSeccompErrors } from './profiles';
import { seLinuxErrors } from './se-linux';
import {
  containersOf,
  effective,
  type ContainerSecurity,
  type EvaluatedPod,
  type PlacedContainer,
  type Provider,
  type SpecContainer,
} from './security';
import { sysctlErrors } from './sysctls';
import { volumeErrors } from './volumes';

/** Returns the errors of a pod under a policy, in the order and the words of `ValidatePod`. */
export function podErrors(provider: Provider, pod: EvaluatedPod): readonly string[] {
  const { spec: policy } = provider;
  const { spec } = pod;
  const { fsGroup, supplementalGroups, seLinuxOptions, ...rest } = spec.securityContext ?? {};
  const path = 'spec.securityContext';
  return [
    ...groupErrors(policy.fsGroup, `${path}.fsGroup`, fsGroup === undefined ? undefined : [fsGroup]),
    ...groupErrors(policy.supplementalGroups, `${path}.supplementalGroups`, supplementalGroups),
    ...podSeccompErrors(provider, pod),
    ...seLinuxErrors(policy.seLinux ?? {}, `${path}.seLinuxOptions`, seLinuxOptions),
    ...hostErrors(policy, spec),
    ...sysctlErrors(policy, rest),
    ...volumeErrors(policy, spec),
    ...runtimeClassErrors(policy, spec),
    ...containersOf(spec).flatMap((placed) => containerErrors(provider, pod, placed)),
  ];
}

/** Internally these fields are of the pod's security context, and so the errors name them. */
function hostErrors(policy: Provider['spec'], spec: PodSpec): readonly string[] {
  const refused = (field: 'hostNetwork' | 'hostPID' | 'hostIPC', what: string): string[] =>
    spec[field] && !policy[field]
      ? [invalid(`spec.securityContext.${field}`, 'true', `Host ${what} is not allowed to be used`)]
      : [];
  return [...refused('hostNetwork', 'network'), ...refused('hostPID', 'PID'), ...refused('hostIPC', 'IPC')];
}

function runtimeClassErrors(
  { runtimeClass }: Provider['spec'],
  { runtimeClassName: name }: PodSpec,
): readonly string[] {
  if (!runtimeClass || name === undefined) return [];
  const { allowedRuntimeClassNames: allowed = [] } = runtimeClass;
  return allowed.includes('*') || allowed.includes(name) ? [] : [invalid('spec.runtimeClassName', goValue(name), '')];
}

function containerErrors(
  provider: Provider,
  pod: EvaluatedPod,
  { container, path }: PlacedContainer,
): readonly string[] {
  const { spec: policy } = provider;
  const security = effective(pod.spec.securityContext, container.securityContext);
  const scPath = `${path}.securityContext`;
  const { runAsGroup, privileged } = security;
  return [
    ...userErrors(policy.runAsUser ?? {}, scPath, security),
    ...groupErrors(policy.runAsGroup, scPath, runAsGroup === undefined ? undefined : [runAsGroup]),
    ...seLinuxErrors(policy.seLinux ?? {}, `${scPath}.seLinuxOptions`, security.seLinuxOptions),
    ...appArmorErrors(provider, pod, container),
    ...containerSeccompErrors(provider, pod, container),
    ...(privileged && !policy.privileged
      ? [invalid(`${scPath}.privileged`, 'true', 'Privileged containers are not allowed')]
      : []),
    ...procMountErrors(policy, scPath, security),
    ...capabilityErrors(policy, `${scPath}.capabilities`, container.securityContext?.capabilities),
    ...hostPortErrors(policy, path, container),
    ...fileSystemErrors(policy, scPath, security),
    ...escalationErrors(policy, scPath, security),
  ];
}

function procMountErrors(
  { allowedProcMountTypes: allowed = [] }: Provider['spec'],
  scPath: string,
  { procMount = 'Default' }: ContainerSecurity,
): readonly string[] {
  if ((allowed.length === 0 ? ['Default'] : allowed).includes(procMount)) return [];
  return [invalid(`${scPath}.procMount`, goValue(procMount), 'ProcMountType is not allowed')];
}

function hostPortErrors(
  { hostPorts = [] }: Provider['spec'],
  path: string,
  { ports = [] }: SpecContainer,
): readonly string[] {
  const allowed = hostPorts.map(({ min = 0, max = 0 }) => (min === max ? String(min) : `${min}-${max}`)).join(',');
  return ports
    .map(({ hostPort = 0 }) => hostPort)
    .filter((port) => port > 0 && !hostPorts.some(({ min = 0, max = 0 }) => port >= min && port <= max))
    .map((port) =>
      invalid(
        `${path}.hostPort`,
        goValue(port),
        `Host port ${port} is not allowed to be used. Allowed ports: [${allowed}]`,
      ),
    );
}

function fileSystemErrors(
  { readOnlyRootFilesystem: isWanted }: Provider['spec'],
  scPath: string,
  { readOnlyRootFilesystem: own }: ContainerSecurity,
): readonly string[] {
  if (!isWanted || own) return [];
  const rest = own === undefined ? 'may not be nil and must be set to true' : 'must be set to true';
  return [invalid(`${scPath}.readOnlyRootFilesystem`, goValue(own), `ReadOnlyRootFilesystem ${rest}`)];
}

function escalationErrors(
  { allowPrivilegeEscalation: allows = true }: Provider['spec'],
  scPath: string,
  { allowPrivilegeEscalation: own }: ContainerSecurity,
): readonly string[] {
  if (allows || own === false) return [];
  const detail = 'Allowing privilege escalation for containers is not allowed';
  return [invalid(`${scPath}.allowPrivilegeEscalation`, goValue(own), detail)];
}
