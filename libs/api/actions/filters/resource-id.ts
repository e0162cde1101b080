import { badUserInput } from '../errors/input-error';
import { allKinds, type KindInfo, type KubeObject } from '@orrery/api-types';
import { kindOf, type ClusterKinds } from '@orrery/control-plane';

/** Names one object for ever: a later one of the same name has another id. */
export interface ResourceId {
  readonly kind: KindInfo;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export function encodeResourceId(kinds: ClusterKinds, object: KubeObject): string {
  const { group, resource } = kinds.resourceOf(object);
  const { namespace = '', name, uid } = object.metadata;
  return Buffer.from([group, resource, namespace, name, uid].join('/')).toString('base64url');
}

/** Throws BAD_USER_INPUT for a text that is not an id. */
export function decodeResourceId(kinds: ClusterKinds, id: string): ResourceId {
  const { group, resource, namespace, name, uid } = partsOf(id);
  const known = allKinds().find((candidate) => candidate.group === group && candidate.resource === resource);
  const isDefined = known !== undefined || kinds.definition(group, resource) !== undefined;
  if (!isDefined) throw noId(id);
  return { kind: known ?? kindOf({ resource: `${resource}.${group}`, namespace, name }), namespace, name, uid };
}

/** Returns the uid in an id; throws BAD_USER_INPUT for a text that is not an id. */
export function uidOfResourceId(id: string): string {
  return partsOf(id).uid;
}

function partsOf(id: string): Omit<ResourceId, 'kind'> & { readonly group: string; readonly resource: string } {
  const parts = Buffer.from(id, 'base64url').toString('utf8').split('/');
  const [group, resource, namespace, name, uid] = parts;
  if (parts.length !== 5 || group === undefined || !resource || namespace === undefined || !name || !uid)
    throw noId(id);
  return { group, resource, namespace, name, uid };
}

function noId(id: string): Error {
  return badUserInput(`id: Invalid value: ${JSON.stringify(id)}: must be the id of an object`);
}
