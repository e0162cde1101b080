import type { PodSecurityPolicySpec } from '@orrery/api-types';
import { goValue, invalid, missing } from './go-text';
import type { PodSecurity } from './security';

type Options = NonNullable<PodSecurity['seLinuxOptions']>;
type Strategy = NonNullable<PodSecurityPolicySpec['seLinux']>;

/** The options that a policy gives a pod or container without any. */
export function givenSeLinux({ rule, seLinuxOptions }: Strategy): Options | undefined {
  return rule === 'MustRunAs' ? seLinuxOptions : undefined;
}

/** Returns the errors of the SELinux options of a pod or container (`pkg/security/podsecuritypolicy/selinux`). */
export function seLinuxErrors(
  { rule, seLinuxOptions: wanted = {} }: Strategy,
  path: string,
  given: Options | undefined,
): readonly string[] {
  if (rule !== 'MustRunAs') return [];
  if (!given) return [missing(path)];
  const differs = (field: keyof Options): string[] => {
    const [want, have] = [wanted[field] ?? '', given[field] ?? ''];
    const isSame = field === 'level' ? isSameLevel(want, have) : want === have;
    return isSame ? [] : [invalid(`${path}.${field}`, goValue(have), `must be ${want}`)];
  };
  return [...differs('level'), ...differs('role'), ...differs('type'), ...differs('user')];
}

/** `s0:c6,c0` is `s0:c0,c6`. */
function isSameLevel(want: string, have: string): boolean {
  if (want === have) return true;
  const [wanted, given] = [splitLevel(want), splitLevel(have)];
  return wanted !== undefined && wanted === given;
}

function splitLevel(level: string): string | undefined {
  const at = level.indexOf(':');
  if (at < 0) return undefined;
  const categories = level
    .slice(at + 1)
    .split(',')
    .sort();
  return `${level.slice(0, at)}:${categories.join(',')}`;
}
