import type * as core from 'kubernetes-types/core/v1';
import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors, qualifiedNameErrors, subdomainErrors } from '../../names/qualified-name';
import type { PodSpec } from '../../objects';
import { validateAffinity } from './affinity';
import { requiredOneOf } from '../closed-set';
import { validateContainers } from './containers';
import { validateLabels } from '../metadata';
import { isIpAddress, NO_IP_ADDRESS } from '../../names/ip-address';
import { validateContainerSettings } from './container-settings';
import { validateEphemeralContainers } from './ephemeral-containers';
import { validateEmptyDir, validateHostPath, validatePodSettings } from './pod-settings';
import { validateAmountList } from '../resources';
import { podClaimErrors, podClaimNames } from './resource-claims';
import { validateSysctls } from './sysctls';
import { validateTolerations } from './tolerations';
import { validateTopologySpread } from './topology-spread';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'] as const;
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'] as const;
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'] as const;

/**
 * What is wrong with a pod's spec, or a template's (`field` says where it stands), in upstream's order. `claimNames` are
 * volumes that pods get besides those of the spec: the claims of a StatefulSet.
 */
export function validatePodSpec(spec: PodSpec, field = 'spec', claimNames: readonly string[] = []): FieldError[] {
  const takenNames = new Set<string>();
  const volumeNames = new Set([...(spec.volumes ?? []).map((volume) => volume.name), ...claimNames]);
  const around = { volumeNames, takenNames, claimNames: podClaimNames(spec.resourceClaims) };
  const containers = spec.containers ?? [];
  const errors: FieldError[] = validateVolumes(spec.volumes, `${field}.volumes`);
  errors.push(...podClaimErrors(spec.resourceClaims, `${field}.resourceClaims`));
  if (containers.length === 0) errors.push(requiredField(`${field}.containers`));
  errors.push(...validateContainers(containers, `${field}.containers`, around));
  errors.push(...validateContainers(spec.initContainers ?? [], `${field}.initContainers`, around));
  for (const list of ['containers', 'initContainers'] as const) {
    const isInit = list === 'initContainers';
    spec[list]?.forEach((container, i) => {
      errors.push(...validateContainerSettings(container, `${field}.${list}[${i}]`, { pod: spec, isInit }));
    });
  }
  if (spec.ephemeralContainers?.length) {
    errors.push(...validateEphemeralContainers(spec, `${field}.ephemeralContainers`, around));
  }
  errors.push(...validatePodSettings(spec, field));
  errors.push(...validateHostPorts(spec, field));
  errors.push(...validateHostAliases(spec.hostAliases, `${field}.hostAliases`));
  errors.push(...requiredOneOf(spec.restartPolicy, RESTART_POLICIES, `${field}.restartPolicy`));
  errors.push(...requiredOneOf(spec.dnsPolicy, DNS_POLICIES, `${field}.dnsPolicy`));
  errors.push(...validateLabels(spec.nodeSelector, `${field}.nodeSelector`));
  errors.push(...validateAffinity(spec.affinity, `${field}.affinity`));
  spec.readinessGates?.forEach((gate, index) => {
    const path = `${field}.readinessGates[${index}].conditionType`;
    for (const text of qualifiedNameErrors(gate.conditionType ?? ''))
      errors.push(invalidField(path, gate.conditionType ?? '', text));
  });
  errors.push(...validateSchedulingGates(spec, field));
  errors.push(...validateTopologySpread(spec.topologySpreadConstraints, `${field}.topologySpreadConstraints`));
  validateNames(spec, field, errors);
  validateSeconds(spec, field, errors);
  errors.push(...validateTolerations(spec.tolerations, `${field}.tolerations`));
  if (spec.preemptionPolicy !== undefined) {
    errors.push(...requiredOneOf(spec.preemptionPolicy, PREEMPTION_POLICIES, `${field}.preemptionPolicy`));
  }
  errors.push(...validateSysctls(spec.securityContext?.sysctls, spec, `${field}.securityContext.sysctls`));
  errors.push(...validateAmountList(spec.overhead as Record<string, string> | undefined, `${field}.overhead`));
  return errors;
}

