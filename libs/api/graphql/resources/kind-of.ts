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
  if (!found?.served) throw badUserInput(`the server has no kind ${kind} in ${apiVersion}`);
  return found;
}

/** The kind of a workload, `apps/v1` being the default version of all but ReplicationController; throws BAD_USER_INPUT. */
export function workloadKind(apiVersion: string | null | undefined, kind: string): KindInfo {
  const isCore = kind === 'ReplicationController' && (apiVersion ?? 'apps/v1') === 'apps/v1';
  return servedKind(isCore ? 'v1' : (apiVersion ?? 'apps/v1'), kind);
}
