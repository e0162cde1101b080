import { notFound } from '@orrery/api-types';
import { keyOf } from '@orrery/control-plane';
import { issueToken, refuseForeignToken, type TokenSpec } from '@orrery/access-control';
import { decodeAs, recordIn } from '../decode-as';
import { targetOf, type Answer, type KindRequest } from '../kind-request';

/** `POST serviceaccounts/x/token`: a token of the account (spec api C13). */
export async function requestToken(request: KindRequest): Promise<Answer> {
  const { runtime } = request;
  const target = targetOf(request);
  const body = decodeAs(
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
    recordIn((await request.readBody()).value),
  );
  const account = runtime.cache.get(keyOf(target));
  if (!account) throw notFound(target.kind, target.name);
  const spec = (body['spec'] ?? {}) as TokenSpec;
  refuseForeignToken(request.actor, runtime, account, spec);
  const { token, expirationTimestamp, audiences, expirationSeconds } = await issueToken(runtime, account, spec);
  const { name, namespace } = account.metadata;
  return {
    code: 201,
    body: {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { name, namespace, creationTimestamp: null },
      spec: { ...spec, audiences, expirationSeconds },
      status: { token, expirationTimestamp },
    },
  };
}
