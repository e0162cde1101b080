import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../errors/field-error';

/** Upstream's `SysctlMaxLength`, and the pattern that its errors show. */
const MAX_LENGTH = 253;
const PATTERN = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const EDGE = /^[a-z0-9]$/;
const INNER = /^[-_a-z0-9]+$/;

interface Sysctl {
  readonly name?: string;
  readonly value?: string;
}

/** What is wrong with the sysctls of a pod's security context, in upstream's words (`validateSysctls`). */
export function validateSysctls(
  sysctls: readonly Sysctl[] | undefined,
  { hostNetwork = false, hostIPC = false }: { readonly hostNetwork?: boolean; readonly hostIPC?: boolean },
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  sysctls?.forEach(({ name = '' }, index) => {
    const path = `${field}[${index}].name`;
    if (name === '') errors.push(requiredField(path));
    else if (!isSysctlName(name)) {
      const text = `must have at most ${MAX_LENGTH} characters and match regex ${PATTERN}`;
      errors.push(invalidField(path, name, text));
    } else if (seen.has(name)) errors.push(duplicateField(path, name));
    seen.add(name);
    const normal = normalName(name);
    if (hostNetwork && normal.startsWith('net.')) errors.push(forbidden(path, 'hostNetwork'));
    if (hostIPC && isOfIpc(normal)) errors.push(forbidden(path, 'hostIPC'));
  });
  return errors;
}

function forbidden(path: string, setting: string): FieldError {
  return forbiddenField(path, `may not be set when '${setting}' is true`);
}

function isOfIpc(name: string): boolean {
  return ['kernel.shm', 'kernel.msg', 'kernel.sem', 'fs.mqueue.'].some((prefix) => name.startsWith(prefix));
}

/** Parts may be separated by slashes as well; the first separator says which of both. */
function normalName(name: string): string {
  const first = /[./]/.exec(name)?.[0];
  return first === '/' ? name.replaceAll('/', '.') : name;
}

function isSysctlName(name: string): boolean {
  return name.length <= MAX_LENGTH && name.split(/[./]/).every(isPart);
}

function isPart(part: string): boolean {
  return INNER.test(part) && EDGE.test(part[0]!) && EDGE.test(part.at(-1)!);
}
