import { duplicateField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { isSysctlName, SYSCTL_MAX_LENGTH, sysctlNamespace, sysctlWithDots } from '../../names/sysctl';

/** The pattern that upstream's errors show. */
const PATTERN = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

interface Sysctl {
  readonly name?: string;
  readonly value?: string;
}

/** Returns the errors of the sysctls of a pod's security context (`validateSysctls` and `ValidateHostSysctl`). */
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
      const text = `must have at most ${SYSCTL_MAX_LENGTH} characters and match regex ${PATTERN}`;
      errors.push(invalidField(path, name, text));
    } else if (seen.has(name)) errors.push(duplicateField(path, name));
    seen.add(name);
    const namespace = sysctlNamespace(sysctlWithDots(name));
    const setting = namespace === 'net' ? hostNetwork && 'hostNetwork' : namespace && hostIPC && 'hostIPC';
    if (setting) errors.push(invalidField(path, name, `may not be specified when '${setting}' is true`));
  });
  return errors;
}
