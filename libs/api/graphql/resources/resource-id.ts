import { allKinds, type KindInfo, type KubeObject } from '@orrery/api-types';
import { kindOfObject } from './kind-of';
import { badUserInput } from '../errors/request-errors';

/** Names one object for ever: a later one of the same name has another id. */
export interface ResourceId {
  readonly kind: KindInfo;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export function encodeResourceId(object: KubeObject): string {
  const { group, resource } = kindOfObject(object);
  const { namespace = '', name, uid } = object.metadata;
  return Buffer.from([group, resource, namespace, name, uid].join('/')).toString('base64url');
}

/** Throws BAD_USER_INPUT for what is no id. */
export function decodeResourceId(id: string): ResourceId {
  const parts = Buffer.from(id, 'base64url').toString('utf8').split('/');
  const [group, resource, namespace, name, uid] = parts;
  const kind = allKinds().find((candidate) => candidate.group === group && candidate.resource === resource);
  if (parts.length !== 5 || !kind || namespace === undefined || !name || !uid) {
    throw badUserInput(`id: Invalid value: ${JSON.stringify(id)}: must be the id of an object`);
  }
  return { kind, namespace, name, uid };
}
