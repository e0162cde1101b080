import { notFound, type KubeObject } from '@orrery/api-types';
import { writeOptions } from '@orrery/api-protocol';
import { keyOf, type Target } from '@orrery/control-plane';
import { issueToken, refuseForeignToken, type TokenSpec } from '@orrery/access-control';
import { decodeAs, recordIn } from '../decode-as';
import { unsetCreation } from '../unset-creation';
import { targetOf, type Answer, type KindRequest } from '../kind-request';

const TOKEN_REQUEST = { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1' };

/** `POST serviceaccounts/x/token`: a token of the account (spec api C13). */
export async function requestToken(request: KindRequest): Promise<Answer> {
  const { runtime } = request;
  const target = targetOf(request);
  const body = decodeAs(TOKEN_REQUEST, recordIn((await request.readBody()).value), runtime.kinds.release);
  const account = runtime.cache.get(keyOf(target));
  if (!account) throw notFound(target.kind, target.name);
  await review(request, target, body);
  const spec = (body['spec'] ?? {}) as TokenSpec;
  refuseForeignToken(request.actor, runtime, account, spec);
  const { token, expirationTimestamp, audiences, expirationSeconds } = await issueToken(runtime, account, spec);
  const { name, namespace } = account.metadata;
  return {
    code: 201,
    body: {
      ...TOKEN_REQUEST,
      metadata: { name, namespace, ...unsetCreation(runtime.kinds.release) },
      spec: { ...spec, audiences, expirationSeconds },
      status: { token, expirationTimestamp },
    },
  };
}

/** What users' policies and webhooks say of the request; they cannot change what the token is for. */
async function review({ runtime, query, warn }: KindRequest, target: Target, body: object): Promise<void> {
  const { name, namespace } = target;
  const write = {
    operation: 'CREATE',
    ...target,
    subresource: 'token',
    body: TOKEN_REQUEST,
    optionsKind: 'CreateOptions',
    options: { ...writeOptions(query, 'CreateOptions'), warn },
  } as const;
  // What a client sends as metadata is less than that of a stored object.
  await runtime.store.review(write, {
    ...TOKEN_REQUEST,
    metadata: { name, namespace },
    ...body,
  } as unknown as KubeObject);
}
