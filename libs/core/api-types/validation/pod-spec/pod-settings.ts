import type * as core from 'kubernetes-types/core/v1';
import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { isIpAddress, NO_IP_ADDRESS } from '../../names/ip-address';
import {
  dnsLabelErrors,
  qualifiedNameErrors,
  subdomainErrors,
  subdomainWithUnderscoreErrors,
} from '../../names/qualified-name';
import type { PodSpec } from '../../objects';
import { oneOf } from '../closed-set';
import type { SharingSpec } from './security';
import { validateForSystem } from './windows';

const OS_NAMES = ['linux', 'windows'] as const;
const MAX_NAMESERVERS = 3;
const MAX_SEARCH_PATHS = 32;
const MAX_SEARCH_CHARACTERS = 2048;
const MAX_DEADLINE_SECONDS = 2_147_483_647;

/** As `validatePodDNSConfig`, with `RelaxedDNSSearchValidation` as it is in 1.34. */
export function validateDnsConfig({ dnsConfig, dnsPolicy }: PodSpec, field: string): FieldError[] {
  const { nameservers = [], searches = [], options = [] } = dnsConfig ?? {};
  if (dnsPolicy === 'None') {
    if (!dnsConfig) return [requiredField(field, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if (nameservers.length === 0) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [requiredField(`${field}.nameservers`, detail)];
    }
  }
  const errors: FieldError[] = [];
  if (nameservers.length > MAX_NAMESERVERS) {
    const detail = `must not have more than ${MAX_NAMESERVERS} nameservers`;
    errors.push(invalidField(`${field}.nameservers`, nameservers, detail));
  }
  nameservers.forEach((address, i) => {
    if (!isIpAddress(address)) errors.push(invalidField(`${field}.nameservers[${i}]`, address, NO_IP_ADDRESS));
  });
  errors.push(...searchErrors(searches, `${field}.searches`));
  options.forEach(({ name }, i) => {
    if (!name) errors.push(requiredField(`${field}.options[${i}]`, 'must not be empty'));
  });
  return errors;
}

function searchErrors(searches: readonly string[], field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (searches.length > MAX_SEARCH_PATHS) {
    errors.push(invalidField(field, searches, `must not have more than ${MAX_SEARCH_PATHS} search paths`));
  }
  if (searches.join(' ').length > MAX_SEARCH_CHARACTERS) {
    const detail = `must not have more than ${MAX_SEARCH_CHARACTERS} characters (including spaces) in the search list`;
    errors.push(invalidField(field, searches, detail));
  }
  searches.forEach((search, i) => {
    // A dot alone names no search, and one at the end is fine.
    if (search === '.') return;
    const domain = search.replace(/\.$/, '');
    for (const text of subdomainWithUnderscoreErrors(domain)) errors.push(invalidField(`${field}[${i}]`, domain, text));
  });
  return errors;
}

/** On the host's network a port of the host is the container's own (`validatePodHostNetworkDeps`). */
export function validateHostNetwork(spec: PodSpec, field: string, isPod: boolean): FieldError[] {
  if (!spec.hostNetwork) return [];
  return (spec.containers ?? []).flatMap(({ ports }, index) =>
    (ports ?? []).flatMap(({ hostPort = 0, containerPort }, at) => {
      if (hostPort === containerPort || (!isPod && hostPort === 0)) return [];
      const path = `${field}.containers[${index}].ports[${at}]`;
      const former = invalidField(
        `${path}.containerPort`,
        containerPort,
        'must match `hostPort` when `hostNetwork` is true',
      );
      const detail = 'must match `containerPort` when `hostNetwork` is true';
      return [{ ...invalidField(`${path}.hostPort`, hostPort, detail), former }];
    }),
  );
}

/** A pod with users of its own shares no other namespace of the host (`validateHostUsers`). */
export function validateHostUsers(spec: SharingSpec, field: string): FieldError[] {
  if (spec.hostUsers !== false) return [];
  const names = { hostNetwork: 'hostNetwork', hostPID: 'HostPID', hostIPC: 'HostIPC' } as const;
  return Object.entries(names)
    .filter(([name]) => spec[name as keyof typeof names])
    .map(([, shown]) => forbiddenField(`${field}.${shown}`, 'when `pod.Spec.HostUsers` is false'));
}

/** Conditions that a pod waits for to be ready. */
export function validateReadinessGates(
  gates: readonly core.PodReadinessGate[] | undefined,
  field: string,
): FieldError[] {
  return (gates ?? []).flatMap(({ conditionType = '' }, index) =>
    qualifiedNameErrors(conditionType).map((text) =>
      invalidField(`${field}[${index}].conditionType`, conditionType, text),
    ),
  );
}

/** Returns the errors of the gates that a pod waits for before it is scheduled. */
export function validateSchedulingGates({ schedulingGates }: PodSpec, field: string): FieldError[] {
  const seen = new Set<string>();
  return (schedulingGates ?? []).flatMap(({ name = '' }, index) => {
    const path = `${field}[${index}]`;
    const errors = qualifiedNameErrors(name).map((text) => invalidField(path, name, text));
    if (seen.has(name)) errors.push(duplicateField(path, name));
    seen.add(name);
    return errors;
  });
}

/** Names of further addresses in the pod's file of hosts. */
export function validateHostAliases(aliases: readonly core.HostAlias[] | undefined, field: string): FieldError[] {
  return (aliases ?? []).flatMap(({ ip = '', hostnames = [] }, index) => [
    ...(isIpAddress(ip) ? [] : [invalidField(`${field}[${index}].ip`, ip, NO_IP_ADDRESS)]),
    ...hostnames.flatMap((name, at) =>
      subdomainErrors(name).map((text) => invalidField(`${field}[${index}].hostnames[${at}]`, name, text)),
    ),
  ]);
}

const NAME_RULES = {
  serviceAccountName: subdomainErrors,
  nodeName: subdomainErrors,
  hostname: dnsLabelErrors,
  subdomain: dnsLabelErrors,
  priorityClassName: subdomainErrors,
  runtimeClassName: subdomainErrors,
} as const;

/** Returns the errors of a name that a pod has or refers to; an empty one is none. */
export function podNameErrors(spec: PodSpec, name: keyof typeof NAME_RULES, field: string): FieldError[] {
  const value = spec[name];
  if (!value) return [];
  return NAME_RULES[name](value).map((text) => invalidField(`${field}.${name}`, value, text));
}

/** Returns how long a pod may run. */
export function validateDeadline({ activeDeadlineSeconds: seconds }: PodSpec, field: string): FieldError[] {
  if (seconds === undefined || (seconds >= 1 && seconds <= MAX_DEADLINE_SECONDS)) return [];
  const detail = `must be between 1 and ${MAX_DEADLINE_SECONDS}, inclusive`;
  return [invalidField(`${field}.activeDeadlineSeconds`, seconds, detail)];
}

/** The operating system of a pod, and what it may not set there (`validateOS`, `validateLinux`, `validateWindows`). */
export function validateOperatingSystem(spec: PodSpec, field: string): FieldError[] {
  if (!spec.os) return [];
  const { name } = spec.os;
  if (!name) return [requiredField(`${field}.os.name`, 'cannot be empty')];
  const unknown = oneOf(name, OS_NAMES, `${field}.os`);
  return unknown.length > 0 ? unknown : validateForSystem(spec, name, field);
}
