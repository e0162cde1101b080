import { describeKind, isUpTo, type KubeObject, notFound, recordUpdate } from '@orrery/api-types';
import { writeOptions } from '@orrery/api-protocol';
import { keyOf, type Target } from '@orrery/control-plane';
import { issueToken, refuseForeignToken, type TokenSpec } from '@orrery/access-control';
import { formatTime } from '@orrery/time';
import { randomUUID } from 'node:crypto';
import { decodeAs, recordIn } from '../bodies/decode-as';
import { unsetCreation } from '../answers/unset-creation';
import { targetOf, type Answer, type KindRequest } from '../kind-request';
import { managed } from '../writes';

const TOKEN_REQUEST = { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1' };
/** Kind by which the ownership of its fields is recorded; it is posted and answered, and not stored. */
const TOKEN_REQUEST_KIND = describeKind({
  kind: TOKEN_REQUEST.kind,
  resource: 'tokenrequests',
  apiVersions: [TOKEN_REQUEST.apiVersion],
  namespaced: true,
  served: false,
});

/** `POST serviceaccounts/x/token`: a token of the account (spec api C13). */
export async function requestToken(request: KindRequest): Promise<Answer> {
  const { runtime } = request;
  const target = targetOf(request);
  const body = decodeAs(TOKEN_REQUEST, recordIn((await request.readBody()).value), runtime.kinds.release);
  const account = runtime.cache.get(keyOf(target));
  if (!account) throw notFound(target.kind, target.name);
  await review(request, target, body);
  const asked = (body['spec'] ?? {}) as Record<string, unknown>;
  const spec = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null)) as TokenSpec;
  refuseForeignToken(request.actor, runtime, account, spec);
  const { token, expirationTimestamp, audiences, expirationSeconds } = await issueToken(runtime, account, spec);
  const metadata = metadataOf(request, account, { ...asked, expirationSeconds });
  return {
    code: 201,
    body: {
      ...TOKEN_REQUEST,
      metadata,
      spec: { boundObjectRef: null, ...spec, audiences, expirationSeconds },
      status: { token, expirationTimestamp },
    },
  };
}

/** The metadata of an answer: today's server fills it as that of an object, 1.20 leaves all but the owners of fields as they came. */
function metadataOf(request: KindRequest, account: KubeObject, spec: object): object {
  const { release } = request.runtime.kinds;
  const { name, namespace } = account.metadata;
  const now = request.runtime.clock.now();
  // Ownership does not read the name that it has not.
  const next = { ...TOKEN_REQUEST, metadata: {}, spec } as unknown as KubeObject;
  const managedFields = recordUpdate({
    kind: TOKEN_REQUEST_KIND,
    next,
    manager: managed(request, 'CreateOptions').fieldManager ?? '',
    apiVersion: TOKEN_REQUEST.apiVersion,
    subresource: 'token',
    now,
    release,
  });
  const system = isUpTo(release, '1.20')
    ? unsetCreation(release)
    : { name, namespace, uid: randomUUID(), creationTimestamp: formatTime(now) };
  return { ...system, managedFields };
}

/** Runs users' policies and webhooks on the request; they cannot change the token. */
async function review({ runtime, query, warn }: KindRequest, target: Target, body: object): Promise<void> {
  const { name, namespace } = target;
  const write = {
    operation: 'CREATE',
    ...target,
    subresource: 'token',
    body: TOKEN_REQUEST,
    optionsKind: 'CreateOptions',
    options: { ...writeOptions(query, 'CreateOptions', { release: runtime.kinds.release }), warn },
  } as const;
  // What a client sends as metadata is less than that of a stored object.
  await runtime.store.review(write, {
    ...TOKEN_REQUEST,
    metadata: { name, namespace },
    ...body,
  } as unknown as KubeObject);
}
