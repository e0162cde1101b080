import { notFound } from '@orrery/api-types';
import type { Answer, KindRequest } from '@orrery/rest-api';

/** The name under which clients ask for themselves. */
const SELF = '~';

/**
 * Answers with the user of the client (`oc whoami`). Users are known by their tokens and certificates, and are not
 * objects: 404 for others.
 */
export function readClient({ actor, apiVersion, kind, path }: KindRequest): Answer {
  if (path.name !== SELF) throw notFound(kind, path.name ?? '');
  const { name, uid, groups } = actor.user;
  const metadata = { name, ...(uid === undefined ? {} : { uid }), creationTimestamp: null };
  return { code: 200, body: { kind: kind.kind, apiVersion, metadata, identities: null, groups } };
}
