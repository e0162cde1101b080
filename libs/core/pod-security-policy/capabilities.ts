import { deepEqual, type PodSecurityPolicySpec } from '@orrery/api-types';
import { GO_NIL, goList, goValue, invalid } from './go-text';
import type { ContainerSecurity } from './security';

type Capabilities = NonNullable<ContainerSecurity['capabilities']>;

/** The capabilities of a container with those that a policy adds and drops; the same object if it changes nothing. */
export function givenCapabilities(
  { defaultAddCapabilities = [], requiredDropCapabilities = [] }: PodSecurityPolicySpec,
  own: Capabilities | undefined,
): Capabilities | undefined {
  const [added, dropped] = [new Set(own?.add), new Set(own?.drop)];
  const add = new Set([...defaultAddCapabilities.filter((name) => !dropped.has(name)), ...added]);
  const drop = new Set([...requiredDropCapabilities, ...dropped]);
  if (add.size === added.size && drop.size === dropped.size) return own;
  const made = {
    ...(add.size > 0 ? { add: [...add].sort() } : {}),
    ...(drop.size > 0 ? { drop: [...drop].sort() } : {}),
  };
  return deepEqual(made, own) ? own : made;
}

/** Returns the errors of the capabilities of a container (`pkg/security/podsecuritypolicy/capabilities`). */
export function capabilityErrors(
  {
    defaultAddCapabilities: given = [],
    requiredDropCapabilities: required = [],
    allowedCapabilities: allowed = [],
  }: PodSecurityPolicySpec,
  path: string,
  own: Capabilities | undefined,
): readonly string[] {
  if (!own) {
    const isFree = given.length === 0 && required.length === 0;
    return isFree ? [] : [invalid(path, GO_NIL, 'required capabilities are not set on the securityContext')];
  }
  if (allowed.includes('*')) return [];
  const { add = [], drop } = own;
  return [
    ...add
      .filter((name) => !given.includes(name) && !allowed.includes(name))
      .map((name) => invalid(`${path}.add`, goValue(name), 'capability may not be added')),
    ...required
      .filter((name) => !(drop ?? []).includes(name))
      .map((name) =>
        invalid(`${path}.drop`, goList('core.Capability', drop), `${name} is required to be dropped but was not found`),
      ),
  ];
}
