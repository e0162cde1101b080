import { open, badUserInput } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Args, Context, Query, Resolver } from '@nestjs/graphql';
import { resourceAccess, type Access, type User } from '@orrery/access';
import { actorIn, AuthorizationMode, unrestricted, type Actor, type ClusterRuntime } from '@orrery/control-plane';
import { asGraphQLError } from '../../values/errors/request-errors';
import { Cluster, type RequestContext } from '../../requests/request-context';
import { requireRight } from '@orrery/actions';
import { AccessReview, AccessReviewInput } from './access-types';

/** Reviews of access, and tokens. */
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
}

function accessIn({ verb, path, resource, group, subresource, namespace, name }: AccessReviewInput): Access {
  if ((path == null) === (resource == null)) throw badUserInput('specify exactly one of resource, path');
  if (path != null) return { verb, path };
  const place = { group: group ?? '', subresource: subresource ?? '', namespace: namespace ?? '', name: name ?? '' };
  return resourceAccess({ verb, resource: resource!, ...place });
}

/** Returns the user of a review; a client that asks about others needs the right to. */
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
