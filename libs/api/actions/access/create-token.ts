import { denied, objectAccess, type Access } from '@orrery/access';
import { issueToken, refuseForeignToken } from '@orrery/access-control';
import { notFound } from '@orrery/api-types';
import { keyOf, requireKind, type Actor } from '@orrery/control-plane';
import { clusterAction, type ClusterPlace } from '../action';
import { count, input, text, texts, type InputOf } from '../input/inputs';
import { one } from '../input/results';
import { checkedByStore } from './access-rules';

const ACCOUNT = requireKind('v1', 'ServiceAccount');

const CREATE_TOKEN = input('A token of a service account to issue.', {
  required: { serviceAccount: text('Name of the service account.') },
  optional: {
    namespace: text('Namespace of the service account (default `default`).'),
    audiences: texts('Audiences of the token (default: this server).'),
    expirationSeconds: count('Lifetime in seconds of cluster time (default 3600).'),
  },
});

export const createTokenAction = clusterAction({
  name: 'createToken',
  about: 'Issues a token of a service account.',
  right: checkedByStore('create serviceaccounts/token'),
  input: CREATE_TOKEN,
  inputAbout: "The service account and the token's properties.",
  result: {
    name: 'TokenPayload',
    about: 'An issued token.',
    fields: {
      token: one('String', 'The token, to be sent as `Authorization: Bearer`.'),
      expirationTimestamp: one('DateTime', 'Expiry, in cluster time.'),
    },
  },
  perform: createToken,
});

async function createToken(
  { runtime, actor }: ClusterPlace,
  { serviceAccount: name, namespace: given, audiences, expirationSeconds }: InputOf<typeof CREATE_TOKEN>,
): Promise<object> {
  const namespace = given ?? 'default';
  requireRight(
    actor,
    objectAccess({ verb: 'create', resource: ACCOUNT.resource, subresource: 'token', namespace, name }),
  );
  const account = runtime.cache.get(keyOf({ kind: ACCOUNT, namespace, name }));
  if (!account) throw notFound(ACCOUNT, name);
  refuseForeignToken(actor, runtime, account, {});
  const { token, expirationTimestamp } = await issueToken(runtime, account, {
    audiences: audiences ?? [],
    ...(expirationSeconds == null ? {} : { expirationSeconds }),
  });
  return { token, expirationTimestamp };
}

/** Throws Forbidden unless the client has the access. */
export function requireRight(actor: Actor, access: Access): void {
  const decision = actor.decide(access);
  if (!decision.allowed) throw denied(actor.user, access, decision);
}
