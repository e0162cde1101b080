import { denied, objectAccess, refuseEscalation } from '@orrery/access';
import type { ApiError, KindInfo, KubeObject } from '@orrery/api-types';
import type { WriteContext } from './write-context';
import type { Target } from './requests';

/** Action on an object, in the terms of access rules. */
export interface Deed extends Omit<Target, 'kind' | 'name'> {
  readonly verb: string;
  readonly kind: Pick<KindInfo, 'group' | 'resource'>;
  /** Name of the object; empty for a creation. */
  readonly name?: string;
}

/** Returns why the client whose request this is may not do it; components of the control plane may do everything. */
export function refuseAccess(
  { actor }: WriteContext,
  { verb, kind, namespace, name, subresource }: Deed,
): ApiError | undefined {
  if (!actor) return undefined;
  const { group, resource } = kind;
  const access = objectAccess({ verb, group, resource, namespace, name: name ?? '', subresource: subresource ?? '' });
  const decision = actor.decide(access);
  return decision.allowed ? undefined : denied(actor.user, access, decision);
}

/** Returns why a role or binding gives more than its writer has. */
export function refuseRights(
  { actor }: WriteContext,
  written: { readonly kind: KindInfo; readonly object: KubeObject; readonly oldObject?: KubeObject | undefined },
): ApiError | undefined {
  if (!actor?.roles) return undefined;
  const { user, roles } = actor;
  return refuseEscalation({ ...written, user, index: roles, isAllowed: (access) => actor.decide(access).allowed });
}
