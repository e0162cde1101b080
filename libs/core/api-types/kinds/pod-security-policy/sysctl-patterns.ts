import { forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import { isSysctlPattern, SYSCTL_MAX_LENGTH } from '../../names/sysctl';

/** Upstream's `SysctlPatternFmt`, for the message alone. */
const FORMAT = String.raw`([a-z0-9]([-_a-z0-9]*[a-z0-9])?\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]`;

/** Returns the errors of a list of sysctls, of which each may end in `*` (`validatePodSecurityPolicySysctls` of v1.20). */
export function sysctlPatternErrors(patterns: readonly string[] = [], path: string): FieldError[] {
  const errors = patterns.flatMap((pattern, i) => {
    if (pattern === '') return [invalidField(`${path}[${i}]`, pattern, 'empty sysctl not allowed')];
    // A pattern of this release has no slashes.
    if (isSysctlPattern(pattern) && !pattern.includes('/')) return [];
    return [
      invalidField(
        `${path}[${i}]`,
        pattern,
        `must have at most ${SYSCTL_MAX_LENGTH} characters and match regex ${FORMAT}`,
      ),
    ];
  });
  if (patterns.length <= 1 || !patterns.includes('*')) return errors;
  return [...errors, forbiddenField(`${path}.items`, "if '*' is present, must not specify other sysctls")];
}

/** Sysctls that two lists have in common (`validatePodSecurityPolicySysctlListsDoNotOverlap`). */
export function sysctlOverlaps(
  { path: allowedPath, patterns: allowed = [] }: SysctlList,
  { path: forbiddenPath, patterns: forbidden = [] }: SysctlList,
): FieldError[] {
  return allowed.flatMap((one, i) =>
    forbidden.flatMap((other, j) => {
      if (covers(other, one)) return [invalidField(`${allowedPath}[${i}]`, one, `sysctl overlaps with ${other}`)];
      return covers(one, other) ? [invalidField(`${forbiddenPath}[${j}]`, other, `sysctl overlaps with ${one}`)] : [];
    }),
  );
}

/** A list of sysctls, and where it is. */
export interface SysctlList {
  readonly path: string;
  readonly patterns: readonly string[] | undefined;
}

/** Returns whether every name for which `pattern` stands is one for which `by` stands. */
function covers(by: string, pattern: string): boolean {
  if (!by.endsWith('*')) return by === pattern;
  return (pattern.endsWith('*') ? pattern.slice(0, -1) : pattern).startsWith(by.slice(0, -1));
}
