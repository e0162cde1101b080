import type * as core from 'kubernetes-types/core/v1';
import type { FieldError } from '../../errors/field-error';
import type { PodSpec } from '../../objects';
import { requiredOneOf } from '../closed-set';
import { validateLabels } from '../metadata';
import { validateOverhead } from '../resources';
import { validateAffinity } from './affinity';
import { validateContainers, validateInitContainers, type ContainerContext } from './containers';
import { validateEphemeralContainers } from './ephemeral-containers';
import type { Volumes } from './mounts';
import {
  podNameErrors,
  validateDeadline,
  validateDnsConfig,
  validateHostAliases,
  validateHostNetwork,
  validateHostUsers,
  validateOperatingSystem,
  validateReadinessGates,
  validateSchedulingGates,
} from './pod-settings';
import { validatePodResources, type PodResources } from './pod-resources';
import { podClaimErrors, podClaimNames } from './resource-claims';
import { validatePodSecurity } from './security';
import { validateTolerations } from './tolerations';
import { validateTopologySpread } from './topology-spread';
import { validateVolumes } from './volumes';
import { validateHostProcess } from './windows';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'] as const;
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'] as const;
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'] as const;

/** Context of a pod's spec. */
export interface SpecPlace {
  /** True if it is a pod's own; a template's if not. */
  readonly isPod?: boolean;
  /** Volumes that pods get besides those of the spec: the claims of a StatefulSet. */
  readonly claimNames?: readonly string[];
}

/** Returns the errors of the spec of a pod or of a template, in upstream's order (`ValidatePodSpec`). */
export function validatePodSpec(
  spec: PodSpec,
  field = 'spec',
  { isPod = false, claimNames = [] }: SpecPlace = {},
): FieldError[] {
  const context: ContainerContext = {
    spec,
    volumes: volumesOf(spec, claimNames),
    claimNames: podClaimNames(spec.resourceClaims),
  };
  const { resources } = spec as { readonly resources?: PodResources };
  return [
    ...validateVolumes(spec.volumes, `${field}.volumes`),
    ...podClaimErrors(spec.resourceClaims, `${field}.resourceClaims`),
    ...validateContainers(context, `${field}.containers`),
    ...validateInitContainers(context, `${field}.initContainers`),
    ...validateEphemeralContainers(context, `${field}.ephemeralContainers`),
    ...validatePodResources(resources, spec, `${field}.resources`),
    ...validateHostNetwork(spec, field, isPod),
    ...requiredOneOf(spec.restartPolicy, RESTART_POLICIES, `${field}.restartPolicy`),
    ...requiredOneOf(spec.dnsPolicy, DNS_POLICIES, `${field}.dnsPolicy`),
    ...validateLabels(spec.nodeSelector, `${field}.nodeSelector`),
    ...validatePodSecurity(spec.securityContext, spec, `${field}.securityContext`),
    ...validateAffinity(spec.affinity, `${field}.affinity`),
    ...validateDnsConfig(spec, `${field}.dnsConfig`),
    ...validateReadinessGates(spec.readinessGates, `${field}.readinessGates`),
    ...validateSchedulingGates(spec, `${field}.schedulingGates`),
    ...validateTopologySpread(spec.topologySpreadConstraints, `${field}.topologySpreadConstraints`),
    ...validateHostProcess(spec, field),
    ...validateHostUsers(spec, field),
    ...validateRest(spec, field),
  ];
}

/** Returns the errors that upstream looks for last: of names, times, tolerations, overhead, the operating system. */
function validateRest(spec: PodSpec, field: string): FieldError[] {
  const { preemptionPolicy, overhead } = spec;
  return [
    ...podNameErrors(spec, 'serviceAccountName', field),
    ...podNameErrors(spec, 'nodeName', field),
    ...validateDeadline(spec, field),
    ...podNameErrors(spec, 'hostname', field),
    ...podNameErrors(spec, 'subdomain', field),
    ...validateTolerations(spec.tolerations, `${field}.tolerations`),
    ...validateHostAliases(spec.hostAliases, `${field}.hostAliases`),
    ...podNameErrors(spec, 'priorityClassName', field),
    ...podNameErrors(spec, 'runtimeClassName', field),
    ...(preemptionPolicy === undefined
      ? []
      : requiredOneOf(preemptionPolicy, PREEMPTION_POLICIES, `${field}.preemptionPolicy`)),
    ...validateOverhead(overhead as Readonly<Record<string, string>> | undefined, `${field}.overhead`),
    ...validateOperatingSystem(spec, field),
  ];
}

function volumesOf(spec: PodSpec, claimNames: readonly string[]): Volumes {
  const claims = claimNames.map((name) => [name, { name, persistentVolumeClaim: { claimName: name } }] as const);
  return new Map<string, core.Volume>([
    ...(spec.volumes ?? []).map((volume) => [volume.name, volume] as const),
    ...claims,
  ]);
}
