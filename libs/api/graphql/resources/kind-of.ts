import { kindByGvk, type KindInfo, type KubeObject } from '@orrery/api-types';
import { badUserInput } from '../errors/request-errors';

/** The kind of a stored object. */
export function kindOfObject({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): KindInfo {
  const found = kindByGvk(apiVersion, kind);
  if (!found) throw new TypeError(`stored object of unknown kind ${apiVersion} ${kind}`);
  return found;
}

/** The kind that a client names, if there may be objects of it; throws BAD_USER_INPUT otherwise. */
export function servedKind(apiVersion: string, kind: string): KindInfo {
  const found = kindByGvk(apiVersion, kind);
  if (!found?.served || found.isAlwaysEmpty) throw badUserInput(`the server has no kind ${kind} in ${apiVersion}`);
  return found;
}
