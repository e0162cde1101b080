/** Upstream's `SysctlMaxLength`: the longest name of a kernel parameter, and the longest pattern of names. */
export const SYSCTL_MAX_LENGTH = 253;

const EDGE = /^[a-z0-9]$/;
const INNER = /^[-_a-z0-9]+$/;
const LAST_OF_PATTERN = /^(?:[a-z0-9][-_a-z0-9]*)?[a-z0-9*]$/;

/** The namespace of the Linux kernel that a parameter belongs to (`component-helpers/node/util/sysctl.Namespace`). */
export type SysctlNamespace = 'ipc' | 'net';

const NAMESPACE_BY_PREFIX: readonly (readonly [prefix: string, namespace: SysctlNamespace])[] = [
  ['kernel.shm', 'ipc'],
  ['kernel.msg', 'ipc'],
  ['fs.mqueue.', 'ipc'],
  ['net.', 'net'],
];

/** Returns whether a text is the name of a kernel parameter (`IsValidSysctlName`). */
export function isSysctlName(name: string): boolean {
  return name.length <= SYSCTL_MAX_LENGTH && name.split(/[./]/).every(isSegment);
}

/** Returns whether a text is a name, or a beginning of names that ends in `*` (`IsValidSysctlPattern`). */
export function isSysctlPattern(pattern: string): boolean {
  const segments = pattern.split(/[./]/);
  const last = segments.pop()!;
  return pattern.length <= SYSCTL_MAX_LENGTH && segments.every(isSegment) && LAST_OF_PATTERN.test(last);
}

/**
 * The name with dots between its segments (`ConvertSysctlVariableToDotsSeparator`). If the first separator is a slash,
 * dots and slashes change places: `net/ipv4/conf/eno2.100/rp_filter` is `net.ipv4.conf.eno2/100.rp_filter`.
 */
export function sysctlWithDots(name: string): string {
  if (/[./]/.exec(name)?.[0] !== '/') return name;
  return name.replaceAll(/[./]/g, (separator) => (separator === '/' ? '.' : '/'));
}

/** Returns the namespace of a parameter, or of all parameters with its prefix; undefined if none is known (`NamespacedBy`). */
export function sysctlNamespace(name: string): SysctlNamespace | undefined {
  if (name === 'kernel.sem') return 'ipc';
  return NAMESPACE_BY_PREFIX.find(([prefix]) => name.startsWith(prefix))?.[1];
}

function isSegment(segment: string): boolean {
  return INNER.test(segment) && EDGE.test(segment[0]!) && EDGE.test(segment.at(-1)!);
}
