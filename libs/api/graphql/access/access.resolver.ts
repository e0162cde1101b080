import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { denied, objectAccess, resourceAccess, type Access, type User } from '@orrery/access';
import { notFound } from '@orrery/api-types';
import {
  actorIn,
  AuthorizationMode,
  keyOf,
  requireKind,
  unrestricted,
  type Actor,
  type ClusterRuntime,
} from '@orrery/control-plane';
import { issueToken, refuseForeignToken } from '@orrery/access-control';
import { checkedByStore, open, Requires } from './access-rules';
import { asGraphQLError, badUserInput } from '../errors/request-errors';
import { payload } from '../errors/user-errors';
import { Cluster, type RequestContext } from '../requests/request-context';
import { AccessReview, AccessReviewInput, CreateTokenInput, TokenPayload } from './access-types';

const ACCOUNT = requireKind('v1', 'ServiceAccount');

/** Who may do what, and tokens. */
@Resolver()
export class AccessResolver {
  @Requires(open('about others: create subjectaccessreviews.authorization.k8s.io'))
  @Query(() => AccessReview, {
    name: 'accessReview',
    description: 'Whether the client, or another user, has an access.',
  })
  accessReview(
    @Cluster() runtime: ClusterRuntime,
    @Context() { actor }: RequestContext,
    @Args('input', { type: () => AccessReviewInput, description: 'The user and the access.' }) input: AccessReviewInput,
  ): AccessReview {
    const subject = subjectOf(runtime, actor, input);
    const { allowed, reason } = subject.decide(accessIn(input));
    const { name: user, groups } = subject.user;
    return { allowed, user, groups: [...groups], ...(reason === '' ? {} : { reason }) };
  }

  @Requires(checkedByStore('create serviceaccounts/token'))
  @Mutation(() => TokenPayload, { name: 'createToken', description: 'Issues a token of a service account.' })
  createToken(
    @Cluster() runtime: ClusterRuntime,
    @Context() { actor }: RequestContext,
    @Args('input', { type: () => CreateTokenInput, description: "The service account and the token's properties." })
    input: CreateTokenInput,
  ): Promise<unknown> {
    return payload(input, () => createToken(runtime, actor, input));
  }
}

async function createToken(runtime: ClusterRuntime, actor: Actor, input: CreateTokenInput) {
  const { serviceAccount: name, audiences, expirationSeconds } = input;
  const namespace = input.namespace ?? 'default';
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

function accessIn({ verb, path, resource, group, subresource, namespace, name }: AccessReviewInput): Access {
  if ((path == null) === (resource == null)) throw badUserInput('specify exactly one of resource, path');
  if (path != null) return { verb, path };
  const place = { group: group ?? '', subresource: subresource ?? '', namespace: namespace ?? '', name: name ?? '' };
  return resourceAccess({ verb, resource: resource!, ...place });
}

/** Who asks about others needs the right to. */
function subjectOf(runtime: ClusterRuntime, actor: Actor, { user, groups }: AccessReviewInput): Actor {
  if (user == null && groups == null) return actor;
  const review = { verb: 'create', group: 'authorization.k8s.io', resource: 'subjectaccessreviews' };
  try {
    requireRight(actor, resourceAccess(review));
  } catch (error) {
    throw asGraphQLError(error);
  }
  const subject: User = { name: user ?? '', groups: groups ?? [] };
  return actor.roles ? actorIn(runtime, subject, AuthorizationMode.Rbac) : unrestricted(subject);
}

function requireRight(actor: Actor, access: Access): void {
  const decision = actor.decide(access);
  if (!decision.allowed) throw denied(actor.user, access, decision);
}
