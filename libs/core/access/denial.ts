import { ApiError, forbidden, StatusReason } from '@orrery/api-types';
import { isPathAccess, type Access, type Decision, type User } from './access';

/** Returns the message of a denied access, as users know it: `User "x" cannot list resource "pods" in API group "" …`. */
export function denialText(user: User, access: Access): string {
  const who = `User ${JSON.stringify(user.name)} cannot ${access.verb}`;
  if (isPathAccess(access)) return `${who} path ${JSON.stringify(access.path)}`;
  const { group, namespace } = access;
  const resource = access.subresource === '' ? access.resource : `${access.resource}/${access.subresource}`;
  const what = `${who} resource ${JSON.stringify(resource)} in API group ${JSON.stringify(group)}`;
  return namespace === '' ? `${what} at the cluster scope` : `${what} in the namespace ${JSON.stringify(namespace)}`;
}

/** 403 for a request that was decided against (spec api C8). */
export function denied(user: User, access: Access, { reason }: Decision): ApiError {
  const text = denialText(user, access);
  const detail = reason === '' ? text : `${text}: ${reason}`;
  if (isPathAccess(access)) return new ApiError(StatusReason.Forbidden, `forbidden: ${detail}`, {});
  return forbidden(access, access.name, detail);
}
