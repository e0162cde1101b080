import type { KindInfo } from '@orrery/api-types';
import type { ClusterKinds } from '@orrery/control-plane';
import { badUserInput } from '../errors/input-error';

/** The kind that a client names, if there may be objects of it; throws BAD_USER_INPUT otherwise. */
export function servedKind(kinds: ClusterKinds, apiVersion: string, kind: string): KindInfo {
  const found = kinds.byGvk(apiVersion, kind);
  if (!found?.served) throw badUserInput(`the server has no kind ${kind} in ${apiVersion}`);
  return found;
}

/** The kind of a workload, `apps/v1` being the default version of all but ReplicationController; throws BAD_USER_INPUT. */
export function workloadKind(kinds: ClusterKinds, apiVersion: string | null | undefined, kind: string): KindInfo {
  const isCore = kind === 'ReplicationController' && (apiVersion ?? 'apps/v1') === 'apps/v1';
  return servedKind(kinds, isCore ? 'v1' : (apiVersion ?? 'apps/v1'), kind);
}
