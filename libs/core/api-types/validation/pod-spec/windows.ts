import type { PodSpec } from '../../objects';
import { forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import { subdomainErrors } from '../../names/qualified-name';

const MAX_SPEC_KIB = 64;
const MAX_DOMAIN_LENGTH = 256;
const MAX_USER_LENGTH = 104;
const CONTROL = /[\u0000-\u001f\u007f]/;
const NETBIOS_DOMAIN = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS_DOMAIN =
  /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const WRONG_IN_USER = /["/\\:;|=,+*?<>@[\]]/;
const OF_LINUX_POD = 'windows options cannot be set for a linux pod';
const OF_WINDOWS_POD = 'cannot be set for a windows pod';
/** Fields of a pod and of a container that Windows does not have, in upstream's order. */
const POD_FIELDS = [
  'securityContext.appArmorProfile',
  'securityContext.seLinuxOptions',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'securityContext.seccompProfile',
  'securityContext.fsGroup',
  'securityContext.fsGroupChangePolicy',
  'securityContext.sysctls',
  'shareProcessNamespace',
  'securityContext.runAsUser',
  'securityContext.runAsGroup',
  'securityContext.supplementalGroups',
  'securityContext.supplementalGroupsPolicy',
  'securityContext.seLinuxChangePolicy',
] as const;
const CONTAINER_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const;

/** Settings of Windows in a security context. */
export interface WindowsOptions {
  readonly gmsaCredentialSpecName?: string;
  readonly gmsaCredentialSpec?: string;
  readonly runAsUserName?: string;
  readonly hostProcess?: boolean;
}
interface Located {
  readonly path: string;
  readonly security: Readonly<Record<string, unknown>> & { readonly windowsOptions?: WindowsOptions };
}

/** Returns the errors of settings of Windows (`validateWindowsSecurityContextOptions`). */
export function validateWindowsOptions(options: WindowsOptions | undefined, field: string): FieldError[] {
  if (!options) return [];
  const { gmsaCredentialSpecName: specName, gmsaCredentialSpec: spec, runAsUserName: user } = options;
  const errors: FieldError[] = [];
  if (specName !== undefined) {
    const path = `${field}.gmsaCredentialSpecName`;
    errors.push(...subdomainErrors(specName).map((text) => invalidField(path, specName, text)));
  }
  if (spec === '') {
    errors.push(invalidField(`${field}.gmsaCredentialSpec`, spec, 'gmsaCredentialSpec cannot be an empty string'));
  } else if (spec !== undefined && spec.length > MAX_SPEC_KIB * 1024) {
    const detail = `gmsaCredentialSpec size must be under ${MAX_SPEC_KIB} KiB`;
    errors.push(invalidField(`${field}.gmsaCredentialSpec`, spec, detail));
  }
  if (user === undefined) return errors;
  const problems = userProblems(user).map((text) => invalidField(`${field}.runAsUserName`, user, text));
  return [...errors, ...problems];
}

function userProblems(name: string): string[] {
  if (name === '') return ['runAsUserName cannot be an empty string'];
  if (CONTROL.test(name)) return ['runAsUserName cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash'];
  const domain = parts.length === 2 ? parts[0]! : undefined;
  const user = parts.at(-1)!;
  const problems: string[] = [];
  if (domain !== undefined && domain.length >= MAX_DOMAIN_LENGTH) {
    problems.push(`runAsUserName's Domain length must be under ${MAX_DOMAIN_LENGTH} characters`);
  }
  if (domain !== undefined && !NETBIOS_DOMAIN.test(domain) && !DNS_DOMAIN.test(domain)) {
    problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
  if (user === '') problems.push("runAsUserName's User cannot be empty");
  else if (user.length > MAX_USER_LENGTH) {
    problems.push(`runAsUserName's User length must not be longer than ${MAX_USER_LENGTH} characters`);
  }
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  if (WRONG_IN_USER.test(user)) {
    problems.push('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]');
  }
  return problems;
}

/** Containers that are processes of the host (`validateWindowsHostProcessPod`). */
export function validateHostProcess(spec: PodSpec, field: string): FieldError[] {
  const ofPod = (spec.securityContext as Located['security'] | undefined)?.windowsOptions?.hostProcess;
  const containers = securityOfContainers(spec, field);
  const errors: FieldError[] = [];
  let count = 0;
  for (const { path, security } of containers) {
    const own = security.windowsOptions?.hostProcess;
    if (ofPod !== undefined && own !== undefined && ofPod !== own) {
      const detail = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
      errors.push(invalidField(`${path}.windowsOptions.hostProcess`, own, detail));
    }
    if (own ?? ofPod) count++;
  }
  if (count === 0) return errors;
  if (count !== containers.length) {
    const detail = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    errors.push(invalidField(field, '', detail));
  }
  if (!spec.hostNetwork) {
    const detail = 'hostNetwork must be true if pod contains any hostProcess containers';
    errors.push(invalidField(`${field}.hostNetwork`, false, detail));
  }
  return errors;
}

/** Returns an error for each field that a pod of an operating system may not set (`validateLinux`, `validateWindows`). */
export function validateForSystem(spec: PodSpec, system: string, field: string): FieldError[] {
  const containers = securityOfContainers(spec, field);
  if (system === 'linux') {
    const own = (spec.securityContext as Located['security'] | undefined)?.windowsOptions;
    const errors = own ? [forbiddenField(`${field}.securityContext.windowsOptions`, OF_LINUX_POD)] : [];
    const wrong = containers.filter(({ security }) => security.windowsOptions);
    return [...errors, ...wrong.map(({ path }) => forbiddenField(`${path}.windowsOptions`, OF_LINUX_POD))];
  }
  const root = { ...spec } as Readonly<Record<string, unknown>>;
  const security = (spec.securityContext ?? {}) as Readonly<Record<string, unknown>>;
  const isGiven = (name: string): boolean => {
    const [first = '', second] = name.split('.');
    const value = second === undefined ? root[first] : security[second];
    return value !== undefined && value !== false;
  };
  return [
    ...POD_FIELDS.filter(isGiven).map((name) => forbiddenField(`${field}.${name}`, OF_WINDOWS_POD)),
    ...containers.flatMap(({ path, security: own }) =>
      CONTAINER_FIELDS.filter((name) => own[name] !== undefined).map((name) =>
        forbiddenField(`${path}.${name}`, OF_WINDOWS_POD),
      ),
    ),
  ];
}

/** Security contexts of all containers, init containers first, as upstream visits them. */
function securityOfContainers(spec: PodSpec, field: string): Located[] {
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map(({ securityContext }, index) => ({
      path: `${field}.${list}[${index}].securityContext`,
      security: (securityContext ?? {}) as Located['security'],
    })),
  );
}