function validateHostAliases(aliases: readonly core.HostAlias[] | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  aliases?.forEach(({ ip, hostnames }, index) => {
    if (!isIpAddress(ip ?? '')) errors.push(invalidField(`${field}[${index}].ip`, ip ?? '', NO_IP_ADDRESS));
    hostnames?.forEach((name, at) => {
      const path = `${field}[${index}].hostnames[${at}]`;
      for (const text of subdomainErrors(name)) errors.push(invalidField(path, name, text));
    });
  });
  return errors;
}

function validateVolumes(volumes: readonly core.Volume[] | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  volumes?.forEach((volume, index) => {
    const path = `${field}[${index}]`;
    const [first, ...more] = Object.keys(volume).filter((key) => key !== 'name');
    if (first === undefined) errors.push(requiredField(path, 'must specify a volume type'));
    for (const extra of more)
      errors.push(forbiddenField(`${path}.${extra}`, 'may not specify more than 1 volume type'));
    if (volume.hostPath) errors.push(...validateHostPath(volume.hostPath, `${path}.hostPath`));
    if (volume.emptyDir) errors.push(...validateEmptyDir(volume.emptyDir, `${path}.emptyDir`));
    if (!volume.name) errors.push(requiredField(`${path}.name`));
    else for (const text of dnsLabelErrors(volume.name)) errors.push(invalidField(`${path}.name`, volume.name, text));
    if (volume.name && seen.has(volume.name)) errors.push(duplicateField(`${path}.name`, volume.name));
    seen.add(volume.name);
  });
  return errors;
}

/**
 * One port of the host serves one container (`AccumulateUniqueHostPorts`), and on the host's network it is the
 * container's own (`validatePodHostNetworkDeps`). Init containers run one after the other, so they may share a port.
 */
function validateHostPorts(spec: PodSpec, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const taken = new Set<string>();
  spec.containers?.forEach((container, index) => {
    container.ports?.forEach((port, at) => {
      const path = `${field}.containers[${index}].ports[${at}].hostPort`;
      if (!port.hostPort) return;
      if (spec.hostNetwork && port.hostPort !== port.containerPort) {
        const detail = 'must match `containerPort` when `hostNetwork` is true';
        errors.push(invalidField(path, port.hostPort, detail));
      }
      const claim = `${port.protocol}/${port.hostIP ?? ''}/${port.hostPort}`;
      if (taken.has(claim)) errors.push(duplicateField(path, claim));
      taken.add(claim);
    });
  });
  return errors;
}

function validateSchedulingGates(spec: PodSpec, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  spec.schedulingGates?.forEach((gate, index) => {
    const path = `${field}.schedulingGates[${index}]`;
    const name = gate.name ?? '';
    for (const text of qualifiedNameErrors(name)) errors.push(invalidField(path, name, text));
    if (seen.has(name)) errors.push(duplicateField(path, name));
    seen.add(name);
  });
  return errors;
}

function validateNames(spec: PodSpec, field: string, errors: FieldError[]): void {
  const check = (
    name: 'serviceAccountName' | 'nodeName' | 'hostname' | 'subdomain' | 'priorityClassName' | 'runtimeClassName',
    rule: (text: string) => string[],
  ): void => {
    const value = spec[name];
    if (value) for (const text of rule(value)) errors.push(invalidField(`${field}.${name}`, value, text));
  };
  check('serviceAccountName', subdomainErrors);
  check('nodeName', subdomainErrors);
  check('hostname', dnsLabelErrors);
  check('subdomain', dnsLabelErrors);
  check('priorityClassName', subdomainErrors);
  check('runtimeClassName', subdomainErrors);
}

function validateSeconds(spec: PodSpec, field: string, errors: FieldError[]): void {
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && (deadline < 1 || deadline > 2147483647)) {
    errors.push(
      invalidField(`${field}.activeDeadlineSeconds`, deadline, 'must be between 1 and 2147483647, inclusive'),
    );
  }
  const grace = spec.terminationGracePeriodSeconds;
  if (grace !== undefined && grace < 0) {
    errors.push(invalidField(`${field}.terminationGracePeriodSeconds`, grace, 'must be greater than or equal to 0'));
  }
}
