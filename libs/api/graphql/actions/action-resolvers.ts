import type { Type } from '@nestjs/common';
import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { ALL_ACTIONS, type Action, type Outcome } from '@orrery/actions';
import { Requires } from '../requests/requires';
import { payload, type MutationInputLike } from '../values/errors/mutation-payload';
import { runtimeOf, type RequestContext } from '../requests/request-context';
import { actionInputType, payloadType } from './action-types';

/** A mutation for each action, in the order of the actions. */
export const actionResolvers: readonly Type<unknown>[] = ALL_ACTIONS.map(resolverOf);

function resolverOf(action: Action): Type<unknown> {
  const { name, about, right, inputAbout, result } = action;
  const inputType = actionInputType(action);
  const resultType = payloadType(result);

  @Resolver()
  class ActionResolver {
    @Requires(right)
    @Mutation(() => resultType, { name, description: about })
    perform(
      @Context() context: RequestContext,
      @Args('input', { type: () => inputType, description: inputAbout ?? 'Input of the mutation.' })
      input: MutationInputLike,
    ): Promise<unknown> {
      return payload(input, performed(action, context, input));
    }
  }
  return ActionResolver;
}

/** Performs an action; throws at once if it needs the cluster of the request, and there is none. */
function performed(
  action: Action,
  context: RequestContext,
  { clientMutationId: _id, ...given }: MutationInputLike,
): () => Promise<Outcome> {
  const { plane, clusterName, actor } = context;
  const place = { plane, clusterName, actor };
  // The schema of the action has checked its input.
  const input = given as never;
  if (action.on === 'server') return () => action.perform(place, input);
  const runtime = runtimeOf(context);
  return () => action.perform({ ...place, runtime }, input);
}
