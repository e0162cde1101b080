import type { IdRange, RangedRule } from '@orrery/api-types';
import { goList, goValue, invalid, missing, rangesText } from './go-text';
import type { ContainerSecurity } from './security';

/** The group that a policy gives where a pod names none: the first one of a range that must be used. */
export function givenGroup(strategy: RangedRule | undefined): number | undefined {
  return strategy?.rule === 'MustRunAs' ? (strategy.ranges?.[0]?.min ?? 0) : undefined;
}

/** Returns the errors of groups (`pkg/security/podsecuritypolicy/group`). */
export function groupErrors(
  strategy: RangedRule | undefined,
  path: string,
  groups: readonly number[] | undefined,
): readonly string[] {
  if (!strategy || strategy.rule === 'RunAsAny') return [];
  const { ranges = [] } = strategy;
  const isMissing = strategy.rule === 'MustRunAs' && (groups ?? []).length === 0;
  const printed = goList('int64', groups);
  return [
    ...(isMissing ? [invalid(path, printed, 'unable to validate empty groups against required ranges')] : []),
    ...(groups ?? [])
      .filter((group) => !isInRanges(group, ranges))
      .map((group) => invalid(path, printed, `group ${group} must be in the ranges: ${rangesText(ranges)}`)),
  ];
}

/** The user that a policy gives where neither container nor pod name one. */
export const givenUser = givenGroup;

/** Returns the errors of the user of a container (`pkg/security/podsecuritypolicy/user`). */
export function userErrors(
  { rule, ranges = [] }: RangedRule,
  path: string,
  { runAsUser, runAsNonRoot }: ContainerSecurity,
): readonly string[] {
  if (rule === 'MustRunAs') {
    if (runAsUser === undefined) return [missing(`${path}.runAsUser`)];
    if (isInRanges(runAsUser, ranges)) return [];
    return [invalid(`${path}.runAsUser`, goValue(runAsUser), `must be in the ranges: ${rangesText(ranges)}`)];
  }
  if (rule !== 'MustRunAsNonRoot') return [];
  if (runAsNonRoot === undefined && runAsUser === undefined) {
    return [missing(`${path}.runAsNonRoot`, 'must be true')];
  }
  if (runAsNonRoot === false) return [invalid(`${path}.runAsNonRoot`, goValue(runAsNonRoot), 'must be true')];
  if (runAsUser !== 0) return [];
  return [invalid(`${path}.runAsUser`, goValue(runAsUser), 'running with the root UID is forbidden')];
}

function isInRanges(id: number, ranges: readonly IdRange[]): boolean {
  return ranges.some(({ min = 0, max = 0 }) => id >= min && id <= max);
}
